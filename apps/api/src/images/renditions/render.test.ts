import sharp, { type Sharp } from 'sharp'
import { afterAll, expect, test } from 'vitest'
import {
  colourAt,
  colourDistance,
  grainyPng,
  heicHeader,
  hollowPng,
  noisePng,
  pngOf,
  quarterImage,
  quarters,
  randomBytesOf,
  textBomb,
  wideDesignPng,
} from '../../../test/sample-images'
import { previewSize } from './renditions'
import { renderImage, stopRenderer } from './render'

afterAll(() => stopRenderer())

const prepare = (bytes: Buffer) => renderImage(bytes, { account: 'someone', network: 'somewhere' })

const encodings = {
  jpeg: () => quarterImage().jpeg({ quality: 95 }),
  png: () => quarterImage().png(),
  webp: () => quarterImage().webp({ quality: 95 }),
  avif: () => quarterImage().avif({ quality: 90 }),
  gif: () => quarterImage().gif(),
}

test.each(Object.entries(encodings))('a %s becomes every rendition', async (sourceType, encode) => {
  const source = await encode().toBuffer()

  const made = await prepare(source)

  expect(made).toMatchObject({
    sourceType,
    width: 64,
    height: 48,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(made.files.original.bytes.equals(source)).toBe(true)
  expect(made.files.original.contentType).toBe(`image/${sourceType}`)
  expect((await sharp(made.files.view.bytes).metadata()).format).toBe('webp')
  expect((await sharp(made.files.thumbnail.bytes).metadata()).format).toBe('webp')
  for (const name of ['jpeg', 'jpegSmall'] as const) {
    expect((await sharp(made.files[name].bytes).metadata()).format).toBe('jpeg')
  }
  expect(made.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(colourDistance(await colourAt(made.files.view.bytes, 8, 8), quarters.topLeft)).toBeLessThan(16)
  expect(colourDistance(await colourAt(made.files.view.bytes, 8, 40), quarters.bottomLeft)).toBeLessThan(16)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo with EXIF orientation %d is upright', async (orientation) => {
  const turned = await turnedAgainst(orientation, await pngOf(64, 48))
  const source = await sharp(turned)
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation })
    .toBuffer()

  const { width, height, files } = await prepare(source)

  expect([width, height]).toEqual([64, 48])
  for (const name of ['view', 'jpeg', 'thumbnail', 'jpegSmall'] as const) {
    const distance = async (x: number, y: number, colour: string) =>
      colourDistance(await colourAt(files[name].bytes, x, y), colour)
    expect(await distance(8, 8, quarters.topLeft), name).toBeLessThan(24)
    expect(await distance(56, 8, quarters.topRight), name).toBeLessThan(24)
    expect(await distance(8, 40, quarters.bottomLeft), name).toBeLessThan(24)
  }
})

/** Stores the picture as a camera in this orientation would. The orientation tag asks for the inverse. */
async function turnedAgainst(orientation: number, upright: Buffer): Promise<Buffer> {
  const flipped = [2, 5, 4, 7].includes(orientation)
  const backwards = { 1: 0, 2: 0, 3: 180, 4: 180, 5: 270, 6: 270, 7: 90, 8: 90 }[orientation] ?? 0
  // sharp rotates before it mirrors, whatever the order of the calls. Two steps keep the order.
  const mirrored = flipped ? await sharp(upright).flop().png().toBuffer() : upright
  return sharp(mirrored).rotate(backwards).png().toBuffer()
}

test('transparency is kept in the view and becomes white in the JPEG', async () => {
  const source = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()

  const { files } = await prepare(source)

  expect((await colourAt(files.view.bytes, 20, 20)).slice(7)).toBe('00')
  expect((await colourAt(files.thumbnail.bytes, 20, 20)).slice(7)).toBe('00')
  expect(await colourAt(files.jpeg.bytes, 20, 20)).toBe('#ffffff')
  expect(await colourAt(files.jpegSmall.bytes, 20, 20)).toBe('#ffffff')
})

test('the view of a PNG has exactly its pixels', async () => {
  const source = await noisePng(120, 90)

  const { files } = await prepare(source)

  const [before, after] = await Promise.all(
    [source, files.view.bytes].map((image) => sharp(image).raw().toBuffer()),
  )
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true)
})

const colourSources: [string, () => Promise<Buffer>, string][] = [
  [
    'CMYK',
    () => quarterImage().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
    '#ff0000',
  ],
  ['16-bit', () => quarterImage().toColourspace('rgb16').png().toBuffer(), '#ff0000'],
  ['palette', () => quarterImage().png({ palette: true }).toBuffer(), '#ff0000'],
  ['Display P3', () => quarterImage().withIccProfile('p3').png().toBuffer(), '#ff0000'],
  ['grey', () => quarterImage().greyscale().toColourspace('b-w').png().toBuffer(), '#7f7f7f'],
  ['16-bit grey', () => quarterImage().toColourspace('grey16').png().toBuffer(), '#7f7f7f'],
  ['interlaced', () => quarterImage().png({ progressive: true }).toBuffer(), '#ff0000'],
  ['progressive', () => quarterImage().jpeg({ progressive: true, quality: 95 }).toBuffer(), '#ff0000'],
]

test.each(colourSources)('a %s image looks the same in sRGB', async (_name, encode, red) => {
  const { files } = await prepare(await encode())

  // CMYK inks cannot print pure red, so any red is accepted.
  const allowed = _name === 'CMYK' ? 60 : 16
  expect(colourDistance((await colourAt(files.view.bytes, 8, 8)).slice(0, 7), red)).toBeLessThan(allowed)
  expect(colourDistance(await colourAt(files.jpeg.bytes, 8, 8), red)).toBeLessThan(allowed)
})

test('location, camera and colour profile of a photo are in none of the renditions for guests', async () => {
  const source = await quarterImage()
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret Place</secret></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(source.includes('Secret Camera')).toBe(true)

  const { files, placeholder } = await prepare(source)

  const served = [
    ...[files.view.bytes, files.thumbnail.bytes, files.jpeg.bytes, files.jpegSmall.bytes],
    files.preview.bytes,
  ]
  for (const bytes of [...served, Buffer.from(placeholder.split(',')[1] ?? '', 'base64')]) {
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
    expect(bytes.includes('Secret')).toBe(false)
  }
})

const keep = (bytes: Buffer) =>
  renderImage(bytes, { account: 'someone', network: 'somewhere' }, { isDesign: true })
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

test('an upright sRGB JPEG is shown without re-encoding, and without its metadata', async () => {
  const source = await quarterImage(1_600, 1_200)
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg({ quality: 70 })
    .toBuffer()

  const { files, narrowWidth, width, height } = await keep(source)

  expect({ width, height, type: files.view.contentType }).toEqual({
    width: 1_600,
    height: 1_200,
    type: 'image/jpeg',
  })
  expect((await pixels(files.view.bytes)).equals(await pixels(source))).toBe(true)
  expect(files.jpeg).toBe(files.view)
  expect(files.original.bytes.equals(source)).toBe(true)
  expect(narrowWidth === 1_080).toBe(files.narrow !== undefined)
  for (const { bytes } of [files.view, files.thumbnail, files.jpegSmall]) {
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Secret')).toBe(false)
  }
})

test('a JPEG with a profile of sRGB, as Photoshop writes it, keeps its own coding without the profile', async () => {
  const source = await sharp(await wideDesignPng(1_600, 1_200))
    .jpeg({ chromaSubsampling: '4:4:4' })
    .withIccProfile('srgb')
    .toBuffer()

  const { view } = (await keep(source)).files

  expect(view.contentType).toBe('image/jpeg')
  expect((await sharp(view.bytes).metadata()).icc).toBeUndefined()
  expect((await pixels(view.bytes)).equals(await pixels(source))).toBe(true)
})

test.each([
  ['is turned', () => quarterImage().jpeg().withMetadata({ orientation: 6 })],
  ['has other colours', () => quarterImage().withIccProfile('p3').jpeg()],
  ['is for print', () => quarterImage().toColourspace('cmyk').jpeg()],
  ['has many bytes', async () => sharp(await noisePng(64, 48)).jpeg({ quality: 100 })],
])('a JPEG that %s is re-encoded', async (_name, encode) => {
  const { files } = await keep(await (await encode()).toBuffer())

  expect(files.view.contentType).toBe('image/webp')
})

test('a design wider than a phone also gets a narrow picture without metadata, of the same proportions', async () => {
  const source = await sharp(await wideDesignPng(2_000, 601))
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Secret Camera' } })
    .png()
    .toBuffer()

  const { files, narrowWidth, width, height } = await prepare(source)

  expect([width, height, narrowWidth]).toEqual([2_000, 601, 1_080])
  if (!files.narrow) throw new Error('a narrow picture was expected')
  const { format, exif, icc, ...size } = await sharp(files.narrow.bytes).metadata()
  expect({ format, exif, icc, contentType: files.narrow.contentType }).toEqual({
    format: 'webp',
    contentType: 'image/webp',
  })
  expect([size.width, size.height]).toEqual([1_080, Math.round((601 * 1_080) / 2_000)])
  expect(files.narrow.bytes.length).toBeLessThanOrEqual(0.75 * files.view.bytes.length)
})

test('a narrow picture keeps the places of colours and transparency', async () => {
  const colours = await prepare(await quarterImage(3_000, 1_000).jpeg({ quality: 95 }).toBuffer())
  const leftHalf = Buffer.from(Array.from({ length: 1_600 * 800 }, (_, at) => (at % 1_600 < 800 ? 0 : 255)))
  const clear = await sharp(await wideDesignPng(1_600, 800))
    .joinChannel(leftHalf, { raw: { width: 1_600, height: 800, channels: 1 } })
    .png()
    .toBuffer()

  const [narrow, transparent] = [colours.files.narrow, (await prepare(clear)).files.narrow]

  if (!narrow || !transparent) throw new Error('narrow pictures were expected')
  expect(colourDistance(await colourAt(narrow.bytes, 100, 50), quarters.topLeft)).toBeLessThan(16)
  expect(colourDistance(await colourAt(narrow.bytes, 980, 50), quarters.topRight)).toBeLessThan(16)
  expect(colourDistance(await colourAt(narrow.bytes, 100, 310), quarters.bottomLeft)).toBeLessThan(16)
  expect((await colourAt(transparent.bytes, 500, 200)).slice(7)).toBe('00')
  expect((await colourAt(transparent.bytes, 600, 200)).slice(7)).toBe('ff')
})

test.each([
  ['is hardly wider than a phone', () => wideDesignPng(1_400, 300)],
  ['costs hardly any bytes as it is', () => pngOf(1_600, 400)],
])('a design that %s gets no narrow picture', async (_case, draw) => {
  const { files, narrowWidth } = await prepare(await draw())

  expect(files.narrow).toBeUndefined()
  expect(narrowWidth).toBeUndefined()
})

test('an animation shows its first frame', async () => {
  const frames = [quarters.topLeft, quarters.bottomLeft].map((background) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const animation = sharp(await Promise.all(frames), { join: { animated: true } })
  for (const source of [
    await animation.clone().gif().toBuffer(),
    await animation.clone().webp().toBuffer(),
  ]) {
    const { width, height, files } = await prepare(source)

    expect([width, height]).toEqual([20, 20])
    expect(colourDistance(await colourAt(files.view.bytes, 10, 10), quarters.topLeft)).toBeLessThan(16)
  }
})

test.each([
  ['a tall page', () => noisePng(1_500, 4_000), 1_200, 630],
  ['a banner', () => noisePng(3_000, 600), 1_200, 240],
  ['a small picture', () => pngOf(64, 48), 64, 34],
])(
  'the link of %s is previewed by a JPEG below 300 KB, of 1,200 px at most',
  async (_case, draw, width, height) => {
    const { files } = await prepare(await draw())

    expect(await sharp(files.preview.bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
    expect(files.preview.bytes.length).toBeLessThan(300_000)
    expect(previewSize(...(await sizeOf(files.jpeg.bytes)))).toMatchObject({ width, height })
  },
)

async function sizeOf(image: Buffer): Promise<[width: number, height: number]> {
  const { width, height } = await sharp(image).metadata()
  return [width, height]
}

test('an animation that begins with nothing shows its first picture', async () => {
  const empty = sharp({ create: { width: 64, height: 48, channels: 4, background: '#ffffff00' } })
  const frames = [await empty.png().toBuffer(), await pngOf(64, 48)]
  const animation = sharp(frames, { join: { animated: true } })
  for (const source of [
    await animation.clone().gif().toBuffer(),
    await animation.clone().webp({ lossless: true }).toBuffer(),
  ]) {
    const { files } = await prepare(source)
    expect(
      colourDistance((await colourAt(files.view.bytes, 8, 8)).slice(0, 7), quarters.topLeft),
    ).toBeLessThan(16)
  }
})

test('a PNG with a wrong checksum is shown, as long as its pixels are there', async () => {
  const source = await pngOf(64, 48)
  const start = source.indexOf('IDAT')
  source.writeUInt32BE(0, start + 4 + source.readUInt32BE(start - 4))

  const { files } = await prepare(source)

  expect(await colourAt(files.view.bytes, 8, 8)).toBe(quarters.topLeft)
})

test.each([
  ['PNG', 'image/png', (tall: Sharp) => tall.png()],
  ['JPEG', 'image/jpeg', (tall: Sharp) => tall.jpeg()],
  ['PNG with transparency', 'image/png', (tall: Sharp) => tall.ensureAlpha(0.5).png()],
])('a long page as %s is shown in full, beyond the largest side of WebP', async (_name, view, encode) => {
  const tall = sharp({ create: { width: 1_440, height: 30_000, channels: 3, background: '#204060' } })

  const { width, height, files, narrowWidth } = await prepare(await encode(tall).toBuffer())

  expect([width, height, files.view.contentType]).toEqual([1_440, 30_000, view])
  for (const { bytes } of [files.view, files.jpeg])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_440, height: 30_000 })
  expect(files.narrow?.contentType).toBe(narrowWidth === undefined ? undefined : 'image/jpeg')
})

test('compressed texts of a PNG are not unpacked', async () => {
  const { files } = await prepare(textBomb(await pngOf()))

  expect(await colourAt(files.view.bytes, 8, 8)).toBe(quarters.topLeft)
})

test('a single pixel is a valid image', async () => {
  const source = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()

  const { width, height, files } = await prepare(source)

  expect([width, height]).toEqual([1, 1])
  expect(await colourAt(files.view.bytes, 0, 0)).toBe('#00ff00')
})

test('a film grain of twelve megapixels stays within the time limit, and keeps its pixels', async () => {
  const source = await grainyPng(4_000, 3_000)

  const { files } = await prepare(source)

  const part = { left: 1_900, top: 1_400, width: 200, height: 200 }
  const pixelsOf = (image: Buffer) => sharp(image).extract(part).removeAlpha().raw().toBuffer()
  expect((await pixelsOf(files.view.bytes)).equals(await pixelsOf(source))).toBe(true)
})

test('noise gets a thumbnail and a list picture of at most 40 KB', async () => {
  const { files } = await prepare(await noisePng(900, 700))

  expect(files.thumbnail.bytes.length).toBeLessThanOrEqual(40 * 1024)
  expect(files.jpegSmall.bytes.length).toBeLessThanOrEqual(40 * 1024)
})

test('noise in the transparency gets a thumbnail and a list picture of at most 40 KB', async () => {
  const random = randomBytesOf(2)
  const data = Buffer.from(Array.from({ length: 640 * 625 * 4 }, () => (random() & 1) * 255))
  const source = await sharp(data, { raw: { width: 640, height: 625, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

  const { files } = await prepare(source)

  expect(files.thumbnail.bytes.length).toBeLessThanOrEqual(40 * 1024)
  expect(files.jpegSmall.bytes.length).toBeLessThanOrEqual(40 * 1024)
})

test.each([
  [65_500, 8],
  [8, 65_500],
])('an image of %d x %d pixels at the limit is accepted', async (width, height) => {
  const made = await prepare(await pngOf(width - (width % 2), height - (height % 2)))
  const exact = await prepare(
    await sharp({ create: { width, height, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  )

  expect(exact).toMatchObject({ width, height })
  const thumbnail = await sharp(made.files.thumbnail.bytes).metadata()
  expect(Math.min(thumbnail.width, thumbnail.height)).toBeGreaterThanOrEqual(1)
  // A very tall page shows its top part on a card.
  expect(thumbnail.height).toBeLessThanOrEqual(thumbnail.width * 3)
})

const refusals: [string, string, () => Promise<Buffer> | Buffer][] = [
  ['a PDF head alone', 'pdf_not_readable', () => Buffer.from('%PDF-1.7 something')],
  ['HTML', 'image_not_supported', () => Buffer.from('<!doctype html><html><svg></svg></html>')],
  ['an empty file', 'image_empty', () => Buffer.alloc(0)],
  ['one byte', 'image_not_supported', () => Buffer.from([0xff])],
  ['a GIF head with a page behind it', 'image_damaged', () => Buffer.from('GIF89a<script>alert(1)</script>')],
  ['a WebP head alone', 'image_damaged', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 ')],
  ['an AVIF head alone', 'image_damaged', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1avif')],
  [
    'an ftyp box that claims a huge size',
    'image_damaged',
    () => Buffer.from('\xff\xff\xff\xffftypavif', 'latin1'),
  ],
  ['100,000 x 100,000 pixels', 'too_many_pixels', () => hollowPng(100_000, 100_000)],
  ['65,501 pixels in a row', 'too_many_pixels', () => hollowPng(65_501, 10)],
  ['50,000,001 pixels and more', 'too_many_pixels', () => hollowPng(7_072, 7_072)],
  ['a JPEG of 1,000 scans', 'image_not_supported', () => jpegOfScans(1_000)],
  ['no pixels at all', 'image_damaged', () => hollowPng(0, 10)],
  ['missing pixel data', 'image_damaged', () => hollowPng(500, 500)],
  ['rows of a filter that does not exist', 'image_damaged', () => hollowPng(4, 4, Buffer.alloc(52, 7))],
]

/** A progressive JPEG that repeats its last scan, which sends all bits of its coefficients. */
async function jpegOfScans(count: number): Promise<Buffer> {
  const grey = sharp({ create: { width: 64, height: 48, channels: 3, background: '#888888' } })
  const jpeg = await grey.toColourspace('b-w').jpeg({ progressive: true, optimiseScans: true }).toBuffer()
  const [lastScan, end] = [0xda, 0xd9].map((code) => jpeg.lastIndexOf(Buffer.from([0xff, code])))
  const repeated = Array.from({ length: count }, () => jpeg.subarray(lastScan, end))
  return Buffer.concat([jpeg.subarray(0, lastScan), ...repeated, jpeg.subarray(end)])
}

test.each(refusals)('%s is refused: %s', async (_name, code, make) => {
  await expect(prepare(await make())).rejects.toMatchObject({ name: 'AppError', code })
})

const latin = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1')

test.each<[type: string, () => Promise<Buffer> | Buffer]>([
  ['HEIC', heicHeader],
  ['TIFF', () => quarterImage().tiff().toBuffer()],
  ['TIFF', () => latin('MM\0*')],
  ['BMP', () => latin('BM\x46\0\0\0\0\0\0\0\x36')],
  ['ICO', () => latin('\0\0\x01\0\x02\0')],
  ['JPEG XL', () => latin('\xff\x0a\xfa\x1f')],
  ['JPEG XL', () => latin('\0\0\0\x0cJXL \r\n\x87\n')],
  ['PSD', () => latin('8BPS\0\x01')],
  ['PostScript', () => latin('%!PS-Adobe-3.0 EPSF-3.0')],
])('a file of another type is refused by its name: %s', async (type, make) => {
  await expect(prepare(await make())).rejects.toMatchObject({
    ...{ code: 'image_type_not_supported', params: { type } },
    message: `${type} files are not supported. Export PNG or JPEG.`,
  })
})

test('a refused SVG says what it contains, also as a value for other languages', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text><textPath href="#p">A</textPath></text></svg>'

  await expect(prepare(Buffer.from(svg))).rejects.toMatchObject({
    ...{ code: 'svg_not_drawable', params: { what: 'text on a path' } },
    message: 'This SVG contains text on a path that Pinmark cannot draw. Export PNG or PDF.',
  })
})

const design = (bytes: Buffer) =>
  renderImage(bytes, { account: 'someone', network: 'somewhere' }, { isDesign: true })
const cutAt = (whole: Buffer, share: number) => whole.subarray(0, Math.floor(whole.length * share))

test.each([
  ['JPEG', (image: Sharp) => image.jpeg()],
  ['grey JPEG', (image: Sharp) => image.greyscale().jpeg()],
  ['PNG', (image: Sharp) => image.png()],
  ['PNG with a palette', (image: Sharp) => image.png({ palette: true })],
  ['GIF', (image: Sharp) => image.gif()],
])('a truncated %s is shown as far as it goes, with a warning', async (_type, encode) => {
  const whole = await encode(sharp(await noisePng(300, 200))).toBuffer()
  const shown = await design(whole)

  const { width, height, files, warnings } = await design(cutAt(whole, 0.5))

  expect([width, height]).toEqual([300, 200])
  const [warning = ''] = warnings ?? []
  expect(warning).toMatch(/^The end of this file is missing: the lower \d+ % of the image is empty\.$/)
  const part = (image: Buffer, top: number) =>
    sharp(image)
      .flatten({ background: '#fff' })
      .extract({ left: 0, top, width: 300, height: 60 })
      .raw()
      .toBuffer()
  const [there, expected] = await Promise.all([part(files.view.bytes, 10), part(shown.files.view.bytes, 10)])
  const difference = there.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0)
  // Noise differs by 64, and the view of a JPEG is coded again.
  expect(difference / there.length).toBeLessThan(15)
  const missing = await part(files.jpeg.bytes, 135)
  expect(missing.every((value) => value > 250)).toBe(true)
})

test('a truncated progressive JPEG is shown whole, and said to be less sharp', async () => {
  const whole = await sharp(await noisePng(300, 200))
    .jpeg({ progressive: true })
    .toBuffer()

  const { warnings } = await design(cutAt(whole, 0.5))

  expect(warnings).toEqual(['The end of this file is missing: parts of the image are grey or less sharp.'])
})

test.each([
  ['', (image: Sharp) => image.jpeg({ quality: 100 })],
  ['progressive ', (image: Sharp) => image.jpeg({ quality: 100, progressive: true })],
  ['turned ', (image: Sharp) => image.jpeg({ quality: 100 }).withMetadata({ orientation: 6 })],
])('a %sJPEG that lacks only the marker of its end is whole, and has no warning', async (_kind, encode) => {
  const whole = await encode(sharp(await noisePng(200, 120))).toBuffer()
  const cut = whole.subarray(0, -2)

  const [expected, made, picture] = [await design(whole), await design(cut), await prepare(cut)]

  const pixels = (image: Buffer) => sharp(image).raw().toBuffer()
  expect((await pixels(made.files.jpeg.bytes)).equals(await pixels(expected.files.jpeg.bytes))).toBe(true)
  expect(made.warnings).toBeUndefined()
  expect(picture.warnings).toBeUndefined()
})

test.each([
  ['', 120],
  [' of few bytes', 12],
])('a PNG%s that ends a few bytes too early keeps all rows but the last ones', async (_what, size) => {
  const whole = await sharp(await noisePng(size, size))
    .png()
    .toBuffer()

  const { warnings } = await design(whole.subarray(0, -40))

  expect(warnings).toEqual([
    expect.stringMatching(/^The end of this file is missing: the lower [1-9] % of the image is empty\.$/),
  ])
})

test('a truncated interlaced PNG is shown, less sharp where a pass is missing', async () => {
  const source = await noisePng(300, 200)
  const whole = await sharp(source).png({ progressive: true }).toBuffer()

  const { files, warnings } = await design(cutAt(whole, 0.4))

  expect(warnings).toEqual(['The end of this file is missing: parts of the image are grey or less sharp.'])
  const shown = (x: number, y: number) => colourAt(files.view.bytes, x, y)
  const inSource = (x: number, y: number) => colourAt(source, x, y)
  expect(await shown(160, 96)).toBe(await inSource(160, 96))
  // The sixth pass, with every second pixel of every second row, ends between these two.
  expect(await shown(161, 97)).toBe(await inSource(161, 96))
  expect(await shown(161, 181)).toBe(await inSource(160, 180))
  await expect(design(cutAt(whole, 0.01))).rejects.toMatchObject({ code: 'image_cut_off' })
  await expect(design(whole.subarray(0, 25))).rejects.toMatchObject({ code: 'image_damaged' })
})

test('a PNG with a wrong sum over its pixels is shown, because browsers show it', async () => {
  const png = await encodings.png().toBuffer()
  const end = png.lastIndexOf('IEND') - 4
  // The last four bytes of the pixels, in front of the checksum of their chunk.
  png.fill(0, end - 8, end - 4)

  const made = await prepare(png)

  expect(made.warnings).toBeUndefined()
  expect(colourDistance(await colourAt(made.files.view.bytes, 8, 40), quarters.bottomLeft)).toBeLessThan(16)
})

test.each(['webp', 'avif'] as const)(
  'a truncated %s is refused, because browsers show none of it',
  async (type) => {
    const whole = await encodings[type]().toBuffer()

    await expect(design(cutAt(whole, 0.6))).rejects.toMatchObject({ code: 'image_cut_off' })
  },
)

test('a whole file with other bytes behind its end has no warning', async () => {
  for (const type of ['jpeg', 'png'] as const) {
    const more = Buffer.concat([await encodings[type]().toBuffer(), Buffer.alloc(500, 7)])
    expect((await design(more)).warnings).toBeUndefined()
  }
})

test.each(Object.entries(encodings))(
  'a truncated %s is refused as a picture of a comment, and the end is said to be missing',
  async (_type, encode) => {
    const whole = await encode().toBuffer()

    for (const share of [0.3, 0.6, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      await expect(prepare(cut)).rejects.toMatchObject({ code: 'image_cut_off' })
    }
  },
)
