import type { APIRequestContext, Page, Request } from '@playwright/test'
import { givenComment, givenProject, type Account } from '../support/api-client'
import { design, pin } from '../support/project-page'
import { expect, test } from '../support/test'

/** What the first view of a shared link may request, by kind. Of the three calls one gives the project, one is the
 *  event stream, and one asks again once the stream is open, so that nothing falls between the two. A number that grows
 *  needs a reason in its commit. */
const budget: Record<string, number> = {
  document: 1,
  script: 19,
  // The third is that of the parts that come at rest: the visitor's verdict among them.
  stylesheet: 3,
  font: 1,
  image: 1,
  fetch: 3,
}
/** Parts of the page that are fetched ahead while the browser is idle: dialogs, menus, the composer. */
const scriptsAhead = 45

/** Opens a project with one comment as a first-time visitor.
 *  @returns all requests of the page until it has come to rest */
async function firstView(
  page: Page,
  { request, account }: { request: APIRequestContext; account: Account },
): Promise<Request[]> {
  const project = await givenProject(request, account)
  await givenComment(request, project._id)
  const requests: Request[] = []
  page.on('request', (one) => isIcon(one) || isVisit(one) || requests.push(one))
  await page.goto(`/project/${project._id}`)
  await expect(design(page)).toBeVisible()
  await expect(pin(page, 1)).toBeVisible()
  await expect.poll(() => requests.some(isEvents)).toBe(true)
  await atRest(requests)
  return requests
}

/** Waits until two seconds have passed without a request. */
async function atRest(requests: readonly Request[]): Promise<void> {
  for (let before = -1; before < requests.length;) {
    before = requests.length
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** A full Chrome asks for the icon of its tab, a headless one has no tab. */
function isIcon(request: Request): boolean {
  return new URL(request.url()).pathname === '/favicon.svg'
}

/** Sent after some seconds of viewing, which a busy machine can reach while the page still loads. */
function isVisit(request: Request): boolean {
  return request.url().endsWith('/visit')
}

/** The one that stays open. */
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

/** Bytes that came over the wire, heads included. */
async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.filter((one) => !isEvents(one)).map((one) => one.sizes()))
  return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
}

test('the first view of a shared link makes requests to its own server only, within its budget', async ({
  page,
  account,
  request,
  baseURL,
}, testInfo) => {
  // A browser without `requestIdleCallback` fetches nothing ahead.
  await page.addInitScript('delete window.requestIdleCallback')

  const requests = await firstView(page, { request, account })

  const over = [...countByKind(requests)].filter(([kind, count]) => count > (budget[kind] ?? 0))
  expect(over, 'kinds over their budget').toEqual([])
  expect(requests.map((one) => one.url()).filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
  const files = requests.filter((one) => one.resourceType() !== 'fetch').map((one) => one.url())
  expect(new Set(files).size, 'files asked for once').toBe(files.length)
  testInfo.annotations.push({ type: 'bytes', description: String(await bytesOf(requests)) })
})

test('prefetched files come after the design, and no file is fetched twice', async ({
  page,
  account,
  request,
}) => {
  const requests = await firstView(page, { request, account })

  const scripts = requests.filter((one) => one.resourceType() === 'script').map((one) => one.url())
  expect(scripts.length).toBeGreaterThan(budget['script'] ?? 0)
  expect(scripts.length).toBeLessThanOrEqual((budget['script'] ?? 0) + scriptsAhead)
  expect(new Set(scripts).size).toBe(scripts.length)
  const designAt = requests.findIndex((one) => one.resourceType() === 'image')
  const aheadAt = requests.findIndex((one) => one.url() === scripts.at(-1))
  expect(designAt).toBeGreaterThanOrEqual(0)
  expect(designAt).toBeLessThan(aheadAt)
})
