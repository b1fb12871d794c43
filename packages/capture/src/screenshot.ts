import type { Page } from 'playwright-core'

type Options = NonNullable<Parameters<Page['screenshot']>[0]>

const tries = 4
const pauseMs = 1_000

/** A PNG of a page. On a busy machine Chromium sometimes draws no picture of a large page, and draws it a moment later. */
export async function takeScreenshot(page: Page, options: Options): Promise<Buffer> {
  for (let left = tries; ; left -= 1) {
    try {
      return await page.screenshot(options)
    } catch (error) {
      if (left === 1 || !String(error).includes('Unable to capture screenshot')) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
