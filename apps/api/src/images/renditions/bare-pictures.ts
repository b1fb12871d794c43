import { crc32, deflateSync } from 'node:zlib'
import type { Chromaticity, NamedColours } from './icc-profile'
import { coloursOfCodePoints, coloursOfGamma } from './colours'
import { chunkOf, chunksOf, headerEnd, signatureLength } from './png-chunks'

/** Removes everything but the pixels from a JPEG. It reads segments and decodes nothing. For anything that it
 *  does not know for certain it gives up, and the image is then encoded again. Source: ITU-T T.81, annex B. */

const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  jfif: 0xe0,
  adobe: 0xee,
} as const
/** Baseline, extended and progressive frames with Huffman coding; tables; the restart interval. */
const keptMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd])
/** Metadata: APP0 to APP15, and comments. */
const isDropped = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe

const jfifName = Buffer.from('JFIF\0', 'latin1')
const adobeName = Buffer.from('Adobe', 'latin1')
/** A JFIF segment: colours are YCbCr, with square pixels and without a preview. */
const plainJfif = Buffer.from([0xff, 0xe0, 0, 16, ...jfifName, 1, 1, 0, 0, 1, 0, 1, 0, 0])
/** Offset of the colour transform in an Adobe segment, after the name. */
const adobeTransformAt = 11

/** The same pixels in the same coding, without metadata, previews, comments and trailing bytes.
 *  @returns null for a file of another structure than cameras and design tools write */
export function bareJpeg(source: Uint8Array): Buffer | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + marker.startOfImage) return null
  const colours: Buffer[] = []
  const kept: Buffer[] = []
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const code = bytes[at + 1] ?? 0
    if (code === marker.endOfImage) {
      return hasScan
        ? Buffer.concat([bytes.subarray(0, 2), ...colours, ...kept, bytes.subarray(at, at + 2)])
        : null
    }
    const end = segmentEnd(bytes, at)
    if (end === null) return null
    if (isDropped(code)) colours.push(...coloursOfSegment(code, bytes.subarray(at + 4, end)))
    else if (code === marker.startOfScan) {
      const scanEnd = endOfScan(bytes, end)
      kept.push(bytes.subarray(at, scanEnd))
      hasScan = true
      at = scanEnd
      continue
    } else if (keptMarkers.has(code)) kept.push(bytes.subarray(at, end))
    else return null
    at = end
  }
  return null
}

/** The number of scans in a JPEG. It skips stray bytes between segments, as decoders do. */
export function scanCount(source: Uint8Array): number {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const code = bytes[at + 1] ?? 0
    if (code === marker.endOfImage) break
    if (code === marker.startOfScan) scans += 1
    const hasContent = code > 0x01 && code !== 0xff && !(code >= 0xd0 && code <= 0xd8)
    at = hasContent ? endForDecoder(bytes, at) : at + (code === 0xff ? 1 : 2)
  }
  return scans
}

/** Where a decoder continues after the segment at `at`. libjpeg treats a length below 2 as an empty segment. */
function endForDecoder(bytes: Buffer, at: number): number {
  const isEmpty = at + 4 <= bytes.length && bytes.readUInt16BE(at + 2) < 2
  return isEmpty ? at + 4 : (segmentEnd(bytes, at) ?? bytes.length)
}

/** The end of the segment that begins at `at`; null if its length is impossible. */
function segmentEnd(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length < 2 || end > bytes.length ? null : end
}

/** The position of the next marker after coded data. Restart markers belong to the data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1] ?? 0
    const isData = code === 0 || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}

/** A new segment with the colour information of a dropped one, without which a decoder has to guess. */
function coloursOfSegment(code: number, content: Buffer): Buffer[] {
  if (code === marker.jfif && content.subarray(0, jfifName.length).equals(jfifName)) return [plainJfif]
  const isAdobe = code === marker.adobe && content.subarray(0, adobeName.length).equals(adobeName)
  const transform = content[adobeTransformAt]
  if (!isAdobe || transform === undefined) return []
  return [Buffer.from([0xff, marker.adobe, 0, 14, ...adobeName, 0, 100, 0, 0, 0, 0, transform])]
}

/** Removes texts and other metadata from a PNG before it is decoded. libpng unpacks every compressed text: a file of
 *  0.7 MB holds 700 MB of them. Source: W3C PNG specification, third edition, sections 4.3, 5.3 and 11.3. */

/** The colour type, in IHDR. */
const colourTypeAt = signatureLength + 17
const ofPalette = 3
/** What decides about pixels and their orientation. Critical chunks, which begin with a capital letter, are kept too: a
 *  decoder refuses those that it does not know. */
const keptTypes = new Set(['tRNS', 'sBIT', 'eXIf'])
/** What names colours. */
const colourTypes = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])

export interface BarePng {
  /** The same picture without the chunks that no decoder needs. A broken end is kept, so that the decoder refuses the file
   *  as it would have refused the original. */
  png: Buffer
  /** Colours that are named otherwise than by a profile; null for sRGB. */
  colours: NamedColours | null
}

export function barePng(bytes: Buffer): BarePng {
  const pieces = [bytes.subarray(0, signatureLength)]
  const chunks = new Map<string, Buffer>()
  /** Number of pieces before the first chunk of pixels or palette. Colours are named there. */
  let pixelsAt: number | undefined
  /** Number of colours, if the pixels are of a palette. */
  let paletteSize: number | undefined
  for (const { type, data, whole, isCut } of chunksOf(bytes)) {
    if (type === 'PLTE' && bytes[colourTypeAt] === ofPalette) paletteSize = data.length / 3
    if (type === 'tRNS' && paletteSize !== undefined && data.length > paletteSize) {
      // The decoder would ignore all of it; browsers ignore what is too much.
      pieces.push(chunkOf(type, data.subarray(0, paletteSize)))
      continue
    }
    if (type === 'PLTE' || type === 'IDAT') pixelsAt ??= pieces.length
    if (colourTypes.has(type) && pixelsAt === undefined && !chunks.has(type)) chunks.set(type, whole)
    if (/^[A-Z]/.test(type) || keptTypes.has(type)) pieces.push(...(isCut ? [whole] : checked(whole)))
    if (type === 'IEND') break
  }
  const { profile, colours } = coloursOfChunks(chunks)
  if (profile && pixelsAt !== undefined) pieces.splice(pixelsAt, 0, profile)
  return { png: Buffer.concat(pieces), colours }
}

/** The chunk with the checksum of its bytes. Browsers show pixels in spite of a wrong one, which a program leaves behind that
 *  edits a file. */
function checked(chunk: Buffer): Buffer[] {
  const sum = crc32(chunk.subarray(4, -4))
  if (chunk.readUInt32BE(chunk.length - 4) === sum) return [chunk]
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  return [chunk.subarray(0, -4), bytes]
}

/** The same PNG with colours of a profile. @param png without chunks that name colours */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('colours\0\0', 'latin1')
  const chunk = chunkOf('iCCP', Buffer.concat([name, deflateSync(profile)]))
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

/** What the most important chunk says: cICP, iCCP, sRGB, then gAMA and cHRM. */
function coloursOfChunks(chunks: ReadonlyMap<string, Buffer>): {
  profile?: Buffer | undefined
  colours: NamedColours | null
} {
  const dataOf = (type: string, length: number) => {
    const data = chunks.get(type)?.subarray(8, -4)
    return data?.length === length ? data : undefined
  }
  const codePoints = dataOf('cICP', 4)
  const named = codePoints && coloursOfCodePoints(codePoints[0] ?? 0, codePoints[1] ?? 0)
  const isSrgb = codePoints?.[0] === 1 && codePoints[1] === 13
  if (named || isSrgb) return { colours: named ?? null }
  const profile = chunks.get('iCCP')
  if (profile || chunks.has('sRGB')) return { profile, colours: null }
  const gamma = dataOf('gAMA', 4)?.readUInt32BE() ?? 0
  const corners = dataOf('cHRM', 32)
  const chromaticities = corners && [0, 8, 16, 24].map((at) => chromaticity(corners, at))
  return { colours: coloursOfGamma(gamma / fixedPoint, chromaticities) }
}

/** Integers of gAMA and cHRM are this many times the value. */
const fixedPoint = 100_000

function chromaticity(corners: Buffer, at: number): Chromaticity {
  return [corners.readUInt32BE(at) / fixedPoint, corners.readUInt32BE(at + 4) / fixedPoint]
}
