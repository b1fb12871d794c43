import { setTimeout as pause } from 'node:timers/promises'
import { chromium, errors, type Page } from 'playwright-core'
import { findChromium } from './find-chromium'
import { linesOfPage, type LineLimits, type TextLine } from './lines-of-page'
import { takeScreenshot } from './screenshot'

interface CameraOptions {
  /** A folder of Chromium with its logins. Default: a new one, which is removed. */
  readonly profile?: string | undefined
  /** Closes the browser. */
  readonly signal: AbortSignal
}

export interface Picture {
  readonly png: Buffer
  /** The text in it. */
  readonly lines: readonly TextLine[]
  /** The height of the picture in CSS pixels, if the page goes on below it; else null. */
  readonly cutAt: number | null
}

interface Shot {
  readonly url: string
  /** CSS pixels, which are the pixels of the picture. It is wider if the page does not fit. */
  readonly width: number
  /** Of a picture that is not wider. */
  readonly maxHeight: number
  readonly text: Omit<LineLimits, 'width' | 'height'>
}

export interface Camera {
  /** Takes a picture of a whole page.
   *  @throws Error with a sentence, if there is no such page */
  capture(shot: Shot): Promise<Picture>
  close(): Promise<void>
}

/** Height of the window in CSS pixels. Lengths such as `100vh` depend on it. */
const windowPx = 900
const loadMs = 45_000
/** How long a page may load what it contains, each time that it is waited for. */
const settleMs = 10_000
const closeMs = 5_000
/** A capture that takes longer is given up. Slow pages need less. */
const captureMs = 180_000
/** One that leads on, and the one that asks for consent on the way. */
const maxPages = 4

/** Starts Chromium without a window. */
export async function openCamera({ profile, signal }: CameraOptions): Promise<Camera> {
  const context = await chromium.launchPersistentContext(profile ?? '', {
    executablePath: findChromium(),
    // Chromium refuses to run as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    // Logins of a profile are readable only with the same store of passwords.
    ...(profile !== undefined && { ignoreDefaultArgs: ['--password-store=basic', '--use-mock-keychain'] }),
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    handleSIGINT: false,
  })
  const close = () => context.close()
  signal.addEventListener('abort', () => void close(), { once: true })
  return {
    close,
    async capture(shot) {
      const page = await context.newPage()
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        void page.close()
      }, captureMs)
      try {
        return await captureWith(page, shot)
      } catch (cause) {
        if (!isLate) throw cause
        throw new Error(`The page is not complete after ${captureMs / 1_000} seconds.`, { cause })
      } finally {
        clearTimeout(timer)
        // A page that opens others without end is not closed before the browser.
        await Promise.race([page.close(), pause(closeMs, undefined, { ref: false })])
      }
    },
  }
}

async function captureWith(page: Page, { url, width, maxHeight, text }: Shot): Promise<Picture> {
  await page.setViewportSize({ width, height: windowPx })
  await openPage(page, url)
  return whereItLeads(async () => {
    if (!(await page.evaluate(isPage))) throw fileError()
    await settle(page, maxHeight)
    const whole = await page.evaluate(showBarsOnce)
    const cutAt = Math.floor((maxHeight * width) / whole.width)
    const size = { width: whole.width, height: Math.min(whole.height, cutAt) }
    const lines = await page.evaluate(linesOfPage, { ...size, ...text })
    const isCut = whole.height > cutAt
    const png = await takeScreenshot(page, {
      ...{ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css', timeout: loadMs },
      ...(isCut && { clip: { x: 0, y: 0, ...size } }),
    })
    return { png, lines, cutAt: isCut ? cutAt : null }
  })
}

async function openPage(page: Page, url: string): Promise<void> {
  // A program of another site that never answers must not hold the page up.
  const response = await page
    .goto(url, { timeout: loadMs, waitUntil: 'domcontentloaded' })
    .catch((cause: unknown) => {
      if (String(cause).includes('interrupted by another navigation')) return null
      if (String(cause).includes('Download is starting')) throw fileError()
      // The first line has the reason, such as net::ERR_CONNECTION_REFUSED. The others are a log.
      const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
      throw new Error(reason.replace(/^page\.goto: /, '').replace(/ at \S+$/, ''), { cause })
    })
  if (response && response.status() >= 400) throw new Error(`The page answered ${response.status()}.`)
}

function fileError(): Error {
  return new Error('The address is that of a file, and not of a page. Download it, and push the file.')
}

/** Reads a page, and once more if a script of it has opened another page meanwhile. */
async function whereItLeads<T>(read: () => Promise<T>): Promise<T> {
  for (let left = maxPages; ; left -= 1) {
    try {
      return await read()
    } catch (cause) {
      if (!String(cause).includes('Execution context was destroyed')) throw cause
      if (left === 1) throw new Error('The page opens other pages again and again.', { cause })
    }
  }
}

/** Lets the page load what it loads late, and waits until it has. A page that never rests is captured as it is. */
async function settle(page: Page, maxHeight: number): Promise<void> {
  await restedIn(page, 'load', settleMs)
  await page.evaluate(scrollThrough, maxHeight)
  await restedIn(page, 'networkidle', settleMs)
  await page.evaluate(waitForPictures, settleMs)
}

async function restedIn(page: Page, state: 'load' | 'networkidle', timeout: number): Promise<void> {
  await page.waitForLoadState(state, { timeout }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

// The functions below run inside the page.

/** Not of an image, a PDF or data in XML, which Chromium also shows. */
function isPage(): boolean {
  const { body, contentType } = document as { body: HTMLElement | null; contentType: string }
  return body !== null && /^text|html|json/.test(contentType)
}

/** Scrolls once to the end, and back: many pages load their pictures, or show their parts, when they are seen. */
async function scrollThrough(maxHeight: number): Promise<void> {
  const end = () => Math.min(document.documentElement.scrollHeight, maxHeight)
  for (let top = 0; top < end(); top += window.innerHeight / 2) {
    window.scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
}

async function waitForPictures(maxMs: number): Promise<void> {
  for (const video of document.querySelectorAll('video')) {
    video.pause()
    video.currentTime = 0
  }
  const pictures = [...document.images].map((image) => {
    image.loading = 'eager'
    if (image.complete) return true
    return new Promise((resolve) => {
      image.addEventListener('load', resolve)
      // One that cannot be loaded is shown as the page shows it.
      image.addEventListener('error', resolve)
    })
  })
  const timeout = new Promise((resolve) => setTimeout(resolve, maxMs))
  await Promise.race([Promise.all([document.fonts.ready, ...pictures]), timeout])
}

/** The picture shows the window and what is below it. Bars that stick to the window go to their place on the page: those
 *  at the bottom of the window to the end. @returns the size of the page in CSS pixels */
function showBarsOnce(): { width: number; height: number } {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement
  const moved: Element[] = []
  const elementsIn = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? elementsIn(element.shadowRoot) : []),
    ])
  for (const element of elementsIn(document.body)) {
    const { position } = getComputedStyle(element)
    const { top, bottom } = element.getBoundingClientRect()
    if (position === 'sticky') {
      element.style.setProperty('position', 'relative', 'important')
      element.style.setProperty('inset', 'auto', 'important')
    }
    const isAtBottom = top > window.innerHeight / 2 && bottom <= window.innerHeight + 1 && bottom > top
    if (position !== 'fixed' || !isAtBottom || moved.some((bar) => bar.contains(element))) continue
    element.style.setProperty('translate', `0 ${height - window.innerHeight}px`, 'important')
    element.style.setProperty('transition', 'none', 'important')
    moved.push(element)
  }
  return { width, height }
}
