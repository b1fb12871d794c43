import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Bench } from './row'

/** A real Chromium, gone after the row. */
export async function startBrowser({ afterwards }: Pick<Bench, 'afterwards'>): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: launchArgs })
  afterwards(() => browser.close())
  return browser
}

/** A page of a person who was never here before. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  return context.newPage()
}
