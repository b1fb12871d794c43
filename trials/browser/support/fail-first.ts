import type { Page } from '@playwright/test'

/** Aborts the first request of the page that matches `address`, before the server receives it. */
export function failFirst(page: Page, address: string): Promise<void> {
  return breakOff(page, address, { isAnswer: false })
}

/** Forwards the first request to the server, but drops its answer. */
export function loseFirstAnswer(page: Page, address: string): Promise<void> {
  return breakOff(page, address, { isAnswer: true })
}

/** The route stays in place for later requests: in Chromium, a request that is sent while a route is removed
 *  can hang, even with the option `times` of `page.route`. */
async function breakOff(page: Page, address: string, { isAnswer }: { isAnswer: boolean }): Promise<void> {
  let isFirst = true
  await page.route(address, async (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    if (isAnswer) await route.fetch()
    await route.abort('connectionreset')
  })
}
