import { crc32 } from 'node:zlib'
import { unsupported } from './sniff'

/** Sources: W3C PNG specification, third edition, sections 5.2, 5.3 and 11.3.6. */

export const signatureLength = 8
/** Length, type and checksum of a chunk. */
const frameLength = 12
/** The end of the first chunk, IHDR. */
export const headerEnd = signatureLength + frameLength + 13

interface Chunk {
  type: string
  data: Buffer
  /** With its length, type and checksum. */
  whole: Buffer
  /** Whether its end is missing. */
  isCut: boolean
}

/** The chunks of a PNG. The last one may be cut off. */
export function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = signatureLength; at < png.length;) {
    const length = at + 8 <= png.length ? png.readUInt32BE(at) : Infinity
    const [dataEnd, end] = [at + 8 + length, at + frameLength + length]
    yield {
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, dataEnd),
      whole: png.subarray(at, end),
      isCut: end > png.length,
    }
    at = end
  }
}

/** A chunk of a PNG. */
export function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** An animated PNG as the first picture of its animation, which browsers show. Its default image can be another one, for
 *  programs without animations.
 *  @returns the bytes of all other files unchanged
 *  @throws AppError image_type_not_supported if another one does not cover the whole image */
export function stillPng(png: Buffer): { still: Buffer; isAnimated: boolean } {
  const before = [png.subarray(0, signatureLength)]
  const pixels: Buffer[] = []
  let isAnimated = false
  let hasDefault = false
  /** The control chunk of the first picture. */
  let first: Buffer | undefined
  for (const { type, data, whole } of chunksOf(png)) {
    if (type === 'acTL') isAnimated = true
    else if (type === 'IDAT') hasDefault = true
    else if (type === 'fcTL') {
      // The default image is the first picture, or the second picture begins.
      if (!hasDefault || first) break
      first = data
    } else if (type === 'fdAT') pixels.push(data.subarray(4))
    else if (!hasDefault) before.push(whole)
  }
  if (!isAnimated || pixels.length === 0) return { still: png, isAnimated }
  const sizeOf = (header: Buffer | undefined, at: number) => header?.toString('hex', at, at + 8)
  if (sizeOf(first, 4) !== sizeOf(png, signatureLength + 8)) throw unsupported('APNG')
  const end = [chunkOf('IDAT', Buffer.concat(pixels)), chunkOf('IEND', Buffer.alloc(0))]
  return { still: Buffer.concat([...before, ...end]), isAnimated }
}
