import { deflateSync } from 'node:zlib'
import type { Random } from '@pinmark/testbed/random'
import { quarters } from './quarters'

/** The same picture in every accepted format, as common programs write it. */
export const encodings: Record<string, () => Promise<Buffer>> = {
  jpeg: () => quarters().jpeg().toBuffer(),
  'progressive jpeg': () => quarters().jpeg({ progressive: true }).toBuffer(),
  png: () => quarters().withIccProfile('p3').png().toBuffer(),
  'palette png': () => quarters().png({ palette: true, progressive: true }).toBuffer(),
  webp: () => quarters().webp().toBuffer(),
  'lossless webp': () => quarters().webp({ lossless: true }).toBuffer(),
  avif: () => quarters().avif().toBuffer(),
  gif: () => quarters().gif().toBuffer(),
}

type Change = (bytes: Buffer, at: number, random: Random) => Buffer

const changes: readonly Change[] = [
  // Truncation, a hole, a repeated piece, a patch, an additional byte, a flipped bit.
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.whole(1, 64))]),
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at + random.whole(1, 64)), bytes.subarray(at)]),
  (bytes, at, random) =>
    bytes.fill(random.whole(0, 255), at, Math.min(bytes.length, at + random.whole(1, 32))),
  (bytes, at) => bytes.fill(255, at, at + 1),
  (bytes, at, random) => bytes.fill((bytes[at] ?? 0) ^ (1 << random.whole(0, 7)), at, at + 1),
]

/** Damages a file by one to eight changes. */
export function damageFile(file: Buffer, random: Random): Buffer {
  let damaged: Buffer = Buffer.from(file)
  for (let left = random.whole(1, 8); left > 0 && damaged.length > 1; left -= 1) {
    // Most changes are in the header, because headers decide more than pixels do.
    const at =
      random.next() < 0.4
        ? random.whole(0, Math.min(64, damaged.length - 1))
        : random.whole(0, damaged.length - 1)
    damaged = random.pick(changes)(damaged, at, random)
  }
  return damaged
}

/** Small files that decompress, or claim to decompress, to more than the memory, and files of other types. */
export async function imageBombs(): Promise<Record<string, Buffer>> {
  const jpeg = await quarters().jpeg().toBuffer()
  const sizeAt = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  const hugeJpeg = Buffer.from(jpeg)
  hugeJpeg.writeUInt16BE(65_500, sizeAt)
  hugeJpeg.writeUInt16BE(65_500, sizeAt + 2)
  const gif = await quarters().gif().toBuffer()
  const hugeGif = Buffer.from(gif)
  hugeGif.writeUInt16LE(65_535, 6)
  hugeGif.writeUInt16LE(65_535, 8)
  return {
    'a PNG that claims to be 60,000 pixels wide and high': png(60_000, 60_000, Buffer.alloc(64)),
    'a PNG of 100 megapixels in 100 KB': png(10_000, 10_000, Buffer.alloc(12_501_250)),
    'a JPEG that claims 65,500 pixels': hugeJpeg,
    'a GIF that claims 65,535 pixels': hugeGif,
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a HEIC': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
    'a PDF': Buffer.from('%PDF-1.7\n%\u00e2\u00e3'),
    'an archive': Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
  }
}

/** A PNG with one bit per pixel. */
function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0], 8)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** CRC-32 of PNG: ISO 3309. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
