import type { Page } from '@playwright/test'
import type { Project } from '@pinmark/shared/entities/project'
import { expectAccessible, expectNoSidewaysScroll, expectGoodAtWidths } from '../support/accessibility'
import { landingSpots, renderLandingPage } from '../support/landing-page'
import { holdBack } from '../support/hold-back'
import { boxOf, commentRow, design, openProject, pin, pinTip } from '../support/project-page'
import { expect, phone, test as base } from '../support/test'

const carriedBar = (page: Page) => page.getByRole('region', { name: 'Carried comments' })
const thread = (page: Page, number: number) =>
  page.getByRole('dialog', { name: new RegExp(`^Comment ${number} by`) })

const placed = ['followed', 'followed', 'followed', 'gone', 'check']

function statesOf({ comments }: Project) {
  return comments.map(({ places }) => places?.[0]?.kind ?? places?.[0]?.state)
}

const test = base.extend({
  /** A page whose next version has another button and a new band, and lacks the quote: comments 1 to 3 are
   *  followed, the spot of 4 is gone, and 5 is a guess. */
  project: async ({ browser, newProject }, use) => {
    const project = await newProject({ image: await renderLandingPage(browser) })
    const { headline, button, card, quote } = landingSpots
    await project.addComment({ text: 'Smaller?', ...headline })
    await project.addComment({ text: 'A calmer red', ...button })
    await project.addComment({ text: 'One bed or two?', ...card })
    await project.addComment({ text: 'Who is Ingrid?', ...quote })
    await project.addComment({ text: 'Is this true?', x: 500, y: 1010 })
    const image = await renderLandingPage(browser, { hasNewButton: true, hasBand: true, hasNoQuote: true })
    await project.addVersion({ image })
    await expect.poll(async () => statesOf(await project.read()), { timeout: 30_000 }).toEqual(placed)
    await use(project)
  },
})

for (const [state, number] of [
  ['followed', 1],
  ['gone', 4],
  ['check', 5],
] as const) {
  test(`the earlier spot of a comment is there from the first paint of its thread: ${state}`, async ({
    ownerPage: page,
    project,
  }) => {
    const comment = (await project.read()).comments[number - 1]
    const code = await holdBack(page, '**/assets/versions.lazy-*.js')
    await page.goto(`/project/${project._id}?comment=${comment?._id}`)
    const opened = thread(page, number)
    await expect(opened.getByLabel('Reply')).toBeVisible()
    // Not moved by the animation of the popup.
    const height = () => opened.evaluate((popup: HTMLElement) => popup.offsetHeight)
    const before = await height()
    code.release()
    await expect(page.getByRole('button', { name: /choose a version/ })).toBeVisible()
    await expect(opened.getByText(state === 'followed' ? 'Where it was' : 'Then, version 1')).toBeVisible()
    expect(await height()).toBe(before)
  })
}

test('the owner checks carried comments by keyboard @core', async ({ ownerProjectPage: page, project }) => {
  await expect(carriedBar(page)).toContainText(
    '5 comments carried over: 3 followed the design, 1 to check, 1 whose spot is gone',
  )
  await expect(pin(page, 4)).toHaveAccessibleName(/spot gone/)

  await carriedBar(page).getByRole('button', { name: 'Review' }).focus()
  await page.keyboard.press('Enter')
  await expect(carriedBar(page)).toContainText('1 of 2 to review')
  await expect(thread(page, 4).getByText('This part is gone')).toBeVisible()
  await expect(thread(page, 4).getByRole('button', { name: 'Move' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(carriedBar(page)).toContainText('2 of 2 to review')
  await expect(thread(page, 5).getByRole('img', { name: 'The spot in version 1' })).toBeVisible()
  await expect(thread(page, 5).getByRole('button', { name: 'Right here' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(thread(page, 4).getByRole('button', { name: 'Move' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^New place of the pin/ })).toBeFocused()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All checked.')).toBeVisible()
  await expect(carriedBar(page)).toHaveCount(0)
  expect(statesOf(await project.read())).toEqual([
    ...['followed', 'followed', 'followed'],
    ...['placed', 'followed'],
  ])

  await page.reload()
  await expect(pin(page, 5)).toBeVisible()
  await expect(carriedBar(page)).toHaveCount(0)
})

test('the signs on pins are completely visible above the upper edge of the design', async ({
  ownerPage: page,
  project,
  request,
  account,
}) => {
  const headers = { Authorization: `Bearer ${account.token}` }
  await request.post(`/projects/${project._id}/visit`, { headers, data: { number: 5 } })
  await openProject(page, project._id)
  await project.addComment({ x: 600, y: 0, text: 'At the edge' })
  const dot = pin(page, 6).locator('i')
  const design = await boxOf(page.getByRole('img', { name: /^Design/ }))
  // The ring around a sign is 1 px wide.
  const room = (await boxOf(page.getByRole('group', { name: 'Design' }))).y - design.y + 1
  expect((await boxOf(dot)).y - design.y).toBeGreaterThanOrEqual(room)
  const mark = await pin(page, 5).evaluate((element) => {
    const { height } = element.getBoundingClientRect()
    return Number.parseFloat(getComputedStyle(element, '::after').top) - height
  })
  expect(mark).toBeGreaterThanOrEqual(room)
})

test('a carried pin can be dragged to its place, and a comment whose spot is gone becomes one on the whole design', async ({
  ownerProjectPage: page,
  project,
}) => {
  await pin(page, 5).scrollIntoViewIfNeeded()
  const from = await pinTip(pin(page, 5))
  await page.mouse.move(from.x, from.y - 18)
  await page.mouse.down()
  await page.mouse.move(from.x - 60, from.y + 22, { steps: 4 })
  await page.mouse.up()
  await expect(pin(page, 5)).toHaveAccessibleName(/from an older version/)
  const { x, y } = await pinTip(pin(page, 5))
  expect(Math.abs(x - (from.x - 60))).toBeLessThan(1)
  expect(Math.abs(y - (from.y + 40))).toBeLessThan(1)

  await page.getByRole('radio', { name: 'To check 1' }).click()
  await commentRow(page, 'Who is Ingrid?').getByRole('button').first().click()
  await thread(page, 4).getByRole('button', { name: 'Keep for the whole design' }).click()
  await expect(page.getByText('All checked.')).toBeVisible()
  await expect(pin(page, 4)).toHaveCount(0)
  expect(statesOf(await project.read()).slice(3)).toEqual(['design', 'placed'])
})

test('reviewers are not told how the comments of others were placed, except that a spot is gone', async ({
  projectPage: page,
  project,
}) => {
  await expect(pin(page, 4)).toHaveAccessibleName(/spot gone/)
  await expect(pin(page, 5)).not.toHaveAccessibleName(/to check/)
  await expect(pin(page, 1)).not.toHaveAccessibleName(/older version/)
  await expect(carriedBar(page)).toHaveCount(0)
  await commentRow(page, 'Is this true?').getByRole('button').first().click()
  await expect(thread(page, 5)).toBeVisible()
  await expect(thread(page, 5).getByText('This spot looks different.')).toHaveCount(0)
  await expect(thread(page, 5).getByRole('button', { name: 'Right here' })).toHaveCount(0)
  expect(statesOf(await project.read())).toContain('check')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the review is accessible at every width, ${colorScheme} @axe`, async ({
    ownerPage: page,
    project,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    await expect(carriedBar(page)).toContainText('5 comments carried over')
    await expectAccessible(page, 'what became of the comments')
    await carriedBar(page).getByRole('button', { name: 'Review' }).click()
    await expect(thread(page, 4).getByText('This part is gone')).toBeVisible()
    await expectGoodAtWidths(page, 'a spot that is gone', [1440, 1024, 768])
    await page.keyboard.press('n')
    await expect(thread(page, 5).getByText('This spot looks different.')).toBeVisible()
    await expectAccessible(page, 'a spot to check')
  })

  test(`places are checked by touch on a phone, ${colorScheme} @axe`, async ({ openOwnerPage, project }) => {
    const page = await openOwnerPage({ ...phone, colorScheme })
    await openProject(page, project._id)
    await carriedBar(page).getByRole('button', { name: 'Review' }).tap()
    await expect(page.getByText('This part is gone')).toBeVisible()
    await expectAccessible(page, 'a spot that is gone on a phone')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'a spot that is gone at 360')

    await page.getByRole('button', { name: 'Move', exact: true }).tap()
    await expect(page.getByText('Tap the new spot of the pin.')).toBeVisible()
    const { x, y, width } = await boxOf(design(page))
    await page.touchscreen.tap(x + width / 2, Math.max(y, 0) + 140)
    await expect(carriedBar(page)).toContainText('1 of 1 to review')
    await page.getByRole('button', { name: 'Right here' }).tap()
    await expect(page.getByText('All checked.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Design, scrolls with the arrow keys' })).toBeFocused()
  })
}

test('on a small phone, the words of a comment are in view below the question about its spot', async ({
  openOwnerPage,
  project,
}) => {
  const page = await openOwnerPage({ ...phone, viewport: { width: 360, height: 640 } })
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Comments/ }).tap()
  await commentRow(page, 'Is this true?').getByRole('button').first().tap()
  await expect(thread(page, 5).getByRole('button', { name: 'Right here' })).toBeInViewport({ ratio: 1 })
  await expect(thread(page, 5).getByText('Is this true?')).toBeInViewport({ ratio: 1 })
  await thread(page, 5).getByRole('button', { name: 'Right here' }).tap()
  await expect(thread(page, 5).getByText('Where it was')).toBeVisible()
  await expect(thread(page, 5).getByText('Is this true?')).toBeInViewport({ ratio: 1 })
})

test('the note about all kinds of carried comments fits the height that is kept for it on a phone', async ({
  openOwnerPage,
  project,
}) => {
  const page = await openOwnerPage({ ...phone, viewport: { width: 360, height: 740 } })
  await openProject(page, project._id)
  await expect(carriedBar(page)).toContainText('3 followed the design, 1 to check, 1 whose spot is gone')
  const kept = await carriedBar(page).evaluate((bar) => parseFloat(getComputedStyle(bar).minHeight))
  expect((await boxOf(carriedBar(page))).height).toBe(kept)
})
