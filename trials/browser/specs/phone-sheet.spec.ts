import type { Locator, Page } from '@playwright/test'
import { boxOf, openProject, openSheet, pin, pinTip, sheetHandle } from '../support/project-page'
import { expect, phone, test } from '../support/test'

const airPx = 20
/** The pin is completely visible, and its tip is clear of the sheet. Retried as a whole, because the handle
 *  disappears while the window rotates. */
async function expectClear(page: Page, number: number, state: string) {
  await expect(async () => {
    const { y } = await pinTip(pin(page, number))
    const lowest = (await sheetHandle(page).isVisible())
      ? (await boxOf(sheetHandle(page))).y
      : await page.evaluate(() => window.innerHeight)
    expect(y, `pin ${number}, ${state}`).toBeGreaterThanOrEqual(33)
    expect(y, `pin ${number}, ${state}`).toBeLessThanOrEqual(lowest - airPx)
  }).toPass({ timeout: 10_000 })
}

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const) {
  test.describe(`on a phone of ${width} x ${height} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true })

    test('a thread keeps its pin above the sheet, in portrait and landscape, also at the end of the design', async ({
      page,
      project,
    }) => {
      await project.addComment({ x: 700, y: 1600, text: 'Half way' })
      const last = await project.addComment({ x: 900, y: 3190, text: 'At the very foot' })
      await page.goto(`/project/${project._id}?comment=${last._id}`)
      await expect(page.getByText('At the very foot')).toBeVisible()
      await expectClear(page, 2, 'by its link')
      // Only the grip of the handle is shown, because the thread has its own head.
      expect((await boxOf(sheetHandle(page))).height).toBeLessThanOrEqual(24)

      await page.setViewportSize({ width: height, height: width })
      await expectClear(page, 2, 'turned')
      await page.setViewportSize({ width, height })
      await expectClear(page, 2, 'upright again')

      await page.getByRole('button', { name: 'Previous comment' }).tap()
      await expectClear(page, 1, 'by walking')
      await page.setViewportSize({ width: height, height: width })
      await expectClear(page, 1, 'turned, by walking')
    })

    test('the handle shows its text again when the thread is closed, and covers nothing of the page', async ({
      page,
      project,
    }) => {
      await project.addComment({ x: 700, y: 3190 })
      await openProject(page, project._id)
      await sheetHandle(page).tap()
      await page.getByRole('listitem').getByRole('button').first().tap()
      await expectClear(page, 1, 'by its row')
      await page.getByRole('button', { name: 'Close' }).tap()
      await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(sheetHandle(page).getByText('1 open')).toBeVisible()
      await expect.poll(async () => (await boxOf(sheetHandle(page))).height).toBe(60)
    })

    test('an expanded design has a way back, and the next project opens with its head', async ({
      page,
      project,
      newProject,
    }) => {
      const head = page.getByRole('button', { name: 'More actions' })
      await openProject(page, project._id)
      await head.tap()
      await page.getByRole('menuitem', { name: 'Expand' }).tap()
      await expect(head).toBeHidden()
      await page.reload()
      const back = page.getByRole('button', { name: 'Back to the page' })
      await expect(back).toBeInViewport({ ratio: 1 })

      const other = await newProject({})
      await openProject(page, other._id)
      await expect(head).toBeVisible()
      await expect(back).toBeHidden()

      await openProject(page, project._id)
      await back.tap()
      await expect(head).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hide Comments' })).toBeVisible()
    })

    test('expanding a project leaves those of other tabs as they are', async ({
      page,
      context,
      project,
      newProject,
    }) => {
      const expand = async (tab: Page) => {
        await tab.getByRole('button', { name: 'More actions' }).tap()
        await tab.getByRole('menuitem', { name: 'Expand' }).tap()
        await expect(tab.getByRole('button', { name: 'Back to the page' })).toBeVisible()
      }
      await openProject(page, project._id)
      await expand(page)
      const otherTab = await context.newPage()
      await openProject(otherTab, (await newProject({}))._id)
      await expand(otherTab)
      await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
    })

    test('a button enlarges and reduces the sheet, with the list and with a thread', async ({
      page,
      project,
    }) => {
      await project.addComment({ x: 700, y: 400 })
      await openProject(page, project._id)
      const sheet = page.locator('.comments-sheet')
      const expectShare = (share: number) =>
        expect.poll(async () => (await boxOf(sheet)).height).toBeCloseTo(height * share, 0)
      const enlarge = page.getByRole('button', { name: 'Enlarge' })
      await expect(enlarge).toHaveCount(0)

      // On a low phone it is higher, for four rows.
      const half = Math.max(0.5, 384 / height)
      await sheetHandle(page).tap()
      await expectShare(half)
      await enlarge.tap()
      await expectShare(0.9)
      await page.getByRole('button', { name: 'Reduce' }).press('Enter')
      await expectShare(half)

      await page.getByRole('listitem').getByRole('button').first().tap()
      await expect(page.getByRole('button', { name: 'Previous comment' })).toBeVisible()
      await enlarge.tap()
      await expectShare(0.9)
    })

    test('the list returns to the row that was read', async ({ page, project }) => {
      for (let count = 0; count < 30; count += 1) await project.addComment()
      await openProject(page, project._id)
      await sheetHandle(page).tap()
      const row = page.getByRole('listitem').nth(24)
      await row.scrollIntoViewIfNeeded()
      await row.getByRole('button').first().tap()
      await page.getByRole('button', { name: 'Close' }).tap()
      await sheetHandle(page).tap()
      await expect(row).toBeInViewport()
    })

    test('a search is still shown after a found comment was read', async ({ page, project }) => {
      await project.addComment({ x: 700, y: 400, text: 'The moon' })
      await project.addComment({ x: 700, y: 900, text: 'The sea' })
      await openProject(page, project._id)
      await sheetHandle(page).tap()
      await page.getByRole('button', { name: 'Search comments' }).tap()
      await page.getByRole('searchbox', { name: 'Search comments' }).fill('moon')
      await page.getByRole('listitem').getByRole('button').first().tap()
      await page.getByRole('button', { name: 'Close' }).tap()
      await sheetHandle(page).tap()
      await expect(page.getByRole('searchbox', { name: 'Search comments' })).toHaveValue('moon')
      // No keyboard covers the list.
      await expect(page.getByRole('searchbox', { name: 'Search comments' })).not.toBeFocused()
    })
  })
}

for (const [what, viewport] of [
  ['a phone on its side', { width: 640, height: 360 }],
  ['a phone with its keyboard', { width: 360, height: 340 }],
  ['a small phone', { width: 360, height: 640 }],
] as const) {
  test(`on ${what}, a search leaves room for the rows that it finds`, async ({ openPage, project }) => {
    for (let count = 0; count < 3; count += 1) await project.addComment({ text: 'The moon' })
    const resolved = await project.addComment()
    await project.resolveComment(resolved._id)
    const page = await openPage({ viewport, hasTouch: true, isMobile: true })
    await openProject(page, project._id)
    await sheetHandle(page).tap()
    const filter = page.getByRole('radio', { name: /^Open/ })
    await expect(filter).toBeVisible()
    await page.getByRole('button', { name: 'Search comments' }).tap()
    await page.getByRole('searchbox', { name: 'Search comments' }).fill('moon')
    await expect(page.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    // The field takes its place.
    await expect(filter).toBeHidden()
    // Pressed beside the field, which is in the head.
    await page.getByRole('button', { name: 'Search comments' }).tap()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
  })
}

test('above the keyboard of a small phone, the head of a thread stays in view while a reply is written', async ({
  openPage,
  project,
}) => {
  await project.addComment({ text: 'The moon' })
  const page = await openPage({ viewport: { width: 360, height: 340 }, hasTouch: true, isMobile: true })
  await openProject(page, project._id)
  await sheetHandle(page).tap()
  await page.getByRole('listitem').getByRole('button').first().tap()
  await page.getByRole('textbox', { name: /^Reply/ }).tap()
  await page.getByLabel('Your name').fill('Priya')
  await page.getByRole('textbox', { name: /^Reply/ }).fill('I think so too. It could be a little larger.')
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Reply', exact: true }).tap()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('on a small phone, the form of a verdict is completely in view', async ({ openPage, project }) => {
  const page = await openPage({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  await openProject(page, project._id)
  await sheetHandle(page).tap()
  await page.getByRole('button', { name: 'Looks good' }).tap()
  await expect(page.getByLabel('Your name')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
})

test.describe('on a phone that is wide enough for popups when it is turned', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a turned phone keeps the focus and the caret in a half-written reply', async ({ page, project }) => {
    await project.addComment({ x: 700, y: 400 })
    await openProject(page, project._id)
    await pin(page, 1).tap()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Half a sentence')
    await reply.press('Home')
    for (const turned of [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
    ]) {
      const before = await reply.elementHandle()
      await page.setViewportSize(turned)
      // The sheet and the popup have separate fields.
      await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(false)
      await expect(reply).toBeFocused()
      await page.keyboard.type('x')
    }
    await expect(reply).toHaveValue('xxHalf a sentence')
  })
})

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test('a thread opens at its comment', async ({ page, project }) => {
    const comment = await project.addComment({ x: 700, y: 1600 })
    await project.addReply(comment._id, 'The first of six lines\nTwo\nThree\nFour\nFive\nSix')
    await page.goto(`/project/${project._id}?comment=${comment._id}`)
    await expect(page.getByRole('article').getByText('Priya')).toBeInViewport({ ratio: 1 })
  })

  test('the actions of the project stand beside its name', async ({ page, project }) => {
    await openProject(page, project._id)
    const name = await boxOf(page.getByRole('heading', { level: 1 }))
    const actions = await boxOf(page.getByRole('button', { name: 'More actions' }))
    expect(actions.y).toBeLessThan(name.y + name.height)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a visitor who may only look is told so', async ({ page, project }) => {
    await project.set({ permission: 'view' })
    await openProject(page, project._id)
    await expect(sheetHandle(page)).toContainText('View only')
    await project.set({ permission: 'comment' })
    await expect(sheetHandle(page)).toContainText('Tap the design to comment')
  })
})

test('at a zoom of 400 %, Esc closes the list and shows the focused button that it covers', async ({
  page,
  project,
}) => {
  await project.addComment()
  await page.setViewportSize({ width: 320, height: 256 })
  await openProject(page, project._id)
  const isOnTop = (locator: Locator) =>
    locator.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  const more = page.getByRole('button', { name: 'More actions' })
  await openSheet(page)
  await more.focus()
  await expect.poll(() => isOnTop(more)).toBe(false)

  await page.keyboard.press('Escape')
  await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(more).toBeFocused()
  await expect.poll(() => isOnTop(more)).toBe(true)

  await openSheet(page)
  await page.getByRole('listitem').getByRole('button').first().focus()
  await page.keyboard.press('Escape')
  await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(sheetHandle(page)).toBeFocused()
})
