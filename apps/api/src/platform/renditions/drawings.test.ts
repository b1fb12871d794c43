import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { AppError } from '@pinmark/shared/errors'
import { colourAt, pngOf } from '../../../test/sample-images'
import { renderImage, stopRenderer } from './render'

afterAll(() => stopRenderer())

const prepare = (bytes: Buffer) => renderImage(bytes, { account: 'someone', network: 'somewhere' })
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
  ['a side near the limit', 'width="10000" height="10"', 16_383, 16],
  ['an area near the limit', 'width="6000" height="6000"', 7_064, 7_064],
])(
  'an SVG with %s has its size in CSS pixels, doubled within the limits',
  async (_case, size, width, height) => {
    expect(await prepare(drawing(size, ''))).toMatchObject({ width, height })
  },
)

test.each([
  ['too wide', drawing('width="17000" height="10"', ''), 'too_many_pixels'],
  ['too large', drawing('width="8000" height="8000"', ''), 'too_many_pixels'],
  ['cut short', drawing('width="40" height="40"', '').subarray(0, 120), 'image_damaged'],
  ['without any size', Buffer.from(`<svg ${namespaces}/>`), 'image_damaged'],
  ['that unfolds entities', billionLaughs(), 'image_damaged'],
])('an SVG %s is refused', async (_case, source, code) => {
  await expect(prepare(source)).rejects.toMatchObject({ code })
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
