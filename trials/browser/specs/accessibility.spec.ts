import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import {
  expectGoodAtWidths,
  expectHighContrast,
  expectNoSidewaysScroll,
  rightToLeft,
  widths,
} from '../support/accessibility'
import { givenAccount, givenComment, givenProject, type Account } from '../support/api-client'
import { press, tabTo } from '../support/keyboard'
import { renderLandingPage } from '../support/landing-page'
import { boxOf, clickDesign, composer, openProject, pin, sheetHandle } from '../support/project-page'
import { expect, logIn, test } from '../support/test'

type Scene = (page: Page, given: { account: Account; projectId: string }) => Promise<void>

const openMenuItem = async (page: Page, name: string) => {
  await page.getByRole('article').getByRole('button').first().click()
  await page.getByRole('menuitem', { name }).click()
}

const scenes: Record<string, Scene> = {
  login: (page) => page.goto('/login').then(() => undefined),
  'login, refused': async (page) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('nobody@studio.test')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  register: (page) => page.goto('/register').then(() => undefined),
  plans: (page) => page.goto('/plans').then(() => undefined),
  'API document': (page) => page.goto('/docs').then(() => undefined),
  'not found': (page) => page.goto('/nowhere').then(() => undefined),
  'project not found': async (page) => {
    await page.goto('/project/AAAAAAAAAAAAAAAAAAAAAA')
    await expect(page.getByText('Project not found')).toBeVisible()
  },
  dashboard: async (page, { account }) => logIn(page, account),
  'create dialog': async (page, { account }) => {
    await logIn(page, account)
    await page.getByRole('button', { name: '+ Create new' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Project name and image are required.')).toBeVisible()
  },
  'card menu': async (page, { account }) => {
    await logIn(page, account)
    await page.getByRole('article').getByRole('button').first().click()
    await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  },
  'rename dialog': async (page, { account }) => {
    await logIn(page, account)
    await openMenuItem(page, 'Rename')
    await expect(page.getByRole('dialog', { name: 'Rename Project' })).toBeVisible()
  },
  'share dialog': async (page, { account }) => {
    await logIn(page, account)
    await openMenuItem(page, 'Share')
    await expect(page.getByRole('dialog', { name: 'Share Project' })).toBeVisible()
  },
  'delete dialog': async (page, { account }) => {
    await logIn(page, account)
    await openMenuItem(page, 'Delete')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  account: async (page, { account }) => {
    await logIn(page, account)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  developers: async (page, { account }) => {
    await logIn(page, account)
    await page.goto('/account/developers')
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
  },
  project: (page, { projectId }) => openProject(page, projectId),
  'project, preview of a pin': async (page, { projectId }) => {
    await openProject(page, projectId)
    await pin(page, 1).hover()
    await expect(page.locator('.canvas-label')).toBeVisible()
  },
  'project, composer with blank fields': async (page, { projectId }) => {
    await openProject(page, projectId)
    await clickDesign(page, 160, 220)
    await composer(page).getByRole('button', { name: 'Submit' }).click()
    await expect(composer(page).getByText('Write a few words first.')).toBeVisible()
  },
  'project, comments hidden': async (page, { projectId }) => {
    await openProject(page, projectId)
    await page.getByRole('button', { name: 'Hide Comments' }).click()
    await expect(page.getByRole('button', { name: 'Show Comments' })).toBeVisible()
  },
}

/** No scene changes stored data, so all scenes of a worker share a project. */
let shared: Promise<{ account: Account; projectId: string }> | undefined

async function givenCommentedProject(request: APIRequestContext) {
  const account = await givenAccount(request)
  const { _id: projectId } = await givenProject(request, account)
  await givenComment(request, projectId)
  return { account, projectId }
}

function testScenes(colorScheme: 'light' | 'dark', width: number) {
  for (const [state, show] of Object.entries(scenes)) {
    test(`${state} is accessible in ${colorScheme} at ${width} px @axe`, async ({ page, request }) => {
      const given = await (shared ??= givenCommentedProject(request))
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await show(page, given)
      await expect(page.locator('h1').first()).toBeAttached()
      await expectGoodAtWidths(page, state, [width])
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of widths) testScenes(colorScheme, width)

for (const { locale, width } of rightToLeft) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    testScenes('light', width)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`text has a contrast of 7:1 for people who ask for more, ${colorScheme}`, async ({
    openOwnerPage,
    project,
  }) => {
    await project.addComment()
    const page = await openOwnerPage({ colorScheme, contrast: 'more', reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectHighContrast(page, 'dashboard')
    await openProject(page, project._id)
    await pin(page, 1).click()
    await expect(page.getByRole('dialog', { name: /^Comment 1 by/ })).toBeVisible()
    await expectHighContrast(page, 'thread')
    await clickDesign(page, 300, 200)
    await composer(page).getByRole('button', { name: 'Submit' }).click()
    await expect(composer(page).getByText('Write a few words first.')).toBeVisible()
    await expectHighContrast(page, 'composer with a blank field')
  })
}

test('comments are read and written by keys in a window of 320 x 256 px, as at a zoom of 400 % @core', async ({
  page,
  project,
}) => {
  await project.addComment({ text: 'The moon is lovely' })
  await page.setViewportSize({ width: 320, height: 256 })
  await openProject(page, project._id)
  const thread = page.getByRole('dialog', { name: /^Comment 1 by Priya/ })
  await tabTo(page, pin(page, 1))
  await press(page, 'Enter')
  await expect(thread).toBeFocused()
  await press(page, 'Escape')
  await expect(thread).toHaveCount(0)
  await expect(pin(page, 1)).toBeFocused()
  await press(page, 'Enter')
  await expect(thread).toBeFocused()
  await press(page, 'Shift+Tab', 'Tab')
  await expect(thread).toBeFocused()
  await press(page, 'Escape')

  await tabTo(page, sheetHandle(page))
  await press(page, 'Enter')
  const row = page.getByRole('button', { name: /^Comment 1 by Priya$/ })
  await tabTo(page, row)
  await press(page, 'Enter')
  await expect(thread).toBeFocused()
  const text = thread.getByRole('group', { name: 'Messages' }).getByText('The moon is lovely')
  await text.scrollIntoViewIfNeeded()
  await expect(text).toBeInViewport({ ratio: 1 })
  await tabTo(page, thread.getByRole('textbox', { name: 'Reply' }))
  await press(page, 'Escape')
  await expect(thread).toHaveCount(0)
  await expect(row).toBeFocused()

  await press(page, 'c', 'Enter')
  const field = composer(page).getByLabel('Your comment')
  await field.fill('Is it?')
  // Typed here, and not covered by what surrounds the fields.
  const { x, y } = await boxOf(field)
  const isOnTop = ({ x, y }: { x: number; y: number }) =>
    document.elementFromPoint(x, y) === document.activeElement
  expect(await page.evaluate(isOnTop, { x: x + 20, y: y + 20 })).toBe(true)
  await composer(page).getByRole('button', { name: 'Submit' }).scrollIntoViewIfNeeded()
  await expect(composer(page).getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
})

test('no page scrolls sideways at 320 px', async ({ page, newProject, account, browser }) => {
  const project = await newProject({ name: 'Donaudampfschiff'.repeat(7) })
  await project.addComment({ commenter: 'W'.repeat(60), text: 'W'.repeat(300) })
  await page.setViewportSize({ width: 320, height: 700 })
  await logIn(page, account)
  await expectNoSidewaysScroll(page, 'dashboard')
  await openProject(page, project._id)
  await expectNoSidewaysScroll(page, 'project')
  await clickDesign(page, 100, 100)
  await expectNoSidewaysScroll(page, 'composer')
  await project.addVersion({ image: await renderLandingPage(browser) })
  await page.goto(`/project/${project._id}?compare=1-2`)
  await expect(page.getByRole('button', { name: 'Close compare' })).toBeInViewport({ ratio: 1 })
})

const doubleText = (page: Page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

test('text of twice the size scrolls no account page and no API document sideways on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/login', '/register', '/forgot', '/docs']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await doubleText(page)
    await expectNoSidewaysScroll(page, path)
  }
})

test('text of twice the size covers nothing on a phone', async ({ openOwnerPage, project }) => {
  await project.addComment()
  const page = await openOwnerPage({ viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await doubleText(page)
  const heading = await boxOf(page.getByRole('heading', { name: 'My Projects' }))
  const create = await boxOf(page.getByRole('button', { name: '+ Create new' }))
  expect(heading.y + heading.height).toBeLessThanOrEqual(create.y)

  await openProject(page, project._id)
  await doubleText(page)
  await expectNoSidewaysScroll(page, 'room')
  const count = await boxOf(sheetHandle(page).locator('.tabular', { hasText: '1 open' }))
  const add = await boxOf(page.getByRole('button', { name: 'Add comment' }))
  expect(count.x + count.width).toBeLessThanOrEqual(add.x)
})

test('text of twice the size fits the buttons and heads of a review on a phone', async ({
  page,
  project,
}) => {
  await project.addComment()
  await page.setViewportSize({ width: 390, height: 844 })
  await openProject(page, project._id)
  await doubleText(page)
  const sizes = (locator: Locator) =>
    locator.evaluateAll((elements) =>
      elements.map(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
        tooWide: Math.max(0, scrollWidth - clientWidth),
        tooHigh: Math.max(0, scrollHeight - clientHeight),
      })),
    )
  const fits = { tooWide: 0, tooHigh: 0 }
  expect((await boxOf(page.getByRole('heading', { name: project.name }))).height).toBeGreaterThanOrEqual(32)

  await sheetHandle(page).click()
  const name = /^(Looks good|Needs changes)$/
  const begins = page.getByRole('button', { name })
  const choices = page.getByRole('radio', { name })
  await expect(begins).toHaveCount(2)
  expect(await sizes(begins)).toEqual([fits, fits])
  await begins.first().click()
  await expect(choices).toHaveCount(2)
  expect(await sizes(choices)).toEqual([fits, fits])
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Close' }).waitFor()
  expect(await sizes(page.getByRole('heading', { name: /^Comment 1 by/ }))).toEqual([fits])
})

test('text of twice the size fits the account page and the form for a webhook', async ({
  dashboard: page,
}) => {
  const spilled = () =>
    page
      .locator('main :is(h2, p):not(.sr-only), .webhook-events :is(label, legend)')
      .evaluateAll((elements) =>
        elements.flatMap(({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth ? [textContent] : [],
        ),
      )
  await page.goto('/account/developers')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await doubleText(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await spilled()).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByLabel('Comments')).toBeVisible()
  expect(await spilled()).toEqual([])
})

test('text of twice the size fits the button that copies a link', async ({ openOwnerPage, project }) => {
  const page = await openOwnerPage({ viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await page.getByRole('article').filter({ hasText: project.name }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await doubleText(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
  const copied = page.getByRole('dialog').getByRole('button', { name: 'Copied!' })
  await expect(copied).toBeVisible()
  const spill = await copied.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(spill).toBeLessThanOrEqual(0)
})

test.describe('with words that are two fifths longer', () => {
  test.use({ locale: 'en-XA' })

  test('on a phone, text beside buttons keeps room for its words, and nothing overlaps', async ({
    page,
    project,
  }) => {
    await page.setViewportSize({ width: 360, height: 900 })
    await openProject(page, project._id)
    await clickDesign(page, 100, 60)
    await composer(page).getByLabel('Your comment').fill('Half a thought')
    const { buffer } = await drawDesign({ marker: { x: 700, y: 400 } })
    await project.addVersion({ image: buffer })
    const words = page.locator('.toast > p')
    await expect(words).toBeVisible()
    expect((await boxOf(words)).width).toBeGreaterThan(120)
    const spill = await page
      .locator('.toast')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(spill).toBeLessThanOrEqual(0)

    await composer(page).getByLabel('Your name').fill('Ana')
    await composer(page).getByRole('button', { name: 'Submit' }).click()
    const alert = composer(page).getByRole('alert')
    await expect(alert).toBeVisible()
    expect((await boxOf(alert)).width).toBeGreaterThan(120)

    await page.goto(`/project/${project._id}?v=1`)
    const bar = page.getByRole('region', { name: 'Old version' })
    const [text, button] = [bar.locator('strong'), bar.getByRole('button')]
    await expect(button).toBeVisible()
    expect(overlap(await boxOf(text), await boxOf(button))).toBe(false)
  })
})

test('text of twice the size overlaps nothing in the toolbar', async ({
  openOwnerPage,
  project,
  browser,
}) => {
  await project.addVersion({ image: await renderLandingPage(browser) })
  const page = await openOwnerPage({ viewport: { width: 1440, height: 900 } })
  await openProject(page, project._id)
  await doubleText(page)
  const toolbar = page.getByRole('group', { name: 'Viewer' })
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const boxes = await Promise.all((await toolbar.getByRole('button').all()).map((button) => boxOf(button)))
    const meets = boxes.filter((one, at) => boxes.some((other, place) => place > at && overlap(one, other)))
    expect(meets, `${width}`).toEqual([])
  }
})

type Box = Awaited<ReturnType<typeof boxOf>>
const overlap = (one: Box, other: Box) =>
  one.x + 1 < other.x + other.width &&
  other.x + 1 < one.x + one.width &&
  one.y + 1 < other.y + other.height &&
  other.y + 1 < one.y + one.height

test('the count of many comments stays on one line beside the design', async ({ openOwnerPage, project }) => {
  await Promise.all(Array.from({ length: 100 }, () => project.addComment()))
  const page = await openOwnerPage({ viewport: { width: 1024, height: 700 } })
  await openProject(page, project._id)
  const { height } = await boxOf(page.getByRole('radio', { name: 'Open 100' }))
  // Two lines are 36 px high.
  expect(height).toBeLessThan(30)
})

test('a long name, the action beside it and the visitors do not overlap at 1024 px', async ({
  openPage,
  openOwnerPage,
  newProject,
}) => {
  const { _id } = await newProject({ name: 'Autumn landing page for the new shop in the old town' })
  await openProject(await openPage(), _id)
  await openProject(await openPage(), _id)
  const page = await openOwnerPage({ viewport: { width: 1024, height: 700 } })
  await openProject(page, _id)
  const visitors = await boxOf(page.locator('p', { hasText: '2 others viewing' }))
  const action = await boxOf(page.getByRole('button', { name: 'Add a description' }))
  const edited = await boxOf(page.getByText(/^Edited/))
  expect(edited.x + edited.width).toBeLessThanOrEqual(action.x)
  expect(action.x + action.width).toBeLessThanOrEqual(visitors.x)
})
