import type { Page, Route } from '@playwright/test'

interface Held {
  release: () => void
}

/** Holds back every request of the page that matches `address`, until `release`. */
export function holdBack(page: Page, address: string): Promise<Held> {
  return hold(page, address, (route, released) => released.then(() => route.continue()))
}

/** Holds back the requests, and aborts them on `release`. */
export function holdToAbort(page: Page, address: string): Promise<Held> {
  return hold(page, address, (route, released) => released.then(() => route.abort()))
}

/** Forwards the requests and holds back their answers, until `release`. */
export function holdAnswers(page: Page, address: string): Promise<Held> {
  return hold(page, address, async (route, released) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
}

async function hold(
  page: Page,
  address: string,
  handle: (route: Route, released: Promise<void>) => Promise<void>,
): Promise<Held> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, (route) => handle(route, released))
  return { release }
}
