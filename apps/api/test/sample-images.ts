import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Four quarters that show the orientation: red, green above blue, white. */
export const quarters = {
  topLeft: '#ff0000',
  topRight: '#00ff00',
  bottomLeft: '#0000ff',
  bottomRight: '#ffffff',
}

/** A raw picture in four colours. `width` and `height` are even. */
export function quarterImage(width = 64, height = 48): Sharp {
  const tile = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  })
  return sharp({ create: { width, height, channels: 3, background: quarters.topLeft } }).composite([
    { input: tile(quarters.topRight), left: width / 2, top: 0 },
    { input: tile(quarters.bottomLeft), left: 0, top: height / 2 },
    { input: tile(quarters.bottomRight), left: width / 2, top: height / 2 },
  ])
}

export async function pngOf(width = 64, height = 48): Promise<Buffer> {
  return quarterImage(width, height).png().toBuffer()
}

/** Incompressible pixels, the same for the same seed. */
export async function noisePng(width: number, height: number, seed = 1): Promise<Buffer> {
  const random = randomBytesOf(seed)
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => random()))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** A gradient with a film grain of a few levels in each colour. It is the slowest input for encoders that
 *  search repeated pixels, because they find short ones everywhere. */
export async function grainyPng(width: number, height: number): Promise<Buffer> {
  const random = randomBytesOf(5)
  const data = Buffer.alloc(width * height * 3)
  const grainOf = (bits: number) => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + ((bits >> 3) & 1)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const base = 60 + Math.floor(((pixel % width) * 90) / width) + Math.floor((pixel * 60) / (width * height))
    const bits = random()
    data[pixel * 3] = base + grainOf(bits)
    data[pixel * 3 + 1] = base + 20 + grainOf(bits >> 4)
    data[pixel * 3 + 2] = base + 40 + grainOf(random())
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** A design that is wide and grainy enough for a narrow rendition. */
export async function wideDesignPng(width = 1_440, height = 360): Promise<Buffer> {
  const random = randomBytesOf(3)
  const data = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.fill(200 + (random() & 31), pixel * 3, pixel * 3 + 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Pseudo-random bytes with a fixed seed (mulberry32). */
export function randomBytesOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff
  }
}

/** A PNG that claims to be `width` by `height` and has almost no content. */
export function hollowPng(width: number, height: number, pixels = Buffer.alloc(64)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND')]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** A PNG with further chunks before its pixels. */
export function pngWithChunks(png: Buffer, chunks: [type: string, data: Buffer][]): Buffer {
  const pixelsAt = png.indexOf('IDAT') - 4
  const further = chunks.map(([type, data]) => pngChunk(type, data))
  return Buffer.concat([png.subarray(0, pixelsAt), ...further, png.subarray(pixelsAt)])
}

/** A hundred compressed texts of 8 MB each, in less than 1 MB. */
export function textBomb(png: Buffer): Buffer {
  const text = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(7_900_000, 'a')),
  ])
  return pngWithChunks(
    png,
    Array.from({ length: 100 }, () => ['zTXt', text]),
  )
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(zlibCrc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The first bytes of a photo in the format of phones. */
export function heicHeader(): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ])
}

/** The colour at a point of an encoded image, as #rrggbb or, with transparency, #rrggbbaa. */
export async function colourAt(image: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return `#${data.subarray(at, at + info.channels).toString('hex')}`
}

/** Largest difference of two #rrggbb colours in a channel, 0 to 255. */
export function colourDistance(one: string, other: string): number {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [left, right] = [channels(one), channels(other)]
  return Math.max(...left.map((value, at) => Math.abs(value - (right[at] ?? 255))))
}
