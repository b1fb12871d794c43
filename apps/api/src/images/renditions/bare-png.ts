import { deflateSync, crc32 } from 'node:zlib'
import type { Chromaticity, NamedColours } from './icc-profile'
import { coloursOfCodePoints, coloursOfGamma } from './named-colours'

/** Removes texts and other metadata from a PNG before it is decoded. libpng unpacks every compressed text: a file of
 *  0.7 MB holds 700 MB of them. Source: W3C PNG specification, third edition, sections 4.3, 5.3 and 11.3. */

const signatureLength = 8
/** Length, type and checksum of a chunk. */
const frameLength = 12
const headerEnd = signatureLength + frameLength + 13
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

export function barePng(source: Uint8Array): BarePng {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const pieces = [bytes.subarray(0, signatureLength)]
  const chunks = new Map<string, Buffer>()
  /** Number of pieces before the first chunk of pixels or palette. Colours are named there. */
  let pixelsAt: number | undefined
  for (let at = signatureLength; at < bytes.length;) {
    const hasFrame = at + frameLength <= bytes.length
    const wholeEnd = hasFrame ? at + frameLength + bytes.readUInt32BE(at) : Infinity
    const end = Math.min(wholeEnd, bytes.length)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const chunk = bytes.subarray(at, end)
    if (type === 'PLTE' || type === 'IDAT') pixelsAt ??= pieces.length
    if (colourTypes.has(type) && pixelsAt === undefined && !chunks.has(type)) chunks.set(type, chunk)
    if (/^[A-Z]/.test(type) || keptTypes.has(type))
      pieces.push(...(end === wholeEnd ? checked(chunk) : [chunk]))
    if (type === 'IEND') break
    at = end
  }
  const { profile, colours } = coloursOf(chunks)
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
  const body = Buffer.concat([Buffer.from('iCCPcolours\0\0', 'latin1'), deflateSync(profile)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  const chunk = [frame.subarray(0, 4), body, frame.subarray(4)]
  return Buffer.concat([png.subarray(0, headerEnd), ...chunk, png.subarray(headerEnd)])
}

/** What the most important chunk says: cICP, iCCP, sRGB, then gAMA and cHRM. */
function coloursOf(chunks: ReadonlyMap<string, Buffer>): {
  profile?: Buffer | undefined
  colours: NamedColours | null
} {
  const dataOf = (type: string, length: number) => {
    const data = chunks.get(type)?.subarray(8, -4)
    return data?.length === length ? data : undefined
  }
  const codePoints = dataOf('cICP', 4)
  const named = codePoints && coloursOfCodePoints(codePoints[0] ?? 0, codePoints[1] ?? 0)
  if (named) return { colours: named }
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
