import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { freePort } from '@pinmark/testbed/free-port'
import { drawDesign } from '@pinmark/testbed/test-image'
import { givenAccount } from '../support/api-client'
import { holdBack, holdToAbort } from '../support/hold-back'
import {
  boxOf,
  commentRow,
  composer,
  design,
  frame,
  pin,
  pinTip,
  fillComposer,
} from '../support/project-page'
import { expect, keepLogin, test as base } from '../support/test'
import type { TestProject } from '../support/test-project'
import { touchScreen } from '../support/touch'

/** Records in the page, at every change and every frame, how many designs are visible and what has moved. A
 *  string, because a compiled function would need the compiler's helpers. */
const takeNotes = `
  window.noted = { designs: [], shift: 0 }
  const look = () => {
    const seen = [...document.querySelectorAll('img[alt^="Design"]')].filter((one) => one.checkVisibility()).length
    if (seen > 0 || noted.designs.length > 0) noted.designs.push(seen)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  const everyFrame = () => { look(); requestAnimationFrame(everyFrame) }
  requestAnimationFrame(everyFrame)
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) noted.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`
const notes = (page: Page) => page.evaluate<{ designs: number[]; shift: number }>('window.noted')

/** Opens a shared project and holds back every script of the app until `release`. The small first script
 *  runs. */
async function openWithoutApp(page: Page, projectId: string) {
  const scripts = await holdBack(page, '**/assets/*.js')
  await page.goto(`/project/${projectId}`, { waitUntil: 'commit' })
  return scripts
}

const haveScriptsCome = () => {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
  return scripts.length > 0 && scripts.every(({ href }) => performance.getEntriesByName(href).length > 0)
}

/** The design that the server painted, when it is on the screen. Until the style sheet has loaded, the
 *  browser shows nothing, but reports unstyled boxes. */
async function paintedDesign(page: Page): Promise<Locator> {
  const painted = page.getByRole('img', { name: /^Design/ })
  await expect(painted).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  return painted
}

/** The spot of the comment of a shared project, in pixels of its design. */
const spot = { x: 300, y: 200 }

interface Given {
  description?: string
  image?: Buffer
  permission?: 'view' | 'comment' | 'manage'
}

const test = base.extend<{ newSharedProject: (given?: Given) => Promise<TestProject> }>({
  newSharedProject: async ({ newProject, account, request }, use) => {
    await use(async ({ description = '', image, permission = 'comment' } = {}) => {
      const project = await newProject(image && { image })
      await project.addComment(spot)
      const headers = { Authorization: `Bearer ${account.token}` }
      const described = await request.put(`/projects/${project._id}`, { headers, data: { description } })
      expect(described.status()).toBe(200)
      await project.set({ permission })
      return project
    })
  },
  project: async ({ newSharedProject }, use) => use(await newSharedProject()),
})

const brief = 'Is the button clear, and would you press it? Never mind the colours, they are not settled. '
const cases: { what: string; given: () => Promise<Given> }[] = [
  { what: 'a design without words', given: async () => ({}) },
  {
    what: 'a long brief and a link that may change everything',
    given: async () => ({ description: brief.repeat(8), permission: 'manage' }),
  },
  {
    what: 'a link that may change everything, without a brief',
    given: async () => ({ permission: 'manage' }),
  },
  {
    what: 'a small design and a short brief',
    given: async () => ({
      image: (await drawDesign({ width: 301, height: 203, marker: { x: 40, y: 40 }, markerSide: 20 })).buffer,
      description: brief,
      permission: 'view',
    }),
  },
  {
    what: 'a design with a narrow picture',
    given: async () => ({ image: (await drawDesign({ width: 1600, height: 503, grain: 1 })).buffer }),
  },
  {
    what: 'a tall design',
    given: async () => ({
      image: (await drawDesign({ width: 900, height: 4_001, marker: { x: 40, y: 40 }, markerSide: 20 }))
        .buffer,
    }),
  },
]

for (const width of [360, 768, 1024, 1440]) {
  for (const { what, given } of cases) {
    test(`${what} is painted before any script of the app runs, at the same place as in the app, at ${width} px`, async ({
      page,
      newSharedProject,
    }) => {
      const project = await newSharedProject(await given())
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(takeNotes)

      const scripts = await openWithoutApp(page, project._id)
      const painted = await paintedDesign(page)
      await expect.poll(() => painted.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
      // The text of the server can wrap differently until its font has loaded.
      await page.evaluate("document.fonts.load('1em Inter').then(() => undefined)")
      const paintedAt = await boxOf(painted)
      const paintedTip = await pinTip(page.locator('#first-paint .canvas-pin'))
      await expect(page.getByRole('heading', { name: project.name })).toBeVisible()
      // In the sheet of a phone, only the handle is visible.
      const row = page.getByRole('listitem').filter({ hasText: 'The moon is lovely' })
      const rowAt = width > 1023 ? await boxOf(row) : null
      // Controls that do not work yet cannot be pressed or focused.
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('link')).toHaveCount(0)
      scripts.release()
      await expect(design(page)).toBeVisible()
      const shownAt = await boxOf(design(page))
      await expect(frame(page).getByRole('button', { name: /^Comment 1/ })).toBeAttached()

      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(shownAt[side] - paintedAt[side]), side).toBeLessThanOrEqual(0.5)
      const shownTip = await pinTip(pin(page, 1))
      expect(Math.hypot(shownTip.x - paintedTip.x, shownTip.y - paintedTip.y)).toBeLessThanOrEqual(1)
      if (rowAt) expect(Math.abs((await boxOf(row)).y - rowAt.y)).toBeLessThanOrEqual(0.5)
      const { designs, shift } = await notes(page)
      expect(new Set(designs), 'designs at each moment').toEqual(new Set([1]))
      expect(shift).toBe(0)
      await expect(page.locator('#first-paint')).toHaveCount(0)
    })
  }
}

test.describe('a press before the app has loaded', () => {
  async function pressEarly(page: Page, projectId: string, place: { x: number; y: number }) {
    const scripts = await openWithoutApp(page, projectId)
    const box = await boxOf(await paintedDesign(page))
    const at = { x: box.x + place.x * box.width, y: box.y + place.y * box.width }
    await page.mouse.click(at.x, at.y)
    return { ...scripts, at, mark: page.locator('#first-paint [data-state="draft"]') }
  }

  test('shows a pin at once, and starts a comment at exactly that place', async ({ page, project }) => {
    const { release, at, mark } = await pressEarly(page, project._id, { x: 0.31, y: 0.17 })
    const distance = async (tip: Promise<{ x: number; y: number }>) =>
      Math.hypot((await tip).x - at.x, (await tip).y - at.y)
    // A new pin is animated to its place.
    const expectTipAt = (locator: Locator) =>
      expect.poll(() => distance(pinTip(locator))).toBeLessThanOrEqual(1)
    await expectTipAt(mark)
    // In the style of an unsent draft's pin.
    await expect(mark.locator('b')).toHaveCSS('color', 'rgb(22, 22, 21)')
    release()
    await expect(composer(page)).toBeVisible()
    await expectTipAt(frame(page).locator('[data-state="draft"]'))
    await fillComposer(page, { name: 'Ana', text: 'Could not wait' })
    await composer(page).getByRole('button', { name: 'Submit' }).click()
    await expect(commentRow(page, 'Could not wait')).toBeVisible()
    await expectTipAt(pin(page, 2))
  })

  test('counts if the app replaces the paint while the button is down', async ({ page, project }) => {
    const { release } = await openWithoutApp(page, project._id)
    const box = await boxOf(await paintedDesign(page))
    await page.mouse.move(box.x + 0.31 * box.width, box.y + 0.17 * box.width)
    await page.mouse.down()
    release()
    await expect(frame(page).getByRole('button', { name: /^Comment 1/ })).toBeAttached()
    await page.mouse.up()
    await expect(composer(page)).toBeVisible()
  })

  test('opens an existing comment at that place', async ({ page, project }) => {
    const { release } = await pressEarly(page, project._id, { x: spot.x / 1440, y: (spot.y - 12) / 1440 })
    release()
    await expect(page.getByRole('dialog', { name: /^Comment 1 by / })).toBeVisible()
    await expect(composer(page)).toHaveCount(0)
  })

  test('does nothing if a guest may only view', async ({ page, newSharedProject }) => {
    const project = await newSharedProject({ permission: 'view' })
    const { release, mark } = await pressEarly(page, project._id, { x: 0.31, y: 0.17 })
    await expect(mark).toHaveCount(0)
    release()
    await expect(frame(page).getByRole('button', { name: /^Comment 1/ })).toBeAttached()
    await expect(composer(page)).toHaveCount(0)
  })
})

test.describe('a touch before the app has loaded', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 760 } })

  // A finger is never completely still. A touch that the browser treats as the start of a scroll is not a
  // press.
  for (const { movedPx, pins } of [
    { movedPx: 8, pins: 1 },
    { movedPx: 40, pins: 0 },
  ]) {
    test(`that moves by ${movedPx} px puts ${pins === 1 ? 'its pin' : 'no pin'}`, async ({
      page,
      project,
    }) => {
      const scripts = await openWithoutApp(page, project._id)
      const box = await boxOf(await paintedDesign(page))
      const start = { x: box.x + 120, y: box.y + 150 }
      const finger = await touchScreen(page)
      await finger.drag([start], [{ x: start.x, y: start.y + movedPx }])
      await expect(page.locator('#first-paint [data-state="draft"]')).toHaveCount(pins)
      scripts.release()
      await expect(frame(page).getByRole('button', { name: /^Comment 1/ })).toBeAttached()
      await expect(composer(page)).toHaveCount(pins)
    })
  }
})

test('while the app loads slowly, the painted page says that it is loading', async ({ page, project }) => {
  const scripts = await openWithoutApp(page, project._id)
  await expect(page.getByRole('status')).toHaveText('Loading project details...')
  await expect(page.getByRole('status')).toBeVisible()
  scripts.release()
  await expect(frame(page)).toBeVisible()
  await expect(page.getByText('Loading project details...')).toHaveCount(0)
})

for (const width of [360, 1024, 1440]) {
  for (const description of ['', brief]) {
    test(`the owner sees the painted design too, at the same place as in the app, ${description ? 'with' : 'without'} a brief, at ${width} px`, async ({
      ownerPage: page,
      newSharedProject,
    }) => {
      const project = await newSharedProject({ description })
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(takeNotes)

      const scripts = await openWithoutApp(page, project._id)
      const painted = await paintedDesign(page)
      await page.evaluate("document.fonts.load('1em Inter').then(() => undefined)")
      const paintedAt = await boxOf(painted)
      scripts.release()
      await expect(page.getByRole('button', { name: /^(Brief|(Add a|Edit) description)$/ })).toBeVisible()
      const shownAt = await boxOf(design(page))

      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(shownAt[side] - paintedAt[side]), side).toBeLessThanOrEqual(0.5)
      const { designs, shift } = await notes(page)
      expect(new Set(designs), 'designs at each moment').toEqual(new Set([1]))
      expect(shift).toBe(0)
    })
  }
}

test('an account that is not the owner gets the paint of a guest, and no press where it may only view', async ({
  ownerPage: page,
  newSharedProject,
  request,
}) => {
  const project = await newSharedProject({ permission: 'view' })
  await keepLogin(page, await givenAccount(request))
  const { release } = await openWithoutApp(page, project._id)
  await paintedDesign(page)
  await expect(page.locator('#first-paint')).toHaveAttribute('data-may-change', 'false')
  await expect(page.locator('#first-paint')).toHaveAttribute('data-may-comment', 'false')
  release()
  await expect(design(page)).toBeVisible()
})

test('the owner may press the design before the app has loaded, also where guests may only view', async ({
  ownerPage: page,
  newSharedProject,
}) => {
  const project = await newSharedProject({ permission: 'view' })
  const { release } = await openWithoutApp(page, project._id)
  const box = await boxOf(await paintedDesign(page))
  await expect(page.locator('#first-paint')).toHaveAttribute('data-may-comment', 'true')
  await page.mouse.click(box.x + 0.31 * box.width, box.y + 0.17 * box.width)
  release()
  await expect(composer(page)).toBeVisible()
})

test('a visitor whose login has ended gets the painted page, and then that of a guest', async ({
  page,
  project,
  account,
}) => {
  await keepLogin(page, { ...account, token: 'ended' })
  const { release } = await openWithoutApp(page, project._id)
  await paintedDesign(page)
  release()
  await expect(design(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a description' })).toHaveCount(0)
})

test('the app draws nothing before the styles are there', async ({ page, project }) => {
  await page.addInitScript(neverGiveUp)
  const styles = await holdBack(page, '**/assets/*.css')
  // Then the scripts wait for the styles only.
  await page.route('**/images/*/view', (route) => route.abort())
  await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(haveScriptsCome)).toBe(true)
  // Enough time for an app that would not wait to draw.
  await page.waitForTimeout(500)
  await expect(page.locator('#root')).toBeEmpty()
  styles.release()
  await expect(frame(page)).toBeVisible()
})

test('a design that cannot be loaded does not load the page again', async ({ page, project }) => {
  const pages: string[] = []
  page.on('request', (asked) => asked.isNavigationRequest() && pages.push(asked.url()))
  const pictures = await holdToAbort(page, '**/images/*/view')
  await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
  await paintedDesign(page)
  pictures.release()
  await expect(page.getByRole('alert').filter({ hasText: /^Could not load / })).toBeVisible()
  expect(pages).toHaveLength(1)
})

test('a visitor with an account sees that the project is loading, as a guest does on the painted page', async ({
  ownerPage: page,
  project,
}) => {
  const { release: answer } = await holdBack(page, `**/projects/${project._id}?*`)
  await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading project details...' })).toBeVisible()
  answer()
  await expect(design(page)).toBeVisible()
})

test('closing a link after the page was painted removes the design', async ({ page, project }) => {
  // The page was sent. The requests of the app come after the link is closed.
  const json = { error: 'Project not found', code: 'project_not_found' }
  await page.route(`**/projects/${project._id}?*`, (route) => route.fulfill({ status: 404, json }))
  const scripts = await openWithoutApp(page, project._id)
  await paintedDesign(page)
  scripts.release()
  await expect(page.getByText('Project not found')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Design/ })).toHaveCount(0)
  await expect(page.locator('#first-paint')).toHaveCount(0)
})

test('a light design loads before the scripts of the app are requested', async ({ page, project }) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(one.url()))
  const { release: answerDesign } = await holdBack(page, '**/images/*/view')
  await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: project.name })).toBeVisible()
  await expect.poll(() => asked.some((url) => url.includes(`/projects/${project._id}`))).toBe(true)
  expect(asked.filter(isScriptOfApp)).toEqual([])
  answerDesign()
  await expect(design(page)).toBeVisible()
  expect(asked.filter(isScriptOfApp).length).toBeGreaterThan(1)
})

test('a design that arrives slowly keeps the connection for itself', async ({ page, project, baseURL }) => {
  const slow = await givenSlowDesigns(baseURL ?? '')
  try {
    const asked: string[] = []
    page.on('request', (one) => asked.push(one.url()))
    await page.goto(`${slow.url}/project/${project._id}`, { waitUntil: 'commit' })
    const painted = page.getByRole('img', { name: /^Design/ })
    await expect
      .poll(() => painted.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    // Longer than the app waits for a design of which nothing has arrived.
    await page.waitForTimeout(4_000)
    expect(asked.filter(isScriptOfApp)).toEqual([])
    slow.release()
    await expect(design(page)).toBeVisible()
  } finally {
    await slow.close()
  }
})

/** A proxy that sends the first half of each design, and the rest after `release`. */
async function givenSlowDesigns(origin: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const sendInHalves = async (design: Readable, answer: ServerResponse) => {
    const bytes = await buffer(design)
    answer.write(bytes.subarray(0, bytes.length / 2))
    await released
    answer.end(bytes.subarray(bytes.length / 2))
  }
  const proxy = createServer((asked, answer) => {
    const { url = '', method, headers } = asked
    const forwarded = request(origin + url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      if (url.endsWith('/view')) void sendInHalves(got, answer)
      else got.pipe(answer)
    })
    asked.pipe(forwarded)
  })
  const port = await freePort()
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    release,
    close: async () => {
      release()
      proxy.closeAllConnections()
      await promisify(proxy.close.bind(proxy))()
    },
  }
}

test.describe('a design that fails to load', () => {
  test.use({ expectedConsole: [/^Failed to load resource/] })

  for (const { how, answer } of [
    { how: 'is broken off', answer: 'abort' },
    { how: 'hangs', answer: 'hang' },
  ]) {
    test(`delays the app only briefly when it ${how}`, async ({ page, project }) => {
      await page.route('**/images/*/view', (route) => (answer === 'abort' ? route.abort() : undefined))
      await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
      await expect(frame(page)).toBeVisible()
      await expect(frame(page).getByRole('button', { name: /^Comment 1/ })).toBeVisible()
    })
  }
})

const isScriptOfApp = (url: string) => /\/assets\/[^/]*\.js$/.test(url)

for (const width of [1024, 1440]) {
  test(`the buttons of the head are aligned with the bar, with and without a description, at ${width} px`, async ({
    page,
    newSharedProject,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const rightOf = async (locator: Locator) => {
      const { x, width: wide } = await boxOf(locator)
      return x + wide
    }
    for (const description of ['', brief]) {
      const { _id } = await newSharedProject({ description })
      await page.goto(`/project/${_id}`)
      const share = page.getByRole('button', { name: 'Share' })
      await expect(share).toBeVisible()
      expect(await rightOf(share)).toBeCloseTo(await rightOf(page.getByRole('link', { name: 'Register' })), 0)
    }
  })
}

/** After three seconds the app starts without its styles. A busy machine may need longer for what the test looks at. */
function neverGiveUp() {
  const wait = window.setTimeout.bind(window)
  const patient = (run: () => void, ms?: number) => wait(run, ms === 3_000 ? 600_000 : ms)
  Object.assign(window, { setTimeout: patient })
}
