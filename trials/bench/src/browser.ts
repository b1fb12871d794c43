import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Bench } from './row'

/** A real Chromium, closed after the row. */
export async function startBrowser(
  { afterwards }: Pick<Bench, 'afterwards'>,
  moreArgs: string[] = [],
): Promise<Browser> {
  const args = [...launchArgs, ...moreArgs]
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  afterwards(() => browser.close())
  return browser
}

export type Screen = Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'isMobile' | 'hasTouch'>

export const wideScreen: Screen = { viewport: { width: 1440, height: 900 } }

/** A page in a new browser context. */
export async function newPage(browser: Browser, screen = wideScreen): Promise<Page> {
  const context = await browser.newContext(screen)
  return context.newPage()
}
