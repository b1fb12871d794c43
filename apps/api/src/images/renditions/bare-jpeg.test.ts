import sharp from 'sharp'
import { expect, test } from 'vitest'
import { quarterImage, randomBytesOf } from '../../../test/sample-images'
import { bareJpeg, scanCount } from './bare-jpeg'

const secret = 'Secret Camera'
const rawPixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

function segment(code: number, content: string): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, Buffer.from(content, 'latin1')])
}

const told = () =>
  quarterImage(200, 150)
    .withExif({ IFD0: { Make: secret } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>${secret}</secret></x:xmpmeta>`)

const codings = {
  baseline: () => told().jpeg(),
  progressive: () => told().jpeg({ progressive: true }),
  'with half as many colours': () => told().jpeg({ chromaSubsampling: '4:2:0' }),
  grey: () => told().greyscale().jpeg(),
  'for print': () => told().toColourspace('cmyk').jpeg(),
}

test.each(Object.entries(codings))(
  'a JPEG that is %s keeps its pixels and loses everything else',
  async (_name, encode) => {
    const encoded = await encode().toBuffer()
    const source = Buffer.concat([
      encoded.subarray(0, 2),
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xfe, secret),
      encoded.subarray(2),
      Buffer.from(secret),
    ])
    expect(source.includes(secret)).toBe(true)

    const bare = bareJpeg(source)

    if (!bare) throw new Error('it was given up')
    expect(bare.includes('Secret')).toBe(false)
    const { exif, xmp, iptc, icc, comments } = await sharp(bare).metadata()
    expect({ exif, xmp, iptc, icc, comments }).toEqual({})
    expect((await rawPixels(bare)).equals(await rawPixels(source))).toBe(true)
  },
)

test('a comment between two scans is removed', async () => {
  const encoded = await told().jpeg({ progressive: true }).toBuffer()
  const second = encoded.indexOf(Buffer.from([0xff, 0xda]), encoded.indexOf(Buffer.from([0xff, 0xda])) + 2)
  const source = Buffer.concat([encoded.subarray(0, second), segment(0xfe, secret), encoded.subarray(second)])

  const bare = bareJpeg(source)

  expect(bare?.includes(secret)).toBe(false)
  expect(bare && (await rawPixels(bare)).equals(await rawPixels(encoded))).toBe(true)
})

test.each([
  ['a comment', 0xfe, 0],
  ['a number of lines', 0xdc, 0],
  ['an Adobe segment', 0xee, 1],
])('scans are counted after %s with an impossible length, as in the decoder', async (_name, code, length) => {
  const encoded = await told().jpeg({ progressive: true }).toBuffer()
  const empty = Buffer.from([0xff, code, 0, length])
  const source = Buffer.concat([encoded.subarray(0, 2), empty, encoded.subarray(2)])

  expect(scanCount(encoded)).toBeGreaterThan(5)
  expect(scanCount(source)).toBe(scanCount(encoded))
  const decoded = await sharp(source, { failOn: 'error' }).raw().toBuffer()
  expect(decoded.equals(await rawPixels(encoded))).toBe(true)
})

test('a JPEG of another structure is rejected', async () => {
  const encoded = await told().jpeg().toBuffer()
  const frame = encoded.indexOf(Buffer.from([0xff, 0xc0]))
  const withByte = (at: number, value: number) => {
    const changed = Buffer.from(encoded)
    changed[at] = value
    return changed
  }

  expect(bareJpeg(encoded)).not.toBeNull()
  expect(bareJpeg(await told().png().toBuffer())).toBeNull()
  expect(bareJpeg(Buffer.alloc(0))).toBeNull()
  // Arithmetic coding.
  expect(bareJpeg(withByte(frame + 1, 0xc9))).toBeNull()
  // A length of zero, and one beyond the file.
  expect(bareJpeg(withByte(frame + 3, 0))).toBeNull()
  expect(bareJpeg(withByte(frame + 2, 0xff))).toBeNull()
  expect(bareJpeg(encoded.subarray(0, -2))).toBeNull()
  expect(bareJpeg(encoded.subarray(0, frame))).toBeNull()
})

test('damaged files are rejected or rewritten, and never read beyond their end', async () => {
  const encoded = await told().jpeg({ progressive: true }).toBuffer()
  const random = randomBytesOf(7)
  let kept = 0
  for (let round = 0; round < 2_000; round += 1) {
    const damaged = Buffer.from(encoded)
    for (let flaw = 0; flaw < 4; flaw += 1) {
      damaged[(random() * 256 + random()) % damaged.length] = random()
    }
    const bare = bareJpeg(damaged)
    if (bare) kept += 1
    expect(bare === null || bare.length <= damaged.length).toBe(true)
  }
  expect(kept).toBeGreaterThan(0)
})
