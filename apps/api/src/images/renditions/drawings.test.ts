import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { AppError } from '@pinmark/shared/errors'
import { colourAt, pngOf } from '../../../test/sample-images'
import { renderImage, stopRenderer } from './render'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }
const prepare = (bytes: Buffer) => renderImage(bytes, waiter)
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (size: string, content: string, head = '') =>
  Buffer.from(
    `${head}<svg ${namespaces} ${size}><rect width="100%" height="100%" fill="#00f"/>${content}</svg>`,
  )
const blue = '#0000ff'

test('an SVG becomes a picture with two pixels per SVG pixel, and the original stays an SVG', async () => {
  const half = '<rect width="20" height="30" fill="#f00"/>'
  const source = drawing('width="40" height="30"', half, '\uFEFF<?xml version="1.0"?><!-- drawn -->')

  const made = await prepare(source)

  expect(made).toMatchObject({ sourceType: 'svg', width: 80, height: 60 })
  expect(made.files.original).toEqual({ contentType: 'image/svg+xml', bytes: source })
  expect(await colourAt(made.files.view.bytes, 38, 30)).toBe('#ff0000')
  expect(await colourAt(made.files.view.bytes, 42, 30)).toBe(blue)
})

test.each([
  ['a view box alone', 'viewBox="0 0 200 100"', 400, 200],
  ['shares of the page', 'width="100%" height="100%" viewBox="0 0 200 100"', 400, 200],
  // CSS has 96 pixels to the inch.
  ['millimetres', 'width="25.4mm" height="50.8mm" viewBox="0 0 10 20"', 192, 384],
  ['points', 'width="72pt" height="36pt"', 192, 96],
  ['a side near the limit', 'width="16000" height="10"', 32_000, 20],
  ['a side beyond the limit', 'width="50000" height="100"', 32_767, 66],
  ['an area near the limit', 'width="6000" height="6000"', 7_064, 7_064],
  ['an area beyond the limit', 'viewBox="0 0 20000 12000"', 9_120, 5_472],
  // Browsers draw a picture without a size in 300 by 150 pixels.
  ['no size', '', 600, 300],
  ['shares of the page without a view box', 'width="100%" height="100%"', 600, 300],
  ['a width alone', 'width="240"', 480, 300],
  ['a height alone', "height='160px'", 600, 320],
  ['a width that is none', 'width="240foo" height="160"', 600, 320],
  ['a view box without an area', 'viewBox="0 0 0 0" width="12em"', 384, 300],
])(
  'an SVG with %s has its size in CSS pixels, doubled or as the limits allow',
  async (_case, size, width, height) => {
    expect(await prepare(drawing(size, ''))).toMatchObject({ width, height })
  },
)

test.each([
  ['too wide', drawing('width="9000000" height="10"', ''), 'too_many_pixels'],
  ['cut short', drawing('width="40" height="40"', '').subarray(0, 120), 'image_cut_off'],
  ['that unfolds entities', billionLaughs(), 'image_damaged'],
])('an SVG %s is refused', async (_case, source, code) => {
  await expect(prepare(source)).rejects.toMatchObject({ code })
})

test.each([
  '<path d="M1 1h9v9h-9z" vector-effect="none"/>',
  '<text dominant-baseline="middle" letter-spacing="2" word-spacing="0">abc</text>',
  '<text dominant-baseline="alphabetic" word-spacing="normal">Write 2rem</text>',
  '<text text-decoration="underline">a</text>',
  '<text><tspan style="fill:red;text-decoration:underline">a</tspan></text>',
  '<style media="screen">.a{fill:red;enable-background:new}</style>',
  '<rect style="transform:translate(3px,2px) rotate(20deg) scale(2)" width="4" height="4"/>',
  '<g id="Canvas"><title>Colours: Canvas</title></g>',
  '<rect style="fill:#d22828;fill:color(display-p3 0.8 0.2 0.2);filter:blur(2px)"/>',
  '<text style="white-space:pre">One space between words</text>',
  '<text xml:space="preserve" style="white-space:pre"><tspan x="0">Two  spaces</tspan></text>',
])('an SVG with %s is drawn', async (content) => {
  expect(await prepare(drawing('width="40" height="40"', content))).toMatchObject({ width: 80 })
})

test.each([
  ['HTML text', '<foreignObject width="9" height="9"/>'],
  ['a lighting filter', '<filter><feDiffuseLighting><feDistantLight/></feDiffuseLighting></filter>'],
  ['a lighting filter', '<filter><feSpecularLighting/></filter>'],
  ['underlined text', '<text text-decoration="underline"><tspan>a</tspan></text>'],
  ['underlined text', '<g style="text-decoration:line-through"><text>a</text></g>'],
  ['underlined text', '<style>.a{fill:red;text-decoration:underline}</style>'],
  ['a choice of languages', '<switch><g systemLanguage="de"/><g/></switch>'],
  ['CSS', '<rect style="mask-image:url(#m)"/>'],
  ['CSS', '<rect style="mix-blend-mode:plus-lighter"/>'],
  ['CSS', '<rect fill="Highlight"/>'],
  ['text on a path', '<text><textPath href="#p">along</textPath></text>'],
  ['CSS variables', '<rect style="fill:var(--top)"/>'],
  ['CSS', '<style>@media screen{rect{fill:red}}</style>'],
  ['CSS', '<style>g { rect { fill: red } }</style>'],
  ['a font', '<style>@font-face{font-family:X;src:url(data:font/woff2;base64,AAAA)}</style>'],
  ['an animation', '<rect><animate attributeName="x" to="9"/></rect>'],
  ['text of a script', '<text>&#x65E5;本</text>'],
  ['a picture of a type', '<image href="data:image/webp;base64,UklGRg=="/>'],
  ['text in single positions', '<text x="1 5 9">abc</text>'],
  ['CSS', '<rect clip-path="circle(9px)"/>'],
  ['CSS', '<path d="M1 1h9" vector-effect="non-scaling-stroke"/>'],
  ['CSS', '<circle r="9" pathLength="100" stroke-dasharray="25 75"/>'],
  ['CSS', '<text word-spacing="20">two words</text>'],
  ['CSS', '<text style="font-variant:small-caps">abc</text>'],
  ['CSS', '<text>a<tspan baseline-shift="super">2</tspan></text>'],
  ['CSS', '<text dominant-baseline="hanging">abc</text>'],
  ['CSS', '<rect width="50vw" height="9"/>'],
  ['CSS', '<rect style="width:5rem"/>'],
  ['CSS', '<rect fill="CanvasText"/>'],
  ['CSS', '<rect fill="color(srgb 0.8 0.2 0.2)"/>'],
  ['CSS', '<rect style="filter:blur(2px) hue-rotate(90deg)"/>'],
  ['CSS', '<style>svg{background:#ff0}</style>'],
  ['CSS', '<style media="(prefers-color-scheme: dark)">rect{fill:red}</style>'],
  ['CSS', '<rect style="transform:translate3d(4px,2px,0)"/>'],
  ['CSS', '<rect style="transform:translate(25%,0)"/>'],
  ['CSS', '<rect style="mask:url(#m) no-repeat"/>'],
  ['CSS', '<symbol id="s" width="50" height="50"/>'],
  ['CSS', '<filter><feBlend in="SourceGraphic" in2="BackgroundImage"/></filter>'],
  ['CSS', '<text font-size="xx-large">abc</text>'],
  ['CSS', '<rect width="6ch" height="9"/>'],
  ['text in single positions', '<text rotate="30">abc</text>'],
  ['CSS', '<filter id="f"><feImage href="#r"/></filter>'],
  ['CSS', '<rect style="fill:color(srgb 0.8 0.2 0.2)"/>'],
  ['CSS', '<rect style="transform:translate(20,20)"/>'],
  ['CSS', '<text style="white-space:pre">a   b</text>'],
  ['CSS', '<text style="font-size-adjust:0.5">a</text>'],
  ['CSS', '<image width="9" href="data:image/png;base64,iVBORw0KGgo"/>'],
  ['underlined text', '<text style="text-decoration:underline wavy">a</text>'],
  ['CSS variables', `<image href="data:image/svg+xml;base64,${btoa('<rect style="fill:var(--top)"/>')}"/>`],
  ['HTML text', '<image href="data:image/svg+xml;utf8,%3CforeignObject/>"/>'],
  ['HTML text', '<image href="data:image/svg+xml,&lt;foreignObject/>"/>'],
])('an SVG with %s, which is not drawn as in a browser, is refused by name', async (what, content) => {
  await expect(prepare(drawing('width="40" height="40"', content))).rejects.toMatchObject({
    code: 'svg_not_drawable',
    message: `This SVG contains ${what} that Pinmark cannot draw. Export PNG or PDF.`,
  })
})

test.each([
  [
    'a part that asks for features',
    '<switch><rect requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility" width="20" height="30" fill="#f00"/><g/></switch>',
  ],
  ['a length in millimetres', '<rect width="5.2917mm" height="30" fill="#f00"/>'],
  ['a length in points', '<style>.w{stroke-width:15pt}</style><path class="w" d="M10 0V30" stroke="#f00"/>'],
  ['a length in the size of the text', '<rect width="1.25em" height="30" fill="#f00"/>'],
])('%s is drawn as in a browser', async (_case, content) => {
  for (const size of [
    'width="40" height="30"',
    'width="40px" height="22.5pt"',
    'width="30pt" height="22.5pt"',
  ]) {
    const { files, width, height } = await prepare(drawing(size, content))

    expect([width, height]).toEqual([80, 60])
    expect(await colourAt(files.view.bytes, 37, 30)).toBe('#ff0000')
    expect(await colourAt(files.view.bytes, 43, 30)).toBe(blue)
  }
})

test('an SVG as Illustrator writes it is drawn', async () => {
  const root =
    'x="0px" y="0px" viewBox="0 0 40 30" style="enable-background:new 0 0 40 30;" xml:space="preserve"'
  expect(await prepare(drawing(root, ''))).toMatchObject({ width: 80, height: 60 })
})

test('what comments, names and descriptions of an SVG say does not matter', async () => {
  const content = '<!-- <foreignObject/> --><title>日本</title><text id="日">Ärger</text>'
  expect(await prepare(drawing('width="40" height="40"', content))).toMatchObject({ width: 80 })
})

const plain = drawing('width="40" height="30"', '').toString()

test.each([
  ['UTF-16', Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${plain}`, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16()],
  ['Shift_JIS', Buffer.from(`<?xml version="1.0" encoding="Shift_JIS"?>${plain}`)],
  ['UTF-8 after a long comment', Buffer.from(`<!--${'x'.repeat(99_999)}-->${plain}`)],
])('an SVG in %s is drawn', async (_encoding, source) => {
  const { width, height, files } = await prepare(source)

  expect([width, height, await colourAt(files.view.bytes, 10, 10)]).toEqual([80, 60, blue])
})

test('a picture in an SVG may have more than 10 MB', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 99 } as const
  const large = sharp({ create: { width: 2_000, height: 1_600, channels: 3, background: '#fff', noise } })
  const png = await large.png({ compressionLevel: 0 }).toBuffer()
  const content = `<image width="40" height="40" href="data:image/png;base64,${png.toString('base64')}"/>`

  const { files } = await prepare(drawing('width="40" height="40"', content))

  expect(png.length).toBeGreaterThan(8_000_000)
  expect(await colourAt(files.view.bytes, 10, 10)).not.toBe(blue)
})

test('what a browser drew of an SVG is shown, and the original stays the SVG', async () => {
  const svg = drawing('width="40" height="40"', '<foreignObject width="9" height="9"/>')

  const { files, sourceType, sha256, width } = await renderImage(svg, waiter, { drawn: await pngOf(64, 48) })

  expect({ sourceType, width }).toEqual({ sourceType: 'svg', width: 64 })
  expect(sha256).toBe(createHash('sha256').update(svg).digest('hex'))
  expect(files.original).toEqual({ contentType: 'image/svg+xml', bytes: svg })
  expect(await colourAt(files.view.bytes, 8, 8)).not.toBe(blue)
  await expect(renderImage(svg, waiter, { drawn: svg })).rejects.toMatchObject({
    code: 'image_not_supported',
  })
})

test('an SVG never reads a file or calls an address, however it refers to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'red.png'), await pngOf(8, 8))
  await writeFile(
    join(folder, 'red.svg'),
    `<svg ${namespaces}><rect id="r" width="99" height="99" fill="#f00"/></svg>`,
  )
  await writeFile(join(folder, 'red.css'), 'rect { fill: #f00 }')
  const called: (string | undefined)[] = []
  const server = createServer((req, res) => {
    called.push(req.url)
    res.end()
  })
  onTestFinished(() => void server.close())
  const port = await listenOnFreePort(server)

  const origins = [pathToFileURL(folder).href, folder, '.', `http://127.0.0.1:${port}`]
  for (const origin of origins)
    for (const [name, source] of Object.entries(reachingOut(origin))) {
      const outcome = await prepare(source).then(
        ({ files }) => colourAt(files.view.bytes, 10, 10),
        ({ code }: AppError) => code,
      )
      // An entity that is not loaded is undefined.
      const expected = name === 'entity' ? 'image_damaged' : blue
      expect(outcome, `${name} from ${origin}`).toBe(expected)
    }

  expect(called).toEqual([])
})

/** Every way in which a drawing can load something. If one worked, the drawing would be red. */
function reachingOut(origin: string): Record<string, Buffer> {
  const size = 'width="20" height="20"'
  const image = (name: string) => `<image ${size} href="${origin}/${name}"/>`
  const nested = Buffer.from(`<svg ${namespaces} ${size}>${image('red.png')}</svg>`).toString('base64')
  return {
    image: drawing(size, image('red.png')),
    'linked image': drawing(size, `<image ${size} xlink:href="${origin}/red.png"/>`),
    drawing: drawing(size, image('red.svg')),
    use: drawing(size, `<use href="${origin}/red.svg#r"/>`),
    'filter image': drawing(
      size,
      `<filter id="f"><feImage href="${origin}/red.png"/></filter><g filter="url(#f)"/>`,
    ),
    'drawing in a data address': drawing(size, `<image ${size} href="data:image/svg+xml;base64,${nested}"/>`),
    'style import': drawing(size, `<style>@import url("${origin}/red.css");</style>`),
    'style sheet': drawing(size, '', `<?xml-stylesheet type="text/css" href="${origin}/red.css"?>`),
    inclusion: drawing(
      size,
      `<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="${origin}/red.svg"/>`,
    ),
    'text inclusion': drawing(
      size,
      `<style><x:include xmlns:x="http://www.w3.org/2001/XInclude" parse="text" href="${origin}/red.css"/></style>`,
    ),
    entity: drawing(
      size,
      '<style>&red;</style>',
      `<!DOCTYPE svg [<!ENTITY red SYSTEM "${origin}/red.css">]>`,
    ),
    'outer definition': drawing(size, '', `<!DOCTYPE svg SYSTEM "${origin}/red.dtd">`),
    script: drawing(size, `<script href="${origin}/red.js"/><script>fetch("${origin}/red")</script>`),
  }
}

/** Ten entities, each of which expands to ten of the previous one. */
function billionLaughs(): Buffer {
  const entities = Array.from({ length: 10 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
  const head = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>`
  return drawing('width="40" height="40"', '<text>&e10;</text>', head)
}
