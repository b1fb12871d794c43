import type { Page, Request } from '@playwright/test'
import { givenAccount } from '../support/api-client'
import { holdBack } from '../support/hold-back'
import { design, pin } from '../support/project-page'
import { expect, storeLogin, test } from '../support/test'
import type { TestProject } from '../support/test-project'

/** The allowed requests of the first view of a shared link, by type. Of the three calls, one gets the
 *  project, one is the event stream, and one gets the project again after the stream has opened, so that no
 *  event is missed. Explain every increase in its commit. */
const budget: Record<string, number> = {
  document: 1,
  // One of them, and of the styles, draws strokes: the report loads it too.
  script: 18,
  // Two belong to the parts that load when the page is idle, such as the visitor's verdict.
  stylesheet: 4,
  font: 1,
  image: 1,
  fetch: 3,
}
/** Parts of the page that are prefetched while the browser is idle: dialogs, menus, the composer. */
const scriptsAhead = 14

/** Opens a project with one comment as a first-time visitor.
 *  @returns all requests until the page is idle */
async function firstView(page: Page, project: TestProject): Promise<Request[]> {
  await project.addComment()
  const requests: Request[] = []
  page.on('request', (one) => isIcon(one) || isVisit(one) || requests.push(one))
  await page.goto(`/project/${project._id}`)
  await expect(design(page)).toBeVisible()
  await expect(pin(page, 1)).toBeVisible()
  await expect.poll(() => requests.some(isEvents)).toBe(true)
  await atRest(requests)
  return requests
}

/** Waits for two seconds without another entry. */
async function atRest(requests: readonly unknown[]): Promise<void> {
  for (let before = -1; before < requests.length;) {
    before = requests.length
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** A headed Chrome requests the icon of its tab; a headless one has no tab. */
function isIcon(request: Request): boolean {
  return new URL(request.url()).pathname === '/favicon.svg'
}

/** Sent after a few seconds of viewing, which can happen on a busy machine while the page still loads. */
function isVisit(request: Request): boolean {
  return request.url().endsWith('/visit')
}

/** The event stream, which stays open. */
function isEvents(request: Request): boolean {
  return request.url().endsWith('/events')
}

function countByKind(requests: readonly Request[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const request of requests) {
    const kind = request.resourceType()
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

/** Transferred bytes, including headers. */
async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.filter((one) => !isEvents(one)).map((one) => one.sizes()))
  return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
}

test('the first view of a shared link makes requests to its own server only, within its budget', async ({
  page,
  project,
  baseURL,
}, testInfo) => {
  // A browser that is never idle prefetches nothing.
  await page.addInitScript('window.requestIdleCallback = () => 0')

  const requests = await firstView(page, project)

  const over = [...countByKind(requests)].filter(([kind, count]) => count > (budget[kind] ?? 0))
  expect(over, 'kinds over their budget').toEqual([])
  expect(requests.map((one) => one.url()).filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
  const files = requests.filter((one) => one.resourceType() !== 'fetch').map((one) => one.url())
  expect(new Set(files).size, 'files asked for once').toBe(files.length)
  testInfo.annotations.push({ type: 'bytes', description: String(await bytesOf(requests)) })
})

test('prefetched files come after the design, and no file is fetched twice', async ({ page, project }) => {
  const requests = await firstView(page, project)
  await expect.poll(() => countByKind(requests).get('script')).toBeGreaterThan(budget['script'] ?? 0)
  await atRest(requests)

  const scripts = requests.filter((one) => one.resourceType() === 'script').map((one) => one.url())
  expect(scripts.length).toBeLessThanOrEqual((budget['script'] ?? 0) + scriptsAhead)
  expect(new Set(scripts).size).toBe(scripts.length)
  const designAt = requests.findIndex((one) => one.resourceType() === 'image')
  const aheadAt = requests.findIndex((one) => one.url() === scripts.at(-1))
  expect(designAt).toBeGreaterThanOrEqual(0)
  expect(designAt).toBeLessThan(aheadAt)
})

test('a returning visitor transfers no file of the app and no picture again', async ({ page, project }) => {
  await firstView(page, project)

  await page.goto(`/project/${project._id}`)
  await expect(pin(page, 1)).toBeVisible()
  const transferred = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((one) => one instanceof PerformanceResourceTiming && one.transferSize > 0)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/(assets|images)\/|\.js$/.test(path)),
  )

  expect(transferred).toEqual([])
})

test.describe('the dashboard', () => {
  test.use({ hasNewAccount: true })

  /** The paths and queries that `page` requests from now on. */
  function watchRequests(page: Page): string[] {
    const paths: string[] = []
    page.on('request', (one) => {
      const { pathname, search } = new URL(one.url())
      paths.push(pathname + search)
    })
    return paths
  }

  test('requests its projects once, before the app has loaded', async ({ ownerPage: page, project }) => {
    const paths = watchRequests(page)
    const start = await holdBack(page, '**/assets/index-*.js')
    await page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => paths).toContain('/projects?image=none')

    start.release()
    await expect(page.getByRole('link', { name: project.name })).toBeVisible()
    await atRest(paths)

    expect(paths.filter((path) => path === '/projects?image=none')).toHaveLength(1)
  })

  test('requests no projects without a login', async ({ page }) => {
    const paths = watchRequests(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await atRest(paths)

    expect(paths.filter((path) => path.startsWith('/projects'))).toEqual([])
  })

  test('shows the projects of the account that has logged in meanwhile in another tab', async ({
    ownerPage: page,
    project,
    request,
  }) => {
    const start = await holdBack(page, '**/assets/index-*.js')
    const answered = page.waitForResponse('**/projects?image=none')
    await page.goto('/', { waitUntil: 'commit' })
    await answered
    await storeLogin(page, await givenAccount(request))
    start.release()

    await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
    await expect(page.getByRole('link', { name: project.name })).toHaveCount(0)
  })
})
