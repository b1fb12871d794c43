import type { Page } from '@playwright/test'

/** Keeps back every request of the page for what `address` matches, until `release`. */
export async function holdBack(page: Page, address: string): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return { release }
}
