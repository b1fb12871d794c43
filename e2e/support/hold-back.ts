import type { Page } from '@playwright/test'

interface Held {
  release: () => void
}

/** Holds back every request of the page that matches `address`, until `release`. A route set before then handles it. */
export function holdBack(page: Page, address: string): Promise<Held> {
  return hold(page, address, { isAnswer: false })
}

/** Forwards the requests and holds back their answers, until `release`. */
export function holdAnswers(page: Page, address: string): Promise<Held> {
  return hold(page, address, { isAnswer: true })
}

async function hold(page: Page, address: string, { isAnswer }: { isAnswer: boolean }): Promise<Held> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    const response = isAnswer ? await route.fetch() : null
    await released
    await (response ? route.fulfill({ response }) : route.fallback())
  })
  return { release }
}
