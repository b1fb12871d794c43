import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { storedSession } from '@pinmark/testbed/stored-session'
import { givenAccount, type Account } from './api-client'

interface Fixtures {
  /** A registered designer. */
  account: Account
  /** The designer's browser page, logged in and at the dashboard. */
  ownerPage: Page
  /** Opens a page of another person, in a separate browser context that is closed when the test ends. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
  /** Console messages that a spec expects, which must not fail it. */
  expectedConsole: RegExp[]
}

/** Every spec fails if its page logs an error, throws, or violates its content security policy. */
export const test = base.extend<Fixtures>({
  // The browser logs a failed request even if the page handles it.
  expectedConsole: async ({}, use) => use([/^Failed to load resource/]),

  page: async ({ page, expectedConsole }, use) => {
    const complaints: string[] = []
    watchConsole(page, expectedConsole, complaints)
    await use(page)
    expect(complaints, 'errors in the browser console').toEqual([])
  },

  account: async ({ request }, use) => use(await givenAccount(request)),

  ownerPage: async ({ page, account }, use) => {
    await logIn(page, account)
    await use(page)
  },

  openPage: async ({ browser, expectedConsole }, use) => {
    const complaints: string[] = []
    const pages: Page[] = []
    await use(async (options) => {
      const page = await (await browser.newContext(options)).newPage()
      watchConsole(page, expectedConsole, complaints)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
    expect(complaints, 'errors in the console of another page').toEqual([])
  },
})

/** The context of a phone's browser. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions

export { expect }

/** Collects errors and violations on `page`. */
function watchConsole(page: Page, expected: RegExp[], complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(message.text()))) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
}

/** Opens the dashboard in a browser that is already logged in. The specs of sessions use the form. */
export async function logIn(page: Page, account: Account): Promise<void> {
  // Local storage belongs to an origin, and this is its smallest page.
  await page.goto('/healthz')
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, storedSession(account))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
}
