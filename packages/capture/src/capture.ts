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
  /** Whether the page goes on below the picture. */
  readonly isCut: boolean
}

interface Shot {
  readonly url: string
  /** CSS pixels, which are the pixels of the picture. */
  readonly width: number
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
/** How long a loaded page may go on loading pictures and data. */
const settleMs = 10_000

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
    async capture({ url, width, maxHeight, text }) {
      const page = await context.newPage()
      try {
        await page.setViewportSize({ width, height: windowPx })
        await openPage(page, url)
        await settle(page, maxHeight)
        const height = await page.evaluate(showBarsOnce)
        const size = { width, height: Math.min(height, maxHeight) }
        const lines = await page.evaluate(linesOfPage, { ...size, ...text })
        const png = await takeScreenshot(page, {
          ...{ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css', timeout: loadMs },
          ...(height > maxHeight && { clip: { x: 0, y: 0, ...size } }),
        })
        return { png, lines, isCut: height > maxHeight }
      } finally {
        await page.close()
      }
    },
  }
}

async function openPage(page: Page, url: string): Promise<void> {
  const response = await page.goto(url, { timeout: loadMs }).catch((error: unknown) => {
    // The first line has the reason, such as net::ERR_CONNECTION_REFUSED. The others are a log.
    throw new Error(error instanceof Error ? error.message.split('\n')[0] : String(error), { cause: error })
  })
  if (response && response.status() >= 400) throw new Error(`The page answered ${response.status()}.`)
}

/** Lets the page load what it loads late, and waits until it has. */
async function settle(page: Page, maxHeight: number): Promise<void> {
  await page.evaluate(scrollThrough, maxHeight)
  await page.waitForLoadState('networkidle', { timeout: settleMs }).catch((error: unknown) => {
    // A page that never rests is captured as it is.
    if (!(error instanceof errors.TimeoutError)) throw error
  })
  await page.evaluate(waitForPictures, settleMs)
}

// The functions below run inside the page.

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
 *  at the bottom of the window to the end. @returns the height of the page in CSS pixels */
function showBarsOnce(): number {
  const height = document.documentElement.scrollHeight
  const moved: Element[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
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
  return height
}
