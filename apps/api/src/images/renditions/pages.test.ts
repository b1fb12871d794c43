import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { nestedGroupsPdf } from '../../../test/nested-groups-pdf'
import { colourAt } from '../../../test/sample-images'
import { imageRenderer } from './renderer'
import { listPages, renderImage, stopRenderer } from './render'
import { startRenderProcess } from './render-process'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }
const list = (pdf: Buffer, hasPictures = false) => listPages(pdf, waiter, { hasPictures })
const prepare = (pdf: Buffer, page?: number) => renderImage(pdf, waiter, { page })

const twoPages = pdfOf([filledPage(60, 40, [1, 0, 0]), filledPage(100.2, 50.4, [0, 0, 1])])

test('a page becomes a picture with two pixels per point, and a lossless one as its original', async () => {
  const { width, height, sourceType, sha256, files } = await prepare(twoPages, 2)

  expect({ width, height, sourceType }).toEqual({ width: 200, height: 101, sourceType: 'pdf' })
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await colourAt(files.view.bytes, 50, 50)).toBe('#0000ff')
  expect(files.original.contentType).toBe('image/png')
  expect(await sharp(files.original.bytes).metadata()).toMatchObject({
    format: 'png',
    width: 200,
    height: 101,
  })
  expect(
    (await prepare(twoPages)).files.view.bytes.equals((await prepare(twoPages, 1)).files.view.bytes),
  ).toBe(true)
})

test('text is drawn with grey antialiasing, and the empty page is white', async () => {
  const pdf = pdfOf([{ width: 200, height: 50, content: 'BT /F 20 Tf 10 20 Td (Hamburgefonts) Tj ET' }])
  const { files } = await prepare(pdf)

  const { data, info } = await sharp(files.view.bytes).raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => [
    ...data.subarray(at * info.channels, at * info.channels + 3),
  ])
  expect(pixels.every(([red, green, blue]) => red === green && green === blue)).toBe(true)
  expect(pixels.some(([red = 255]) => red < 64)).toBe(true)
  expect(await colourAt(files.view.bytes, 0, 0)).toBe('#ffffff')
})

test('pages are counted and measured, with small pictures on request', async () => {
  expect(await list(twoPages)).toEqual({
    count: 2,
    pages: [
      { width: 120, height: 80, missingFonts: [], lacksAnnotations: false, picture: null },
      { width: 200, height: 101, missingFonts: [], lacksAnnotations: false, picture: null },
    ],
  })

  const [first] = (await list(twoPages, true)).pages
  const picture = Buffer.from(first?.picture?.replace(/^.*,/, '') ?? '', 'base64')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 154, height: 103 })
})

/** A page with fields: a filled text field, with and without an appearance, and a checked box. */
function formPdf(): Buffer {
  const appearance = '0 0.5 1 rg 0 0 20 20 re f'
  const look = `/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Length ${appearance.length}`
  const field = '/Type /Annot /Subtype /Widget /P 3 0 R /F 4'
  return pdfOf([{ width: 100, height: 100, content: '' }], {
    catalogue:
      '/AcroForm << /Fields [5 0 R 6 0 R 8 0 R] /NeedAppearances true /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    page: '/Annots [5 0 R 6 0 R 8 0 R]',
    extra: [
      `<< ${field} /FT /Tx /T (name) /V (MMMMMM) /DA (/Helv 12 Tf 0 g) /Rect [10 60 90 80] >>`,
      `<< ${field} /FT /Btn /T (yes) /V /On /AS /On /Rect [10 20 30 40] /AP << /N << /On 7 0 R >> >> >>`,
      `<< ${look} >>\nstream\n${appearance}\nendstream`,
      `<< ${field} /FT /Ch /Ff 131072 /T (size) /Opt [(MMM)] /V (MMM) /DA (/Helv 12 Tf 0 g) /Rect [50 20 90 40] >>`,
    ],
  })
}

test('the fields of a form are shown with what is filled in', async () => {
  const { files } = await prepare(formPdf())

  const darkest = async (left: number, top: number, width: number, height: number) => {
    const area = sharp(files.view.bytes).extract({ left, top, width, height })
    const { channels } = await sharp(await area.greyscale().png().toBuffer()).stats()
    return channels[0]?.min ?? 255
  }
  expect(await darkest(20, 40, 160, 40)).toBeLessThan(100)
  expect(await darkest(100, 120, 80, 40)).toBeLessThan(100)
  expect(await darkest(20, 120, 40, 40)).toBeLessThan(100)
})

test('a page names the fonts whose text is missing', async () => {
  const font = (name: string) =>
    `/${name} << /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-100 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> /DW 1000 >>] >>`
  const latin = { width: 200, height: 50, content: 'BT /F 20 Tf 10 20 Td (Brochure) Tj ET' }
  const japanese = { width: 200, height: 50, content: 'BT /J 20 Tf 10 20 Td <65e5672c8a9e> Tj ET' }

  const { pages } = await list(pdfOf([latin, japanese], { fonts: font('J') }))

  expect(pages.map(({ missingFonts }) => missingFonts)).toEqual([[], ['HeiseiMin-W3']])
})

test.each([
  ['Wingdings', '(\\247) Tj', ['Wingdings']],
  ['ABCDEF+Wingdings2', '(P) Tj', ['Wingdings2']],
  ['Webdings', '(a) Tj', ['Webdings']],
  ['SymbolMT', '(a) Tj', ['SymbolMT']],
  ['Symbol', '(a) Tj', []],
  ['ZapfDingbats', '(4) Tj', []],
  ['ArialMT', '(a) Tj', []],
])(
  'a page with %s, which is not embedded, says whether letters stand for its signs',
  async (name, shown, missing) => {
    const font = `/W << /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    const page = { width: 200, height: 50, content: `BT /W 20 Tf 10 20 Td ${shown} ET` }

    const { pages } = await list(pdfOf([page], { fonts: font }))

    expect(pages.map(({ missingFonts }) => missingFonts)).toEqual([missing])
  },
)

test.each([
  ['a line', '/Subtype /Line /Rect [10 10 90 40] /L [10 10 90 40]', true],
  ['a polygon', '/Subtype /Polygon /Rect [10 10 90 40] /Vertices [10 10 90 10 50 40]', true],
  ['a polyline', '/Subtype /PolyLine /Rect [10 10 90 40] /Vertices [10 10 90 10 50 40]', true],
  ['a stamp', '/Subtype /Stamp /Rect [10 10 90 40] /Name /Draft', true],
  [
    'a line with its appearance',
    '/Subtype /Line /Rect [10 10 90 40] /L [10 10 90 40] /AP << /N 6 0 R >>',
    false,
  ],
  ['a hidden line', '/Subtype /Line /Rect [10 10 90 40] /L [10 10 90 40] /F 2', false],
  ['a line for paper alone', '/Subtype /Line /Rect [10 10 90 40] /L [10 10 90 40] /F 36', false],
  ['a circle', '/Subtype /Circle /Rect [10 10 90 40]', false],
  ['typed text', '/Subtype /FreeText /Rect [10 10 90 40] /DA (/Helv 12 Tf 0 g) /Contents (Text)', false],
  ['a link', '/Subtype /Link /Rect [10 10 90 40]', false],
])('a page with %s says whether it is missing', async (_case, annotation, isMissing) => {
  const content = '1 0 0 rg 0 0 80 30 re f'
  const pdf = pdfOf([{ width: 100, height: 50, content: '' }], {
    page: '/Annots [5 0 R]',
    extra: [
      `<< /Type /Annot /C [1 0 0] ${annotation} >>`,
      `<< /Type /XObject /Subtype /Form /BBox [0 0 80 30] /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ],
  })

  expect((await list(pdf, true)).pages).toMatchObject([{ lacksAnnotations: isMissing }])
  expect((await prepare(pdf)).warnings).toEqual(
    isMissing ? ['Annotations are missing, because the PDF does not contain how they look.'] : undefined,
  )
})

test('a page with typed text beside text in the same font says that it is missing', async () => {
  const pdf = pdfOf([{ width: 100, height: 50, content: 'BT /H 12 Tf 1 1 Td (Design) Tj ET' }], {
    fonts: '/H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    page: '/Annots [5 0 R]',
    extra: [
      '<< /Type /Annot /Subtype /FreeText /Rect [10 10 90 40] /DA (/Helv 12 Tf 0 g) /Contents (Text) >>',
    ],
  })

  expect((await list(pdf, true)).pages).toMatchObject([{ lacksAnnotations: true }])
  expect((await prepare(pdf)).warnings).toHaveLength(1)
})

test('a long document reports its number of pages, and lists the first of them', async () => {
  const pages = Array.from({ length: 230 }, () => filledPage(20, 20, [0, 1, 0]))

  const listed = await list(pdfOf(pages))

  expect(listed.count).toBe(230)
  expect(listed.pages).toHaveLength(200)
})

test('a large page is drawn as sharp as the limits allow', async () => {
  const large = pdfOf([filledPage(100, 20_000, [1, 1, 0]), filledPage(20, 20, [1, 1, 0])])

  expect(await prepare(large)).toMatchObject({ width: 164, height: 32_767 })
  expect((await list(large)).pages).toMatchObject([
    { width: 164, height: 32_767 },
    { width: 40, height: 40 },
  ])
})

test.each([
  ['cut off after its header', twoPages.subarray(0, 9), 'pdf_not_readable'],
  ['that is noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 7)]), 'pdf_not_readable'],
  ['without pages', pdfOf([]), 'pdf_not_readable'],
  ['that asks for a password', locked(), 'pdf_locked'],
])('a PDF %s is refused', async (_case, pdf, code) => {
  await expect(prepare(pdf)).rejects.toMatchObject({ code })
  await expect(list(pdf)).rejects.toMatchObject({ code })
})

test('a page that takes too long is abandoned, and the next one is drawn', async () => {
  const slow = '0 0 m 600 800 600 0 0 800 c S '.repeat(1_600_000)
  const pdf = pdfOf([{ width: 600, height: 800, content: slow }])

  // On a busy machine, ten seconds of processor time may take minutes.
  const renderer = imageRenderer({
    ...{ slots: 1, maxWaiting: 1, memoryBytes: 1, maxCpuMs: 2_000, timeoutMs: 60_000, idleMs: 30_000 },
    start: startRenderProcess,
  })
  onTestFinished(renderer.stop)

  await expect(renderer.render(pdf, waiter)).rejects.toMatchObject({ code: 'image_took_too_long' })

  expect(await renderer.render(twoPages, waiter)).toMatchObject({ width: 120 })
}, 60_000)

test('a page that needs too much memory is abandoned, and the next one is drawn', async () => {
  await expect(prepare(nestedGroupsPdf(8))).rejects.toMatchObject({ code: 'too_many_pixels' })

  expect(await prepare(twoPages)).toMatchObject({ width: 120 })
})

/** Encrypted by the standard handler, for a user whose password nobody knows. */
function locked(): Buffer {
  const key = `<${'5a'.repeat(32)}>`
  const handler = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${key} /U ${key} >>`
  return pdfOf([filledPage(20, 20, [1, 0, 0])], {
    extra: [handler],
    trailer: '/Encrypt 5 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
  })
}
