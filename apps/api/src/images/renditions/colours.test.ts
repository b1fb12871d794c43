import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImageViewer, type Shown } from '@pinmark/testbed/image-viewer'
import { pngChunk, pngWithChunks, quarterImage } from '../../../test/sample-images'
import { decodeImage } from './decode-image'
import { iccProfile } from './icc-profile'
import { chunksOf } from './png-chunks'
import { contentTypes, sniffImage } from './sniff'

// Chromium is the judge: it shows each file in an `<img>`.

/** Largest difference of a channel from what the browser shows, of 255. */
const tolerance = 3

let viewer: ImageViewer
beforeAll(async () => {
  viewer = await ImageViewer.start()
})
afterAll(() => viewer.stop())

/** A stored image as red, green, blue and alpha. */
async function stored(file: Buffer): Promise<Shown> {
  const { data, width, height, channels } = await decodeImage(file, sniffImage(file))
  const rgba = sharp(data, { raw: { width, height, channels } }).toColourspace('srgb').ensureAlpha()
  return { width, height, data: await rgba.raw().toBuffer() }
}

/** Pixels that are hardly visible have no exact colours in a browser, which multiplies colours by alpha. */
const minAlpha = 128

function largestDifference(one: Shown, other: Shown): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let largest = 0
  for (let at = 0; at < one.data.length; at += 4) {
    const isVisible = (other.data[at + 3] ?? 0) >= minAlpha
    for (let channel = isVisible ? 0 : 3; channel < 4; channel += 1)
      largest = Math.max(largest, Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)))
  }
  return largest
}

async function differenceFromBrowser(file: Buffer): Promise<number> {
  return largestDifference(await stored(file), await viewer.show(file, contentTypes[sniffImage(file)]))
}

/** Colours of six levels each, in squares, so that chroma subsampling and a blurred edge change little. */
const [width, height, squarePx] = [144, 96, 8]
const levels = 6

type Space = 'grey' | 'grey and alpha' | 'RGB' | 'RGBA'
const channelsOf = { grey: 1, 'grey and alpha': 2, RGB: 3, RGBA: 4 } as const
const pngTypes = { grey: 0, 'grey and alpha': 4, RGB: 2, RGBA: 6 } as const

/** Values from 0 to 1 of one pixel. */
function valuesAt(x: number, y: number, space: Space): number[] {
  const square = Math.floor(y / squarePx) * (width / squarePx) + Math.floor(x / squarePx)
  const colours =
    channelsOf[space] < 3
      ? [square / (levels ** 3 - 1)]
      : [0, 1, 2].map((at) => (Math.floor(square / levels ** at) % levels) / (levels - 1))
  return channelsOf[space] % 2 === 1 ? colours : [...colours, square % 3 === 0 ? 0.8 : 1]
}

function pixelsOf(space: Space, depth: 8 | 16): Buffer {
  // Levels of eight bits, because a browser may drop the others.
  const unit = depth === 16 ? 257 : 1
  const data = Buffer.alloc((width * height * channelsOf[space] * depth) / 8)
  let at = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const value of valuesAt(x, y, space)) {
        data.writeUIntBE(Math.round(value * 255) * unit, at, depth / 8)
        at += depth / 8
      }
  return data
}

type Chunks = [type: string, data: Buffer][]

function pngIn(space: Space, depth: 8 | 16, chunks: Chunks): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, pngTypes[space]], 8)
  const pixels = pixelsOf(space, depth)
  const rowBytes = pixels.length / height
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.alloc(1),
    pixels.subarray(y * rowBytes, (y + 1) * rowBytes),
  ]).flat()
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND'),
  ])
  return pngWithChunks(png, chunks)
}

const isGrey = (space: Space) => channelsOf[space] < 3

/** The profile that libvips has under this name. */
async function profileNamed(name: 'p3' | 'srgb'): Promise<Buffer> {
  const { icc } = await sharp(await quarterImage(2, 2).withIccProfile(name).png().toBuffer()).metadata()
  if (!icc) throw new Error('no profile was embedded')
  return icc
}

/** Adobe RGB (1998). Source: Adobe RGB (1998) Color Image Encoding, section 4.3. */
function adobeProfile(): Buffer {
  const profile = iccProfile({
    ...{ white: [0.3127, 0.329], red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06] },
    toLinear: (value) => value ** (563 / 256),
  })
  if (!profile) throw new Error('a profile was expected')
  return profile
}

/** The smallest profile of grey: its white and its curve (ICC.1:2022, section 8.3). */
function greyProfile(): Buffer {
  const tag = (name: string, at: number, bytes: number) =>
    Buffer.concat([Buffer.from(name), numbers(at, bytes)])
  const d50 = [0.9642, 1, 0.8249].map((value) => Math.round(value * 65_536))
  const curve = Buffer.concat([Buffer.from('curv'), numbers(0, 1), Buffer.from([2, 51, 0, 0])])
  const head = Buffer.concat([numbers(192, 0, 0x0210_0000), Buffer.from('mntrGRAYXYZ ')])
  return Buffer.concat([
    ...[head, Buffer.alloc(36 - head.length), Buffer.from('acsp'), Buffer.alloc(28), numbers(...d50)],
    ...[Buffer.alloc(48), numbers(2), tag('wtpt', 156, 20), tag('kTRC', 176, 14)],
    ...[Buffer.from('XYZ '), numbers(0, ...d50), curve],
  ])
}

const profileFor = (space: Space) => (isGrey(space) ? greyProfile() : adobeProfile())

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) data.writeUInt32BE(value, 4 * at)
  return data
}
const gamma = (value: number): Chunks[number] => ['gAMA', numbers(value)]
const adobeCorners: Chunks[number] = [
  'cHRM',
  numbers(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000),
]
const profileChunk = (profile: Buffer): Chunks[number] => [
  'iCCP',
  Buffer.concat([Buffer.from('profile\0\0'), deflateSync(profile)]),
]
const isSrgb: Chunks[number] = ['sRGB', Buffer.from([0])]
const cicp = (primaries: number, transfer: number): Chunks[number] => [
  'cICP',
  Buffer.from([primaries, transfer, 0, 1]),
]

/** Ways in which a PNG names its colours. */
const waysOfPng: Record<string, (space: Space) => Chunks | Promise<Chunks>> = {
  'no name of its colours': () => [],
  'a profile of gamma 2.2': (space) => [profileChunk(profileFor(space))],
  'a P3 profile of libvips': async (space) => (isGrey(space) ? [] : [profileChunk(await profileNamed('p3'))]),
  'a profile of grey': () => [profileChunk(greyProfile())],
  'a profile of RGB': () => [profileChunk(adobeProfile())],
  'a profile that is none': () => [profileChunk(Buffer.from('not a profile'))],
  'an sRGB chunk': () => [isSrgb],
  'gAMA of sRGB': () => [gamma(45_455)],
  'linear gAMA': () => [gamma(100_000)],
  'gAMA and cHRM of Adobe RGB': () => [gamma(45_470), adobeCorners],
  'cHRM without gAMA': () => [adobeCorners],
  'cHRM of no area': () => [gamma(45_455), ['cHRM', numbers(...Array<number>(8).fill(30_000))]],
  'gAMA of zero': () => [gamma(0)],
  'cICP of Display P3': () => [cicp(12, 13)],
  'cICP of BT.709': () => [cicp(1, 1)],
  'cICP of BT.601': () => [cicp(6, 6)],
  'cICP of BT.2020': () => [cicp(9, 14)],
  'cICP of xvYCC': () => [cicp(1, 11)],
  'cICP of unknown codes': () => [cicp(99, 99)],
  'a profile, sRGB, gAMA and cICP': (space) => [
    ...[profileChunk(profileFor(space)), isSrgb, gamma(100_000), cicp(12, 13)],
  ],
  'a profile and gAMA': (space) => [profileChunk(profileFor(space)), gamma(100_000)],
  'sRGB and gAMA': () => [isSrgb, gamma(100_000), adobeCorners],
}

describe('a PNG looks as in a browser', () => {
  const spaces = ['grey', 'grey and alpha', 'RGB', 'RGBA'] as const
  const cases = Object.keys(waysOfPng).flatMap((way) =>
    spaces.flatMap((space) => ([8, 16] as const).map((depth) => [way, space, depth] as const)),
  )
  test.each(cases)('with %s, %s, %d bits', async (way, space, depth) => {
    expect(
      await differenceFromBrowser(pngIn(space, depth, (await waysOfPng[way]?.(space)) ?? [])),
    ).toBeLessThanOrEqual(tolerance)
  })
})

function picture(space: Space): Sharp {
  return sharp(pixelsOf(space, 8), { raw: { width, height, channels: channelsOf[space] } })
}

/** The same AVIF with other code points. */
function withCodePoints(avif: Buffer, primaries: number, transfer: number): Buffer {
  const named = Buffer.from(avif)
  const at = named.indexOf('nclx')
  named.writeUInt16BE(primaries, at + 4)
  named.writeUInt16BE(transfer, at + 6)
  return named
}

const waysOfAvif: Record<string, (picture: Sharp, bitdepth: 8 | 10 | 12) => Promise<Buffer>> = {
  'the code points of sRGB': (picture, bitdepth) => picture.avif({ lossless: true, bitdepth }).toBuffer(),
  'the code points of Display P3': async (picture, bitdepth) =>
    withCodePoints(await picture.avif({ lossless: true, bitdepth }).toBuffer(), 12, 13),
  'the code points of BT.601': async (picture, bitdepth) =>
    withCodePoints(await picture.avif({ lossless: true, bitdepth }).toBuffer(), 6, 6),
  'linear code points': async (picture, bitdepth) =>
    withCodePoints(await picture.avif({ lossless: true, bitdepth }).toBuffer(), 1, 8),
  'unspecified code points': async (picture, bitdepth) =>
    withCodePoints(await picture.avif({ lossless: true, bitdepth }).toBuffer(), 2, 2),
  'a P3 profile': (picture, bitdepth) =>
    picture.withIccProfile('p3').avif({ lossless: true, bitdepth }).toBuffer(),
}

describe('an AVIF looks as its picture of eight bits in a browser', () => {
  const cases = Object.keys(waysOfAvif).flatMap((way) =>
    (['grey', 'RGB', 'RGBA'] as const).flatMap((space) =>
      ([8, 10, 12] as const).map((depth) => [way, space, depth] as const),
    ),
  )
  test.each(cases)('with %s, %s, %d bits', async (way, space, depth) => {
    const [file, flat] = await Promise.all([encode(way, space, depth), encode(way, space, 8)])
    expect(largestDifference(await stored(file), await viewer.show(flat, 'image/avif'))).toBeLessThanOrEqual(
      tolerance,
    )
  })

  async function encode(way: string, space: Space, depth: 8 | 10 | 12): Promise<Buffer> {
    return (await waysOfAvif[way]?.(picture(space), depth)) ?? Buffer.alloc(0)
  }
})

test.each<[string, () => Promise<Buffer>]>([
  ['JPEG', () => picture('RGB').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()],
  ['grey JPEG', () => picture('grey').toColourspace('b-w').jpeg({ quality: 100 }).toBuffer()],
  [
    'JPEG with a profile',
    () => picture('RGB').withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  ['WebP with a profile', () => picture('RGB').withIccProfile('p3').webp({ lossless: true }).toBuffer()],
  ['WebP with alpha', () => picture('RGBA').withIccProfile('p3').webp({ lossless: true }).toBuffer()],
  ['GIF', () => picture('RGB').gif().toBuffer()],
  ['PNG with a palette', () => picture('RGB').withIccProfile('p3').png({ palette: true }).toBuffer()],
])('a %s looks as in a browser', async (_name, encode) => {
  expect(await differenceFromBrowser(await encode())).toBeLessThanOrEqual(tolerance)
})

const encoders = {
  jpeg: (image: Sharp) => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
  png: (image: Sharp) => image.png(),
  webp: (image: Sharp) => image.webp({ lossless: true }),
  avif: (image: Sharp) => image.avif({ lossless: true }),
}

test.each(Object.entries(encoders))(
  'a %s that EXIF turns is turned as in a browser',
  async (_name, encode) => {
    expect(
      await differenceFromBrowser(
        await encode(quarterImage(64, 48)).withMetadata({ orientation: 6 }).toBuffer(),
      ),
    ).toBeLessThanOrEqual(tolerance)
  },
)

/** Types of a number in EXIF (TIFF 6.0, section 2). */
test.each([
  ['one byte', 1],
  ['32 bits', 4],
  ['16 bits with a sign', 8],
])('a JPEG with its orientation in %s is turned as in a browser', async (_name, type) => {
  const jpeg = await encoders.jpeg(quarterImage(64, 48)).withMetadata({ orientation: 6 }).toBuffer()
  const short = jpeg.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]))
  jpeg[short + 2] = type

  expect(short).toBeGreaterThan(0)
  expect(await differenceFromBrowser(jpeg)).toBeLessThanOrEqual(tolerance)
})

const sample = (name: string) => readFile(new URL(`../../../test/images/${name}`, import.meta.url))

test.each([
  ...['16bit-grey-icc.png', '16bit-srgb-icc.png', '16bit-adobergb.png', 'gama-linear.png'],
  ...['gama-chrm-adobe.png', 'p3.avif', 'exif6.webp'],
  ...['cmyk.jpg', 'premultiplied.avif', 'first-frame-inside.gif'],
])('%s, written by other programs, looks as in a browser', async (name) => {
  expect(await differenceFromBrowser(await sample(name))).toBeLessThanOrEqual(tolerance)
})

test('a PNG whose code points say sRGB is shown in sRGB, whatever its profile says', async () => {
  const png = await quarterImage().png().toBuffer()
  const profile = iccProfile({
    ...{ white: [0.3127, 0.329], red: [0.3, 0.6], green: [0.15, 0.06], blue: [0.64, 0.33] },
    toLinear: (value) => value ** 2.2,
  })
  if (!profile) throw new Error('The profile was not written.')
  const data = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(profile)])

  const both = pngWithChunks(png, [
    ['cICP', Buffer.from([1, 13, 0, 1])],
    ['iCCP', data],
  ])

  expect(await differenceFromBrowser(both)).toBeLessThanOrEqual(tolerance)
})

/** An animation of one picture that lasts, whose default image is another one. */
async function hiddenDefaultPng(): Promise<Buffer> {
  const [byDefault, first] = await Promise.all(
    [quarterImage(64, 48).negate({ alpha: false }), quarterImage(64, 48)].map((image) =>
      image.png().toBuffer(),
    ),
  )
  if (!byDefault || !first) throw new Error('two pictures were expected')
  const pixels = [...chunksOf(first)].filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const animation: Chunks = [
    ['fcTL', Buffer.concat([numbers(0, 64, 48, 0, 0), Buffer.from([0, 0, 0, 1, 0, 0])])],
    ['fdAT', Buffer.concat([numbers(1), ...pixels])],
  ]
  const png = pngWithChunks(byDefault, [['acTL', numbers(1, 0)]])
  const end = pngChunk('IEND')
  return Buffer.concat([png.subarray(0, -end.length), ...animation.map((chunk) => pngChunk(...chunk)), end])
}

test('an animated PNG whose default image is hidden looks as in a browser', async () => {
  expect(await differenceFromBrowser(await hiddenDefaultPng())).toBeLessThanOrEqual(tolerance)
})

test('a PNG with more transparency than colours looks as in a browser', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d22828' } })
    .png({ palette: true, colours: 2 })
    .toBuffer()

  const transparent = pngWithChunks(png, [['tRNS', Buffer.alloc(256, 150)]])

  expect(transparent[25]).toBe(3)
  expect(await differenceFromBrowser(transparent)).toBeLessThanOrEqual(tolerance)
})

/** An AVIF whose crop has this size and offset from the middle. */
async function croppedAvif(...[width, height, x, y]: [number, number, number, number]): Promise<Buffer> {
  const avif = await quarterImage(64, 48).removeAlpha().avif({ lossless: true }).toBuffer()
  const crop = box('clap', numbers(width, 1, height, 1, x >>> 0, 1, y >>> 0, 1))
  const grown = Buffer.from(avif)
  const growth = crop.length + 1
  const at = (name: string) => grown.indexOf(name)
  // One more property of the first picture, which a decoder may not ignore.
  const [properties, uses] = [at('ipco'), at('ipma')]
  const propertiesEnd = properties - 4 + grown.readUInt32BE(properties - 4)
  const count = [...boxesIn(grown.subarray(properties + 4, propertiesEnd))].length
  const usesEnd = uses + 15 + (grown[uses + 14] ?? 0)
  grown[uses + 14] = (grown[uses + 14] ?? 0) + 1
  for (const [name, by] of [
    ['meta', growth],
    ['iprp', growth],
    ['ipco', crop.length],
    ['ipma', 1],
  ] as const)
    grown.writeUInt32BE(grown.readUInt32BE(at(name) - 4) + by, at(name) - 4)
  // The place of the picture in the file.
  grown.writeUInt32BE(grown.readUInt32BE(at('iloc') + 16) + growth, at('iloc') + 16)
  return Buffer.concat([
    grown.subarray(0, propertiesEnd),
    crop,
    grown.subarray(propertiesEnd, usesEnd),
    Buffer.from([0x80 | (count + 1)]),
    grown.subarray(usesEnd),
  ])
}

const box = (type: string, content: Buffer) =>
  Buffer.concat([numbers(8 + content.length), Buffer.from(type), content])

function* boxesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += bytes.readUInt32BE(start)) yield bytes.subarray(start)
}

test.each<[string, Parameters<typeof croppedAvif>]>([
  ['at the upper left corner', [32, 24, -16, -12]],
  ['in the middle', [32, 24, 0, 0]],
  ['at the lower right corner', [32, 24, 16, 12]],
  ['that is larger than the picture', [200, 24, 0, 0]],
])('an AVIF with a crop %s looks as in a browser', async (_where, crop) => {
  expect(await differenceFromBrowser(await croppedAvif(...crop))).toBeLessThanOrEqual(tolerance)
})

test('an animated AVIF shows its first picture', async () => {
  const { width, height, data } = await stored(await sample('animation.avif'))

  expect([width, height]).toEqual([120, 80])
  expect(Math.max(...[222, 33, 33].map((value, at) => Math.abs(value - (data[at] ?? 0))))).toBeLessThan(4)
})

describe('HDR', () => {
  /** littleCMS interpolates the bend of the curve at white. */
  const bendTolerance = 10

  // Code values of ITU-R BT.2408, table 1, and the light of white there: 203 cd/m². Browsers differ above white.
  test.each([
    ['black', 0, 0],
    ['an 18 % grey card', 0.38, 101],
    ['white', 0.58, 255],
    ['a highlight', 0.75, 255],
  ])('in PQ shows %s as on paper', async (_name, code, expected) => {
    const value = Math.round(code * 65_535)
    const pixels = Uint16Array.from({ length: 3 * 64 }, () => value)
    const png = await sharp(pixels, { raw: { width: 8, height: 8, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()

    const { data } = await stored(pngWithChunks(png, [cicp(9, 16)]))

    for (const channel of [0, 1, 2])
      expect(Math.abs((data[channel] ?? 0) - expected)).toBeLessThanOrEqual(bendTolerance)
  })

  test.each(['cicp-pq.png', 'pq-10bit.avif'])('%s is close to what a browser shows', async (name) => {
    const file = await sample(name)
    const [ours, browsers] = [await stored(file), await viewer.show(file, contentTypes[sniffImage(file)])]
    const difference = ours.data.reduce(
      (sum, value, at) => sum + Math.abs(value - (browsers.data[at] ?? 0)),
      0,
    )
    expect(difference / ours.data.length).toBeLessThan(12)
  })
})
