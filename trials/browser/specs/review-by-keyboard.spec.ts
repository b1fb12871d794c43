import type { Locator, Page } from '@playwright/test'
import { expectHeard, listen } from '../support/announcements'
import { expectFocusIn, press, tabTo } from '../support/keyboard'
import { holdBack } from '../support/hold-back'
import { boxOf, commentRow, composer, design, frame, openProject, pin, pinTip } from '../support/project-page'
import { expect, test } from '../support/test'

const thread = (page: Page, number: number): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^Comment ${number} by `) })

const scroller = (page: Page): Locator => frame(page).and(page.locator('[tabindex="0"]'))

const crosshair = (page: Page, purpose: string): Locator =>
  page.getByRole('application', { name: purpose }).getByRole('button')

async function chooseMore(page: Page, number: number, item: string) {
  await tabTo(page, thread(page, number).getByRole('button', { name: 'More', exact: true }))
  await press(page, 'Enter')
  for (let step = 0; step < 6; step += 1) {
    const menuItem = page.getByRole('menuitem', { name: item })
    await expect(page.getByRole('menu')).toBeVisible()
    if (await menuItem.evaluate((element) => element === document.activeElement)) break
    await press(page, 'ArrowDown')
  }
  await press(page, 'Enter')
}

test.beforeEach(async ({ page }) => listen(page))

test('a guest places, writes, answers, edits, moves, resolves and deletes by keyboard', async ({
  page,
  project,
}) => {
  // R resolves and reopens the same comment.
  await page.addInitScript(() => localStorage.setItem('pinmark.goes-on', 'off'))
  await project.addComment({ x: 300, y: 200, text: 'The first one' })
  await project.addComment({ x: 900, y: 300, text: 'The second one' })
  await openProject(page, project._id)

  await test.step('C shows a crosshair on the design, which arrows move by 10 px, with Shift by 1 px', async () => {
    await press(page, 'c')
    const aim = crosshair(page, 'Place a comment')
    await expect(aim).toBeFocused()
    await expectHeard(page, /^\d+% from the left, \d+% from the top$/)
    const before = await boxOf(aim)
    await press(page, 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft')
    await expect.poll(async () => (await boxOf(aim)).x - before.x).toBeCloseTo(19, 0)
    expect((await boxOf(aim)).y - before.y).toBeCloseTo(1, 0)
    await expectHeard(page, /% from the left/)
    await press(page, 'Escape')
    await expect(aim).toHaveCount(0)
    await expect(scroller(page)).toBeFocused()
  })

  await test.step('Enter opens the popup with name, text, and Submit by Enter', async () => {
    // Users type immediately, so the first letter must reach the field.
    await press(page, 'c', 'ArrowDown', 'Enter')
    await page.keyboard.type('Ana')
    await expect(composer(page).getByLabel('Your name')).toHaveValue('Ana')
    await expect(composer(page).getByLabel('Your name')).toBeFocused()
    await press(page, 'Tab')
    await expect(composer(page).getByLabel('Your comment')).toBeFocused()
    // Letters that are shortcuts of the page are typed here.
    await page.keyboard.type('cnprf0+-? Placed by keys')
    await tabTo(page, composer(page).getByRole('button', { name: 'Submit' }))
    await press(page, 'Enter')
    await expect(composer(page)).toBeHidden()
    await expect(pin(page, 3)).toBeFocused()
    await expectHeard(page, 'Comment 3 added')
    await expect(commentRow(page, 'cnprf0+-? Placed by keys')).toBeVisible()
  })

  await test.step('N and P step through the comments; Tab moves from a pin into its thread and out after it', async () => {
    await press(page, 'n')
    await expect(pin(page, 1)).toBeFocused()
    await expect(thread(page, 1)).toBeVisible()
    await press(page, 'n')
    await expect(pin(page, 2)).toBeFocused()
    await press(page, 'p')
    await expect(pin(page, 1)).toBeFocused()
    await press(page, 'Tab')
    await expect(thread(page, 1)).toBeFocused()
    await expect(thread(page, 1)).toHaveCSS('outline-style', 'solid')
    await press(page, 'Shift+Tab')
    await expect(pin(page, 1)).toBeFocused()
    await tabTo(page, thread(page, 1).getByRole('button', { name: 'Reply' }))
    await press(page, 'Tab')
    // All pins are one stop.
    await expect(page.getByRole('separator', { name: 'Height of the design' })).toBeFocused()
    await press(page, 'Shift+Tab')
    await expect(pin(page, 1)).toBeFocused()
    await press(page, 'ArrowRight')
    await expect(pin(page, 2)).toBeFocused()
  })

  await test.step('a reply is written and sent; the field keeps the focus, and Esc returns it to the pin', async () => {
    // The label of the focused pin is a layer above the popup of the other one.
    await expect(page.locator('.canvas-label')).toBeVisible()
    await press(page, 'Escape', 'Escape')
    await expect(thread(page, 1)).toBeHidden()
    await press(page, 'Enter')
    await expect(thread(page, 2)).toBeFocused()
    const field = thread(page, 2).getByRole('textbox', { name: 'Reply as Ana' })
    await tabTo(page, field)
    await page.keyboard.type('I think so too')
    await press(page, 'Control+Enter')
    await expect(
      thread(page, 2).getByRole('article', { name: 'Message by Ana' }).getByText('I think so too'),
    ).toBeVisible()
    await expectHeard(page, 'Reply added')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await press(page, 'Escape')
    await expect(thread(page, 2)).toBeHidden()
    await expect(pin(page, 2)).toBeFocused()
    await expect(pin(page, 2)).toHaveAccessibleName(/^Comment 2 by Priya, open, 1 reply: The second one$/)
  })

  await test.step('R resolves and reopens the selected comment', async () => {
    await press(page, 'n', 'p')
    await expect(pin(page, 3)).toBeFocused()
    await press(page, 'r')
    await expectHeard(page, 'Comment 3 resolved')
    await expect(pin(page, 3)).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Resolved 1' })).toBeVisible()
    await press(page, 'r')
    await expectHeard(page, 'Comment 3 reopened')
    await expect(page.getByRole('radio', { name: 'Resolved 1' })).toHaveCount(0)
  })

  await test.step('an edit starts in its field and returns the focus to More', async () => {
    await chooseMore(page, 3, 'Edit')
    const field = thread(page, 3).getByRole('textbox', { name: 'Edit your comment' })
    await expect(field).toBeFocused()
    await press(page, 'Control+a')
    await page.keyboard.type('Better words')
    await press(page, 'Control+Enter')
    await expect(thread(page, 3).getByText('edited')).toBeVisible()
    await expectHeard(page, 'Comment edited')
    await expect(thread(page, 3).getByRole('button', { name: 'More', exact: true })).toBeFocused()
  })

  await test.step('a pin is moved by keyboard, and has the focus at its new place', async () => {
    const before = await pinTip(pin(page, 3))
    await chooseMore(page, 3, 'Move')
    await expect(crosshair(page, 'Move the pin')).toBeFocused()
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await expectHeard(page, 'Comment moved')
    await expect.poll(async () => (await pinTip(pin(page, 3))).x - before.x).toBeCloseTo(30, 0)
    await expect(pin(page, 3)).toBeFocused()
  })

  await test.step('Delete stays where it is; Undo has the focus, and gives it to the restored pin', async () => {
    await press(page, 'Enter')
    await expect(thread(page, 3)).toBeFocused()
    await chooseMore(page, 3, 'Delete')
    await expect(pin(page, 3)).toHaveCount(0)
    await expectHeard(page, /Comment deleted/)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await press(page, 'Enter')
    await expect(pin(page, 3)).toBeVisible()
    await expectHeard(page, 'Comment restored')
    await expect(pin(page, 3)).toBeFocused()
  })
})

test('a region is drawn, resized and closed by keyboard', async ({ projectPage: page, project }) => {
  const tool = page.getByRole('button', { name: 'Mark a region' })
  await tabTo(page, tool)
  await press(page, 'Enter')
  await expect(tool).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'c')
  const aim = crosshair(page, 'Mark a region')
  await expect(aim).toHaveAccessibleName(/^First corner/)
  await press(page, 'Enter')
  await expect(aim).toHaveAccessibleName(/^Second corner/)
  for (let step = 0; step < 8; step += 1) await press(page, 'ArrowRight', 'ArrowDown')
  await press(page, 'Enter')
  await expect(composer(page).getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Ana')
  await press(page, 'Tab')
  await page.keyboard.type('All of this')
  await press(page, 'Control+Enter')
  await expect(pin(page, 1)).toBeFocused()
  await expect(pin(page, 1)).toHaveAccessibleName(/marks a region/)
  const scale = 1440 / (await boxOf(design(page))).width
  const sizeOf = async () => {
    const { w, h } = await project.readFirstComment()
    return [w, h]
  }
  const [width, height] = await sizeOf()
  expect(width).toBeCloseTo(80 * scale, 0)
  expect(height).toBeCloseTo(80 * scale, 0)
  await press(page, 'Enter')
  await expect(thread(page, 1)).toBeFocused()
  const corner = page.getByRole('button', { name: /^Size of the region of comment 1/ })
  await press(page, 'Shift+Tab')
  await tabTo(page, corner)
  await press(page, 'ArrowRight')
  await expectHeard(page, 'Comment moved')
  await expect.poll(async () => (await sizeOf())[0]).toBeCloseTo(90 * scale, 0)
  await expect(corner).toBeFocused()
})

test('filters, search and the order are reachable by keyboard, and return the focus', async ({
  page,
  project,
}) => {
  await project.addComment({ x: 300, y: 200, text: 'A quiet header' })
  await project.addComment({ x: 900, y: 900, text: 'A loud footer' })
  await openProject(page, project._id)

  const searchButton = page.getByRole('button', { name: 'Search comments' })
  await tabTo(page, searchButton)
  await press(page, 'Enter')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('FOOTER')
  await expectHeard(page, '1 found')
  await expect(pin(page, 1)).toHaveCount(0)
  await expect(pin(page, 2)).toBeVisible()
  // The label of the last focused pin closes a moment later.
  await expect(page.locator('.canvas-label')).toHaveCount(0)
  await press(page, 'Escape')
  await expect(searchButton).toBeFocused()
  await expect(pin(page, 1)).toBeVisible()

  const order = page.getByRole('button', { name: 'Sort and filter comments' })
  await press(page, 'Tab')
  await expect(order).toBeFocused()
  await press(page, 'Enter', 'End', 'ArrowUp', 'Escape')
  await expect(order).toBeFocused()

  await press(page, 'Tab')
  await expect(commentRow(page, 'A quiet header').getByRole('button').first()).toBeFocused()
  await press(page, 'Enter')
  await expect(thread(page, 1)).toBeFocused()
  await press(page, 'Escape')
  await expect(commentRow(page, 'A quiet header').getByRole('button').first()).toBeFocused()
})

test('single keys zoom, hide and expand, and can be switched off in the help, which ? opens', async ({
  page,
  project,
}) => {
  await project.addComment()
  await openProject(page, project._id)
  await press(page, '+')
  await expectHeard(page, 'Zoom 80%')
  await press(page, '-')
  await expectHeard(page, 'Zoom 67%')
  await press(page, '0')
  await expectHeard(page, 'Zoom 70%')

  await press(page, 'n')
  await expect(thread(page, 1)).toBeVisible()
  await expect(pin(page, 1)).toBeFocused()
  await press(page, 'Shift+C')
  await expectHeard(page, 'Comments hidden')
  await expect(pin(page, 1)).toHaveCount(0)
  await expect(thread(page, 1)).toBeHidden()
  await expect(scroller(page)).toBeFocused()
  await press(page, 'Shift+C')
  await expectHeard(page, 'Comments shown')
  await expect(pin(page, 1)).toBeVisible()

  await press(page, '?')
  const help = page.getByRole('dialog', { name: 'Keyboard help' })
  await expectFocusIn(help)
  const choice = help.getByRole('switch', { name: 'Single-key shortcuts' })
  await tabTo(page, choice)
  await press(page, 'Space')
  await expect(choice).not.toBeChecked()
  await press(page, 'Escape')
  await expect(help).toBeHidden()
  await expect(scroller(page)).toBeFocused()
  await press(page, 'c', 'f', '?', 'Shift+C')
  await expect(crosshair(page, 'Place a comment')).toHaveCount(0)
  await expect(help).toBeHidden()
  await expect(pin(page, 1)).toBeVisible()
  expect((await boxOf(frame(page))).height).toBe(500)

  const helpButton = page.getByRole('contentinfo').getByRole('button', { name: 'Keyboard help' })
  await tabTo(page, helpButton)
  await press(page, 'Enter')
  await tabTo(page, choice)
  await press(page, 'Space', 'Escape')
  await expect(helpButton).toBeFocused()
  await press(page, 'f')
  await expect.poll(async () => (await boxOf(frame(page))).height).toBeGreaterThan(780)
})

test('in a low window, as at 200 % zoom, the keyboard help opens with its title and its close button in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/login')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Keyboard help' }).click()
  const help = page.getByRole('dialog', { name: 'Keyboard help' })
  await expectFocusIn(help)
  await expect(help.getByRole('heading', { name: 'Keyboard help' })).toBeInViewport({ ratio: 1 })
  await expect(help.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
})

test('Esc closes one layer at a time: label, popup, selection, the expanded view', async ({
  page,
  project,
}) => {
  await project.addComment({ text: 'Layer by layer' })
  await openProject(page, project._id)
  await press(page, 'f')
  await expect.poll(async () => (await boxOf(frame(page))).height).toBeGreaterThan(780)
  await tabTo(page, pin(page, 1))
  const label = page.locator('.canvas-label')
  await expect(label).toBeVisible()
  await press(page, 'Escape')
  await expect(label).toBeHidden()
  await expect(pin(page, 1)).toBeFocused()
  await press(page, 'Enter')
  await expect(thread(page, 1)).toBeFocused()
  await press(page, 'Escape')
  await expect(thread(page, 1)).toBeHidden()
  await expect(pin(page, 1)).toBeFocused()
  expect((await boxOf(frame(page))).height).toBeGreaterThan(780)
  await press(page, 'Escape')
  await expect.poll(async () => (await boxOf(frame(page))).height).toBe(500)
})

test('a thread that loads slowly does not take the focus if it has moved meanwhile', async ({
  page,
  project,
}) => {
  await project.addComment()
  const { release: arrive } = await holdBack(page, '**/assets/review.lazy-*.js')
  await page.goto(`/project/${project._id}`)
  await expect(pin(page, 1)).toBeVisible()
  await press(page, 'n')
  await expect(pin(page, 1)).toBeFocused()
  await expect(thread(page, 1)).toHaveCount(0)
  arrive()
  await expect(thread(page, 1)).toBeVisible()
  await expect(pin(page, 1)).toBeFocused()
  await press(page, 'Tab')
  await expect(thread(page, 1)).toBeFocused()
  await press(page, 'Escape')
  await expect(pin(page, 1)).toBeFocused()
})
