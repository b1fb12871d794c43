/** Reads the chunks of a PNG. Sources: W3C PNG specification, third edition, sections 4.3, 5, 7, 8 and 11.3; RFC 1950. */
import { constants, crc32, deflateSync, inflateRawSync, inflateSync } from 'node:zlib'
import { iccProfile, spaceOf, type Chromaticity } from './icc-profile'
import { coloursOfCodePoints, coloursOfGamma } from './colours'
import { chunkOf, chunksOf, headerEnd, signatureLength } from './png-chunks'

/** In IHDR. */
const [bitDepthAt, colourTypeAt] = [signatureLength + 16, signatureLength + 17]
const ofPalette = 3
const greyTypes = new Set([0, 4])
/** Profiles of printers, the largest ones, have less. */
const maxProfileBytes = 4 * 1024 * 1024
/** What decides about pixels and their orientation. Critical chunks, which begin with a capital letter, are kept too: a
 *  decoder refuses those that it does not know. */
const keptTypes = new Set(['tRNS', 'sBIT', 'eXIf'])
/** What names colours. */
const colourTypes = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])

export interface BarePng {
  /** The same picture without the chunks that no decoder needs. A broken end is kept, so that the decoder refuses the file
   *  as it would have refused the original. */
  png: Buffer
  /** The profile of colours whose name the decoder does not read; null if it reads it, and for sRGB. */
  profile: Buffer | null
}

/** Removes texts and other metadata from a PNG before it is decoded. libpng unpacks every compressed text: a file of
 *  0.7 MB holds 700 MB of them. */
export function barePng(bytes: Buffer): BarePng {
  const pieces = [bytes.subarray(0, signatureLength)]
  const chunks = new Map<string, Buffer>()
  /** Number of pieces before the first chunk of pixels or palette. Colours are named there. */
  let pixelsAt: number | undefined
  /** Number of colours, if the pixels are of a palette. */
  let paletteSize: number | undefined
  /** Pixels may have colours behind the end of the palette. Browsers show its last one, and the decoder black. */
  const filledUp = (data: Buffer, size: number, each: number) => {
    const missing = 2 ** Math.min(8, bytes[bitDepthAt] ?? 0) - size
    const last = data.subarray((size - 1) * each, size * each)
    return Buffer.concat([data.subarray(0, size * each), ...Array.from({ length: missing }, () => last)])
  }
  for (const { type, data, whole, isCut } of chunksOf(bytes)) {
    if (type === 'PLTE' && bytes[colourTypeAt] === ofPalette && !isCut) {
      paletteSize = Math.floor(data.length / 3)
      pixelsAt ??= pieces.length
      pieces.push(chunkOf(type, filledUp(data, paletteSize, 3)))
      continue
    }
    if (type === 'tRNS' && paletteSize !== undefined && data.length >= paletteSize) {
      // The decoder would ignore all of it; browsers ignore what is too much.
      pieces.push(chunkOf(type, filledUp(data, paletteSize, 1)))
      continue
    }
    if (type === 'PLTE' || type === 'IDAT') pixelsAt ??= pieces.length
    if (colourTypes.has(type) && pixelsAt === undefined && !chunks.has(type)) chunks.set(type, whole)
    if (/^[A-Z]/.test(type) || keptTypes.has(type)) pieces.push(...(isCut ? [whole] : checked(whole)))
    if (type === 'IEND') break
  }
  const { chunk, profile } = coloursOfChunks(chunks, bytes[colourTypeAt] ?? 0)
  if (chunk && pixelsAt !== undefined) pieces.splice(pixelsAt, 0, chunk)
  return { png: Buffer.concat(pieces), profile }
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
function coloursOfChunks(
  chunks: ReadonlyMap<string, Buffer>,
  colourType: number,
): { chunk?: Buffer | undefined; profile: Buffer | null } {
  const dataOf = (type: string, length: number) => {
    const data = chunks.get(type)?.subarray(8, -4)
    return data?.length === length ? data : undefined
  }
  // Browsers take no notice of code points for a range that leaves out the ends, as in a film.
  const codePoints = chunks.get('cICP')?.at(11) === 1 ? dataOf('cICP', 4) : undefined
  const named = codePoints && coloursOfCodePoints(codePoints[0] ?? 0, codePoints[1] ?? 0)
  const isSrgb = codePoints?.[0] === 1 && codePoints[1] === 13
  if (named || isSrgb) return { profile: named ? iccProfile(named) : null }
  const chunk = chunks.get('iCCP')
  const profile = chunk && greyTypes.has(colourType) ? profileForRgb(chunk) : null
  if (profile) return { profile }
  if (chunk || chunks.has('sRGB')) return { chunk, profile: null }
  const gamma = dataOf('gAMA', 4)?.readUInt32BE() ?? 0
  const corners = dataOf('cHRM', 32)
  const chromaticities = corners && [0, 8, 16, 24].map((at) => chromaticity(corners, at))
  const colours = coloursOfGamma(gamma / fixedPoint, chromaticities)
  return { profile: colours && iccProfile(colours) }
}

/** The profile of a chunk, if it is for RGB. Browsers use it for a grey picture too, and the decoder drops it.
 *  @returns null for another one */
function profileForRgb(chunk: Buffer): Buffer | null {
  const data = chunk.subarray(8, -4)
  const nameEnd = data.indexOf(0)
  try {
    // One byte for the method follows the name.
    const profile = inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes })
    return spaceOf(profile) === 'RGB ' ? profile : null
  } catch {
    return null
  }
}

/** Integers of gAMA and cHRM are this many times the value. */
const fixedPoint = 100_000

function chromaticity(corners: Buffer, at: number): Chromaticity {
  return [corners.readUInt32BE(at) / fixedPoint, corners.readUInt32BE(at + 4) / fixedPoint]
}

interface CompletedPng {
  /** The missing pixels are zeros. */
  png: Buffer
  isWhole: boolean
  /** One, or those of an interlaced picture. */
  passes: ArrivedPass[]
}

interface ArrivedPass {
  pass: Pass
  rows: number
  arrivedRows: number
}

/** Its first pixel, and the distances to its next ones. */
type Pass = readonly [left: number, top: number, across: number, down: number]

const plain: readonly Pass[] = [[0, 0, 1, 1]]
const adam7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

/** Values of a pixel by the colour type, of which 1 and 5 do not exist. */
const channelsOfTypes = [1, 0, 3, 1, 2, 0, 4]

/** Larger pictures are not completed, to stay within the memory of the worker. */
const maxBytes = 256 * 1024 * 1024
/** Method and level, which begin the compressed pixels. */
const zlibHeaderLength = 2

/** Completes a PNG whose pixels end early, or whose sum over them is wrong, so that a decoder shows what is there, as browsers
 *  do.
 *  @returns null if its pixels cannot be unpacked at all */
export function completePng(source: Uint8Array): CompletedPng | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const { before, packed } = partsOf(bytes)
  const header = bytes.subarray(signatureLength + 8, signatureLength + 21)
  if (header.length < 13) return null
  const bitsPerPixel = (channelsOfTypes[header[9] ?? 0] ?? 0) * (header[8] ?? 0)
  const sizes = (header[12] === 1 ? adam7 : plain).flatMap((pass) => {
    const [left, top, across, down] = pass
    const columns = Math.ceil((header.readUInt32BE(0) - left) / across)
    const rows = Math.ceil((header.readUInt32BE(4) - top) / down)
    // Each row begins with its filter.
    return columns > 0 && rows > 0
      ? [{ pass, rows, rowBytes: 1 + Math.ceil((columns * bitsPerPixel) / 8) }]
      : []
  })
  const total = sizes.reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0)
  const arrived = bitsPerPixel === 0 || total > maxBytes ? null : unpack(packed, total)
  if (!arrived) return null
  let left = arrived.length
  const passes = sizes.map(({ pass, rows, rowBytes }) => {
    const arrivedRows = Math.min(rows, Math.floor(left / rowBytes))
    left -= arrivedRows * rowBytes
    return { pass, rows, arrivedRows }
  })
  const pixels = deflateSync(Buffer.concat([arrived], total), { level: 1 })
  const png = Buffer.concat([...before, chunkOf('IDAT', pixels), chunkOf('IEND', Buffer.alloc(0))])
  return { png, isWhole: arrived.length === total, passes }
}

/** The chunks before the pixels, and the data of the pixels. */
function partsOf(bytes: Buffer): { before: Buffer[]; packed: Buffer } {
  const before = [bytes.subarray(0, signatureLength)]
  const pieces: Buffer[] = []
  for (const { type, data, whole } of chunksOf(bytes)) {
    if (type === 'IDAT') pieces.push(data)
    else if (pieces.length === 0) before.push(whole)
  }
  return { before, packed: Buffer.concat(pieces) }
}

/** Null if the data is broken before it ends. */
function unpack(packed: Buffer, maxOutputLength: number): Buffer | null {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength }
    return inflateRawSync(packed.subarray(zlibHeaderLength), options)
  } catch {
    return null
  }
}

/** Gives each pixel of an interlaced picture that has not arrived the colour of an earlier pass beside it. False if rows of the
 *  first pass are missing, because then there is none. */
export function fillFromEarlierPasses(
  { data, width, channels }: { data: Buffer; width: number; channels: number },
  passes: readonly ArrivedPass[],
): boolean {
  const [first, ...later] = passes
  if (!first || first.arrivedRows < first.rows) return false
  for (const { pass, rows, arrivedRows } of later) {
    const [left, top, across, down] = pass
    for (let row = arrivedRows; row < rows; row += 1) {
      const y = top + row * down
      for (let x = left; x < width; x += across) {
        const from = ((y - (y % down)) * width + x - (x % across)) * channels
        data.copyWithin((y * width + x) * channels, from, from + channels)
      }
    }
  }
  return true
}
