import type { Page } from '@playwright/test'

/** Breaks off the first request of the page that matches `address`, before the server sees it. */
export function failFirst(page: Page, address: string): Promise<void> {
  return breakOff(page, address, { isAnswer: false })
}

/** Sends the first request on, so that the server has it, and loses its answer. */
export function loseFirstAnswer(page: Page, address: string): Promise<void> {
  return breakOff(page, address, { isAnswer: true })
}

/** Stays in place for later requests: a request that is sent while a route is taken away can hang in Chromium, which
 *  the option `times` of `page.route` does not wait for. */
async function breakOff(page: Page, address: string, { isAnswer }: { isAnswer: boolean }): Promise<void> {
  let isFirst = true
  await page.route(address, async (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    if (isAnswer) await route.fetch()
    await route.abort('connectionreset')
  })
}
