import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawDesign } from '@pinmark/testbed/test-image'
import { unique } from '../support/api-client'
import { expect, test } from '../support/test'

const library = dirname(fileURLToPath(import.meta.resolve('@annotorious/annotorious')))
/** A page on another origin, like a program that reads the file. */
const origin = 'http://annotorious.test'

interface Annotation {
  id: string
  body: { value: string }[]
  target: { source: string; selector?: unknown }
}

test('Annotorious opens the exported annotations with every pin and area at its place @core', async ({
  page,
  newProject,
  request,
}) => {
  const project = await newProject({
    image: (await drawDesign({ width: 1440, height: 3200 })).buffer,
  })
  const spots = Array.from({ length: 40 }, (_, at) => ({ x: 17 + at * 35.37, y: 9 + at * 81.61 }))
  const placed = new Map<string, { x: number; y: number; w: number; h: number }>()
  for (const { x, y } of spots) {
    const [left, top] = [Math.round(x * 100) / 100, Math.round(y * 100) / 100]
    const text = unique('Pin')
    await project.addComment({ text, x: left, y: top })
    placed.set(text, { x: left, y: top, w: 1, h: 1 })
  }
  const area = { x: 200, y: 300, w: 410.5, h: 120 }
  const areaText = unique('Area')
  await project.addComment({ text: areaText, kind: 'region', ...area })
  placed.set(areaText, area)

  const file = await request.get(`/projects/${project._id}/export?format=annotations`)
  const { items }: { items: Annotation[] } = await file.json()
  expect(items).toHaveLength(41)
  const picture = await request.get(items[0]?.target.source ?? '')
  expect(picture.status()).toBe(200)
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/design') return route.fulfill({ body: await picture.body() })
    if (/^\/annotorious\.(js|css)$/.test(pathname)) {
      const contentType = pathname.endsWith('js') ? 'text/javascript' : 'text/css'
      return route.fulfill({ contentType, body: await readFile(join(library, pathname)) })
    }
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/annotorious.css"><img id="design" src="/design" alt=""><script src="/annotorious.js"></script>',
    })
  })
  await page.goto(origin)

  const found = await page.evaluate(openInAnnotorious, items)

  for (const [text, spot] of placed) {
    const one = found.find(({ words }) => words === text)
    expect(one, text).toBeDefined()
    for (const side of ['x', 'y', 'w', 'h'] as const) {
      expect(Math.abs((one?.[side] ?? NaN) - spot[side]), `${side} of ${text}`).toBeLessThanOrEqual(1)
    }
    expect(one?.isHit, `a press at ${text}`).toBe(true)
  }
})

interface Annotator {
  setAnnotations: (items: Annotation[]) => void
  state: {
    store: {
      all: () => {
        id: string
        bodies: { value: string }[]
        target: { selector: { geometry: { x: number; y: number; w: number; h: number } } }
      }[]
      getAt: (x: number, y: number) => { id: string } | undefined
    }
  }
}

declare const Annotorious: {
  createImageAnnotator: (image: Element, options: object) => Annotator
  W3CImageFormat: (source: string) => object
}

/** Runs in the page. */
async function openInAnnotorious(items: Annotation[]) {
  const image = document.querySelector('img')
  if (!image) throw new Error('There is no picture.')
  await image.decode()
  const adapter = Annotorious.W3CImageFormat(items[0]?.target.source ?? '')
  const { setAnnotations, state } = Annotorious.createImageAnnotator(image, { adapter })
  setAnnotations(items)
  return state.store.all().map(({ id, bodies, target: { selector } }) => {
    const { x, y, w, h } = selector.geometry
    const hit = state.store.getAt(x + w / 2, y + h / 2)
    return { words: bodies[0]?.value, x, y, w, h, isHit: hit?.id === id }
  })
}
