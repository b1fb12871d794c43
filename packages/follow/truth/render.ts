import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import sharp from 'sharp'
import { linesOfPage } from '@pinmark/capture/lines-of-page'
import { takeScreenshot } from '@pinmark/capture/screenshot'
import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import type { Line } from '../src/by-text'
import type { Picture } from '../src/picture'
import { edits, insertSection, rewrite } from './edits'
import { pages, type TruthPage } from './pages'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** An element of a rendered page; boxes in pixels of the image. */
export interface TruthElement {
  id: string
  box: Box
  /** Boxes of its words, in order; empty for pictures and controls. */
  words: Box[]
  text: string
  isPhoto: boolean
  looksDifferent: boolean
  isMoved: boolean
}

export interface Rendered {
  width: number
  height: number
  elements: TruthElement[]
  added: Box[]
  /** Its text, as a capture of the page contains it. */
  lines: Line[]
  file: Buffer
}

export type Edit = (typeof edits)[number]

/** No page of the truth has more. */
const allLines = { lines: 5_000, letters: 1_000, lettersInAll: 200_000, selector: 1_000 }

/** Cache of rendered pages, named by the digest of their inputs. */
const cacheDir = join(tmpdir(), 'pinmark-follow-truth')

export async function withBrowser<Result>(
  run: (browser: () => Promise<Browser>) => Promise<Result>,
): Promise<Result> {
  let started: Promise<Browser> | undefined
  const start = async () =>
    chromium.launch({ executablePath: await findBrowser(), args: [...launchArgs, '--disable-dev-shm-usage'] })
  try {
    return await run(() => (started ??= start()))
  } finally {
    await (await started)?.close()
  }
}

/** The page before any edit. */
export function renderBefore(browser: () => Promise<Browser>, page: TruthPage): Promise<Rendered> {
  return render(browser, page, {})
}

export function renderAfter(browser: () => Promise<Browser>, page: TruthPage, edit: Edit): Promise<Rendered> {
  return render(browser, page, edit)
}

async function render(
  browser: () => Promise<Browser>,
  page: TruthPage,
  edit: Partial<Edit>,
): Promise<Rendered> {
  const { apply, part, scale = 1, relaidTo = 1, format = 'png' } = edit
  const made = [
    page.html,
    page.width,
    String(apply),
    part,
    scale,
    relaidTo,
    format,
    String(insertSection),
    String(rewrite),
    String(measure),
    String(linesOfPage),
  ]
  const key = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32)
  const path = join(cacheDir, key)
  try {
    const kept: Omit<Rendered, 'file'> = JSON.parse(await readFile(`${path}.json`, 'utf8'))
    return { ...kept, file: await readFile(`${path}.${format}`) }
  } catch {
    // Not rendered yet.
  }
  const context = await (
    await browser()
  ).newContext({
    viewport: { width: Math.round(page.width * relaidTo), height: 900 },
    deviceScaleFactor: scale < 1 ? 1 : scale,
  })
  try {
    const tab = await context.newPage()
    await tab.addInitScript({ content: 'globalThis.__name = (made) => made' })
    await tab.goto('about:blank')
    await tab.setContent(page.html)
    await tab.evaluate(numberElements)
    if (apply)
      await tab.evaluate(
        `(() => { ${String(insertSection)}; ${String(rewrite)}; (${String(apply)})(document, ${JSON.stringify(part ?? '')}) })()`,
      )
    await tab.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
    const full = await takeScreenshot(tab, { fullPage: true })
    const { elements, added } = await tab.evaluate(measure)
    const { width: fullWidth, height: fullHeight } = await sharp(full).metadata()
    const lines = await tab.evaluate(linesOfPage, { ...allLines, width: fullWidth, height: fullHeight })
    // Below 1x, design tools scale the picture. They do not lay out the page on half pixels.
    const resized = scale < 1 ? sharp(full).resize({ width: Math.round(fullWidth * scale) }) : sharp(full)
    const file = await (
      format === 'jpeg' ? resized.jpeg({ quality: 82 }) : resized.png({ compressionLevel: 3 })
    ).toBuffer()
    const { width, height } = await sharp(file).metadata()
    const toImage = ({ x, y, w, h }: Box) => ({ x: x * scale, y: y * scale, w: w * scale, h: h * scale })
    const rendered = {
      width,
      height,
      elements: elements.map((element) => ({
        ...element,
        box: toImage(element.box),
        words: element.words.map(toImage),
      })),
      added: added.map(toImage),
      lines: lines.map(({ box, ...line }) => ({ ...line, box: box.map((value) => value * scale) })),
    }
    await mkdir(cacheDir, { recursive: true })
    await writeFile(`${path}.${format}`, file)
    await writeFile(`${path}.json.part`, JSON.stringify(rendered))
    await rename(`${path}.json.part`, `${path}.json`)
    return { ...rendered, file }
  } finally {
    await context.close()
  }
}

export async function decode(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 }
}

function numberElements(): void {
  document
    .querySelectorAll('.leaf, .card, [data-section]')
    .forEach((element, at) => element.setAttribute('data-id', `e${at}`))
}

/** Runs in the page. @returns boxes in CSS pixels of the page */
function measure() {
  const boxOf = ({ x, y, width, height }: DOMRect) => ({
    x: x + scrollX,
    y: y + scrollY,
    w: width,
    h: height,
  })
  const wordsOf = (element: Element) => {
    const words: ReturnType<typeof boxOf>[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const found of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, found.index)
        range.setEnd(node, found.index + found[0].length)
        words.push(boxOf(range.getBoundingClientRect()))
      }
    }
    return words
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const elements = [...document.querySelectorAll('[data-id]')].filter(isSeen).map((element) => ({
    id: `${element.getAttribute('data-id')}${element.matches('.leaf') ? '' : ' box'}`,
    box: boxOf(element.getBoundingClientRect()),
    words: element.matches('.leaf') ? wordsOf(element) : [],
    text: element.textContent ?? '',
    isPhoto: element.matches('img, svg'),
    looksDifferent: element.closest('[data-look]') !== null,
    isMoved: element.closest('[data-moved]') !== null,
  }))
  const added = [...document.querySelectorAll('[data-new]')]
    .filter(isSeen)
    .map((element) => boxOf(element.getBoundingClientRect()))
  return { elements, added }
}

export { edits, pages }
