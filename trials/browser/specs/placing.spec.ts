import type { Locator, Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { holdBack } from '../support/hold-back'
import { press } from '../support/keyboard'
import {
  boxOf,
  commentRow,
  composer,
  design,
  frame,
  leaveComment,
  openProject,
  openSheet,
  pin,
  pinTip,
} from '../support/project-page'
import { expect, phone, test as base } from '../support/test'
import type { TestProject } from '../support/test-project'

const crosses = (page: Page): Locator => page.getByRole('application').getByRole('button')
const newPlace = (page: Page): Locator => page.getByRole('button', { name: /^New place of the pin/ })
const note = (page: Page): Locator => page.locator('.mode-note')

const test = base.extend<{ spots: () => Promise<number[][]>; review: Page }>({
  /** A project with a second design. */
  project: async ({ newProject }, use) => {
    const project = await newProject({ name: 'Landing page' })
    const { buffer } = await drawDesign({ width: 1440, height: 1200, marker: { x: 200, y: 200 } })
    await project.addDesign({ name: 'Welcome e-mail', image: buffer })
    await use(project)
  },
  /** The page of a guest with two comments of their own. */
  review: async ({ page, project }, use) => {
    await openProject(page, project._id)
    await leaveComment(page, { x: 100, y: 60 }, { name: 'Ana', text: 'First' })
    await expect(pin(page, 1)).toBeVisible()
    await leaveComment(page, { x: 200, y: 130 }, { text: 'Second' })
    await expect(pin(page, 2)).toBeVisible()
    await use(page)
  },
  /** The stored places of the comments, in the order of their numbers. */
  spots: async ({ project }, use) => use(() => spotsOf(project)),
})

async function spotsOf(project: TestProject): Promise<number[][]> {
  return (await project.read()).comments.map(({ x, y, w, h }) => [x, y, w ?? 0, h ?? 0])
}

async function chooseMove(page: Page, number: number) {
  await pin(page, number).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await expect(newPlace(page)).toBeFocused()
}

/** The distance of the cross from a pin's tip, in CSS pixels. */
async function distanceOf(cross: Locator, toPin: Locator): Promise<number> {
  const [box, tip] = [await boxOf(cross), await pinTip(toPin)]
  return Math.hypot(box.x + box.width / 2 - tip.x, box.y + box.height / 2 - tip.y)
}

test.describe('by keyboard', () => {
  test.beforeEach(async ({ review: page }) => {
    await press(page, 'n', 'm')
    await expect(newPlace(page)).toBeFocused()
  })

  test('C after M starts a comment and moves none', async ({ review: page, spots }) => {
    const before = await spots()
    await press(page, 'c')
    await expect(page.getByRole('button', { name: /^Spot of the comment/ })).toBeFocused()
    await press(page, 'ArrowRight', 'Enter')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another design ends a move', async ({ review: page, spots }) => {
    const before = await spots()
    await press(page, ']')
    await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
    await expect(crosses(page)).toHaveCount(0)
    await press(page, 'Enter', 'c', 'Enter')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another comment ends a move, and can be moved itself', async ({ review: page, spots }) => {
    const [first] = await spots()
    await press(page, 'n')
    await expect(crosses(page)).toHaveCount(0)
    await press(page, 'n')
    await expect(pin(page, 2)).toBeFocused()
    await press(page, 'm')
    await expect(newPlace(page)).toBeFocused()
    expect(await distanceOf(newPlace(page), pin(page, 2))).toBeLessThanOrEqual(1)
    const tip = await pinTip(pin(page, 2))
    await press(page, 'ArrowRight', 'Enter')
    await expect.poll(async () => (await pinTip(pin(page, 2))).x - tip.x).toBeCloseTo(10, 0)
    expect((await spots())[0]).toEqual(first)
  })

  test('Esc ends a move, and the next press is a comment', async ({ review: page, spots }) => {
    const before = await spots()
    // The label of the pin that had the focus is a layer of its own.
    await expect(page.locator('.canvas-label')).toHaveCount(0)
    await press(page, 'ArrowRight', 'Escape')
    await expect(crosses(page)).toHaveCount(0)
    await expect(pin(page, 1)).toBeFocused()
    await press(page, 'c', 'Enter')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('hiding the comments ends a move', async ({ review: page, spots }) => {
    const before = await spots()
    await press(page, 'Shift+C')
    await expect(crosses(page)).toHaveCount(0)
    await press(page, 'c', 'Enter')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('a comment that is deleted while it is moved ends the move, with a note', async ({
    review: page,
    project,
  }) => {
    const { _id } = await project.readFirstComment()
    await project.deleteComment(_id)
    await expect(crosses(page)).toHaveCount(0)
    await expect(page.getByText('That comment was deleted.')).toBeVisible()
  })

  test('the region tool ends a move', async ({ review: page, spots }) => {
    const before = await spots()
    await page.getByRole('button', { name: 'Mark a region' }).click()
    await expect(crosses(page)).toHaveCount(0)
    await frame(page).focus()
    await press(page, 'c', 'Enter', 'ArrowRight', 'ArrowDown', 'Enter')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })
})

test.describe('by mouse', () => {
  test('"Add comment" after "Move" starts a comment and moves none', async ({ review: page, spots }) => {
    const before = await spots()
    await chooseMove(page, 1)
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect(note(page)).toContainText('Click the spot')
    await design(page).click({ position: { x: 400, y: 100 } })
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another design ends a move', async ({ review: page, spots }) => {
    const before = await spots()
    await chooseMove(page, 1)
    await page.getByRole('button', { name: /^Welcome e-mail/ }).click()
    await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
    await expect(note(page)).not.toHaveAttribute('data-shown')
    await design(page).click({ position: { x: 400, y: 100 } })
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another comment ends a move, and can be moved itself', async ({ review: page, spots }) => {
    const [first] = await spots()
    await chooseMove(page, 1)
    await commentRow(page, 'Second').click({ position: { x: 60, y: 12 } })
    await expect(crosses(page)).toHaveCount(0)
    await press(page, 'Escape')
    await chooseMove(page, 2)
    expect(await distanceOf(newPlace(page), pin(page, 2))).toBeLessThanOrEqual(1)
    const tip = await pinTip(pin(page, 2))
    await design(page).click({ position: { x: 400, y: 200 } })
    await expect.poll(async () => (await pinTip(pin(page, 2))).x).toBeGreaterThan(tip.x + 100)
    expect((await spots())[0]).toEqual(first)
  })

  test('one click moves a comment that was chosen while the region tool was on', async ({
    review: page,
    spots,
  }) => {
    const [, second] = await spots()
    await page.getByRole('button', { name: 'Mark a region' }).click()
    await chooseMove(page, 1)
    const image = await boxOf(design(page))
    await page.mouse.click(image.x + 400, image.y + 200)
    await expect.poll(async () => (await pinTip(pin(page, 1))).x - image.x).toBeCloseTo(400, 0)
    await expect(composer(page)).toHaveCount(0)
    await expect(note(page)).not.toHaveAttribute('data-shown')
    await expect.poll(async () => (await spots())[0]?.[0]).toBeCloseTo(400 * (1440 / image.width), 0)
    expect((await spots())[1]).toEqual(second)
  })

  test('a click beside the old place moves the pin to the pointer', async ({ review: page }) => {
    await chooseMove(page, 1)
    const tip = await pinTip(pin(page, 1))
    await page.mouse.click(tip.x + 15, tip.y + 6)
    await expect
      .poll(async () => Math.abs((await pinTip(pin(page, 1))).x - tip.x - 15))
      .toBeLessThanOrEqual(1)
  })

  test('a region that is drawn with Shift during a move is a new comment', async ({
    review: page,
    spots,
  }) => {
    const before = await spots()
    await chooseMove(page, 1)
    const image = await boxOf(design(page))
    await page.keyboard.down('Shift')
    await page.mouse.move(image.x + 300, image.y + 220)
    await page.mouse.down()
    await page.mouse.move(image.x + 420, image.y + 300, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('a drag of the pin itself ends its move', async ({ review: page }) => {
    await chooseMove(page, 1)
    const tip = await pinTip(pin(page, 2))
    await page.mouse.move(tip.x, tip.y - 19)
    await page.mouse.down()
    await page.mouse.move(tip.x + 80, tip.y + 21, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await pinTip(pin(page, 2))).x - tip.x).toBeCloseTo(80, 0)
    await expect(crosses(page)).toHaveCount(0)
  })

  test('a drag ends without effect when another design is shown', async ({ review: page, spots }) => {
    const before = await spots()
    const tip = await pinTip(pin(page, 1))
    await page.mouse.move(tip.x, tip.y - 19)
    await page.mouse.down()
    await page.mouse.move(tip.x + 80, tip.y + 21, { steps: 5 })
    await press(page, ']')
    await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
    await page.mouse.up()
    await press(page, '[')
    await expect(design(page)).toHaveAttribute('alt', 'Design: Landing page, version 1')
    await expect.poll(async () => (await pinTip(pin(page, 1))).x).toBeCloseTo(tip.x, 0)
    expect(await spots()).toEqual(before)
  })

  test('a link that is closed ends the placing of a comment', async ({ review: page, project }) => {
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect(note(page)).toContainText('Click the spot')
    await project.set({ permission: 'view' })
    await expect(page.getByRole('button', { name: 'Add comment' })).toHaveCount(0)
    await expect(crosses(page)).toHaveCount(0)
    await expect(note(page)).not.toHaveAttribute('data-shown')
  })
})

test.describe('by touch', () => {
  test.use(phone)

  test.beforeEach(async ({ review: page }) => chooseMove(page, 1))

  async function tapDesign(page: Page, x: number, y: number) {
    const box = await boxOf(design(page))
    await page.touchscreen.tap(box.x + x, box.y + y)
  }

  test('"Add comment" after "Move" starts a comment and moves none', async ({ review: page, spots }) => {
    const before = await spots()
    await page.getByRole('button', { name: 'Add comment' }).tap()
    await expect(note(page)).toContainText('Tap the spot')
    await tapDesign(page, 260, 40)
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another design ends a move', async ({ review: page, spots }) => {
    const before = await spots()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'All designs' }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Welcome e-mail/ })
      .tap()
    await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
    await expect(note(page)).not.toHaveAttribute('data-shown')
    await tapDesign(page, 260, 40)
    await expect(composer(page)).toBeVisible()
    expect(await spots()).toEqual(before)
  })

  test('another comment ends a move, and can be moved itself', async ({ review: page, spots }) => {
    const [first, second] = await spots()
    await openSheet(page)
    await commentRow(page, 'Second').tap({ position: { x: 60, y: 12 } })
    await expect(crosses(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).tap()
    expect(await distanceOf(newPlace(page), pin(page, 2))).toBeLessThanOrEqual(1)
    await tapDesign(page, 260, 40)
    await expect.poll(async () => (await spots())[1]?.[0]).toBeGreaterThan((second?.[0] ?? 0) + 100)
    expect((await spots())[0]).toEqual(first)
  })

  test('the region tool ends a move, and a move ends the region tool', async ({ review: page, spots }) => {
    const before = await spots()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitemcheckbox', { name: 'Mark a region' }).tap()
    await expect(crosses(page)).toHaveCount(0)
    await expect(note(page)).toContainText('Tap two corners')
    await tapDesign(page, 200, 20)
    await pin(page, 1).tap()
    await expect(note(page)).not.toHaveAttribute('data-shown')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).tap()
    await tapDesign(page, 260, 40)
    await expect.poll(async () => (await spots())[0]?.[0]).toBeGreaterThan((before[0]?.[0] ?? 0) + 100)
    await expect(composer(page)).toHaveCount(0)
    expect((await spots())[1]).toEqual(before[1])
  })
})

test('keys place a comment before the files that the page fetches later have arrived', async ({
  page,
  project,
}) => {
  const later = await holdBack(page, '**/assets/review.lazy-*.js')
  await page.goto(`/project/${project._id}`)
  await expect(design(page)).toBeVisible()
  await press(page, 'c', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
  const draft = frame(page).getByRole('button', { name: /^Draft comment/ })
  await expect(draft).toBeVisible()
  const [image, tip] = [await boxOf(design(page)), await pinTip(draft)]
  expect(tip.x - (image.x + image.width / 2)).toBeCloseTo(30, 0)
  later.release()
  await expect(composer(page).getByLabel('Your name')).toBeFocused()
})
