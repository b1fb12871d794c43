import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { newPage, type Screen } from './browser'

/** The screen that Lighthouse gives a phone. */
export const phoneScreen: Screen = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** A phone on a weak connection: 1.6 Mbit/s down, 150 ms round trip, a processor four times as slow. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowerBy = 4

export interface FirstView {
  /** Time from the start of the navigation until the design is decoded and drawn. */
  seconds: number
  /** Sum of all layout shifts, as the Layout Instability specification scores them. */
  shift: number
  /** Address of the picture of the design that this screen fetched. */
  design: string
}

/** The measurements inside the page, as a string, because a compiled function would need helpers of the
 *  compiler, which the page does not have. The design is visible in the first frame after it is decoded. */
const noteView = `
  window.noted = { shift: 0, designAt: null, design: null }
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.noted.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  const lookForDesign = () => {
    const design = [...document.images].find(({ alt }) => alt.startsWith('Design'))
    if (!design?.complete || design.naturalWidth === 0) return requestAnimationFrame(lookForDesign)
    design.decode().then(() => requestAnimationFrame((time) => {
      Object.assign(window.noted, { designAt: time, design: design.currentSrc })
    }))
  }
  requestAnimationFrame(lookForDesign)`
const notedSchema = z.object({ shift: z.number(), designAt: z.number().positive(), design: z.url() })

/** Opens a page of Pinmark with empty caches. */
export async function firstView(browser: Browser, url: string, screen: Screen): Promise<FirstView> {
  const page = await slowPage(browser, screen)
  await page.addInitScript(noteView)
  await page.goto(url, { waitUntil: 'commit' })
  // Polled from outside, because the page's content security policy refuses conditions that are evaluated
  // inside.
  while (!(await page.evaluate<boolean>('window.noted?.designAt > 0'))) await page.waitForTimeout(200)
  // Later resources may still move the design.
  await page.waitForTimeout(500)
  const { shift, designAt, design } = notedSchema.parse(await page.evaluate('window.noted'))
  await page.context().close()
  return { seconds: designAt / 1000, shift, design }
}

/** Opens an image alone over the same connection. @returns seconds until it has loaded */
export async function bytesAlone(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser)
  const start = performance.now()
  await page.goto(url, { waitUntil: 'load' })
  const seconds = (performance.now() - start) / 1000
  await page.context().close()
  return seconds
}

async function slowPage(browser: Browser, screen?: Screen): Promise<Page> {
  const page = await newPage(browser, screen)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', line)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  return page
}
