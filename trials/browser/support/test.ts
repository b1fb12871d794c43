import { expect as plainExpect, test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { storedSession } from '@pinmark/testbed/stored-session'
import { givenAccount, type Account, type GivenProject } from './api-client'
import { openProject } from './project-page'
import { givenTestProject, type TestProject } from './test-project'
import { expect as expectInLanguage, listen, speak } from './other-language'
import { translatePages } from './translate'

interface Fixtures {
  /** Translates what a test looks for, in its language. */
  spoken: void
  /** Whether the account is new. Otherwise the tests of a worker share one, because registering is slow on purpose. A
   *  test that shows or changes the account, its login or its list of projects needs a new one. */
  hasNewAccount: boolean
  /** A registered designer. */
  account: Account
  /** A new project of the designer, whose design is a tall page. */
  project: TestProject
  /** Creates a project of the designer with another name or design. */
  newProject: (options?: GivenProject) => Promise<TestProject>
  /** The designer's browser page, logged in. */
  ownerPage: Page
  /** The same page, at the dashboard. */
  dashboard: Page
  /** The page of the project, open in a guest's browser. */
  projectPage: Page
  /** The page of the project, open in the designer's browser. */
  ownerProjectPage: Page
  /** Opens a page of another person, in a separate browser context that is closed when the test ends. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
  /** The same with the designer logged in. */
  openOwnerPage: (options?: BrowserContextOptions) => Promise<Page>
  /** Whether a translator changes the pages, as that of Chrome. With E2E_TRANSLATED=true it does in all specs. */
  isTranslated: boolean
  /** Console messages that a spec expects, which must not fail it. */
  expectedConsole: RegExp[]
}

/** The designer of the tests of this worker. */
let sharedAccount: Promise<Account> | undefined

/** Every spec fails if its page logs an error, throws, or violates its content security policy. */
export const test = base.extend<Fixtures>({
  // The browser logs a failed request even if the page handles it.
  expectedConsole: async ({}, use) => use([/^Failed to load resource/]),

  spoken: [
    async ({ locale }, use) => {
      await speak(locale ?? '')
      await use()
      // The next test of this process may speak another language.
      await speak('')
    },
    { auto: true },
  ],

  isTranslated: [process.env['E2E_TRANSLATED'] === 'true', { option: true }],

  context: async ({ context, isTranslated }, use) => {
    if (isTranslated) await translatePages(context)
    await use(context)
  },

  page: async ({ page, expectedConsole }, use) => {
    listen(page)
    const complaints: string[] = []
    watchConsole(page, expectedConsole, complaints)
    await use(page)
    expect(complaints, 'errors in the browser console').toEqual([])
  },

  hasNewAccount: [false, { option: true }],

  account: async ({ request, hasNewAccount }, use) => {
    await use(await (hasNewAccount ? givenAccount(request) : (sharedAccount ??= givenAccount(request))))
  },

  newProject: async ({ request, account }, use) => {
    await use((options) => givenTestProject(request, account, options))
  },

  project: async ({ newProject }, use) => use(await newProject()),

  ownerPage: async ({ page, account }, use) => {
    await keepLogin(page, account)
    await use(page)
  },

  dashboard: async ({ page, account }, use) => {
    await logIn(page, account)
    await use(page)
  },

  projectPage: async ({ page, project }, use) => {
    await openProject(page, project._id)
    await use(page)
  },

  ownerProjectPage: async ({ ownerPage, project }, use) => {
    await openProject(ownerPage, project._id)
    await use(ownerPage)
  },

  openPage: async ({ browser, expectedConsole, isTranslated }, use) => {
    const complaints: string[] = []
    const pages: Page[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      if (isTranslated) await translatePages(context)
      const page = await context.newPage()
      listen(page)
      watchConsole(page, expectedConsole, complaints)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
    expect(complaints, 'errors in the console of another page').toEqual([])
  },

  openOwnerPage: async ({ openPage, account }, use) => {
    await use(async (options) => {
      const page = await openPage(options)
      await keepLogin(page, account)
      return page
    })
  },
})

/** The context of a phone's browser. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions

export const expect = process.env['E2E_LANGUAGE'] === undefined ? plainExpect : expectInLanguage

/** Collects errors and violations on `page`. */
function watchConsole(page: Page, expected: RegExp[], complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(message.text()))) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
}

/** Logs the page's browser in without the form, which the specs of sessions use. */
export async function keepLogin(page: Page, session: Parameters<typeof storedSession>[0]): Promise<void> {
  // Local storage belongs to an origin, and this is its smallest page.
  await page.goto('/healthz')
  await storeLogin(page, session)
}

/** The same while a page is open, as a login in another tab does. */
export async function storeLogin(page: Page, session: Parameters<typeof storedSession>[0]): Promise<void> {
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, storedSession(session))
}

/** Opens the dashboard in a browser that is already logged in. */
export async function logIn(page: Page, account: Account): Promise<void> {
  await keepLogin(page, account)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
}
