import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Comment } from '@pinmark/shared/entities/comment'
import {
  boxOf,
  composer,
  design,
  findMarker,
  frame,
  leaveComment,
  openProject,
  pin,
  pinTip,
  sheetHandle,
  fillComposer,
  submitComment,
} from '../support/project-page'
import { expect, test } from '../support/test'
import { atRest, touchScreen } from '../support/touch'

/** Centre of the coloured square of the drawn design. */
const spot = { x: 600, y: 400 }

async function expectPinOnPixel(page: Page, state: string) {
  const tip = await pinTip(pin(page, 1))
  await page.getByRole('button', { name: 'Hide Comments' }).click()
  const marker = await findMarker(page)
  await page.getByRole('button', { name: 'Show Comments' }).click()
  expect(Math.abs(tip.x - marker.x), `x, ${state}`).toBeLessThanOrEqual(1)
  expect(Math.abs(tip.y - marker.y), `y, ${state}`).toBeLessThanOrEqual(1)
}

async function zoomByWheel(page: Page, turns: number[]) {
  await page.keyboard.down('Control')
  for (const turn of turns) await page.mouse.wheel(0, turn)
  await page.keyboard.up('Control')
}

test('Ctrl and the wheel zoom at the pointer: the pixel under it stays, and so do pins on theirs', async ({
  page,
  project,
}) => {
  await project.addComment(spot)
  await openProject(page, project._id)
  const pointer = { x: 480, y: 420 }
  for (const turns of [
    [-100, -100, -100],
    [-7, -3, -11, -2],
    [100, 100, 100, 100, 100, 100, 100],
  ]) {
    await page.mouse.move(pointer.x, pointer.y)
    const before = await boxOf(design(page))
    await zoomByWheel(page, turns)
    await expect.poll(async () => (await boxOf(design(page))).width).not.toBe(before.width)
    // A turn of the wheel sends many events, and the last may not have arrived yet.
    await expect
      .poll(async () => {
        const now = await boxOf(design(page))
        const share = { x: (pointer.x - before.x) / before.width, y: (pointer.y - before.y) / before.height }
        return distance({ x: now.x + share.x * now.width, y: now.y + share.y * now.height }, pointer)
      })
      .toBeLessThanOrEqual(1)
    await expectPinOnPixel(page, `after ${turns.join(', ')}`)
  }
})

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))
}

test('the wheel alone scrolls and does not zoom', async ({ projectPage: page }) => {
  const before = await boxOf(design(page))
  await page.mouse.move(before.x + 300, before.y + 200)
  await page.mouse.wheel(0, 240)
  await expect.poll(async () => (await boxOf(design(page))).y).toBe(before.y - 240)
  expect((await boxOf(design(page))).width).toBe(before.width)
})

test('menu and keys zoom; fit width restores the zoom @core', async ({ projectPage: page }) => {
  const readout = page.getByRole('button', { name: /^Zoom: / })
  await expect(readout).toHaveText('70%')
  await page.keyboard.press('+')
  await expect(readout).toHaveText('80%')
  await readout.click()
  await page.getByRole('menuitemcheckbox', { name: '100%' }).click()
  await expect(readout).toHaveText('100%')
  expect((await boxOf(design(page))).width).toBe(1440)
  await page.keyboard.press('-')
  await expect(readout).toHaveText('80%')
  await page.keyboard.press('0')
  await expect(readout).toHaveText('70%')
  await readout.click()
  await page.getByRole('menuitemcheckbox', { name: 'Fit whole' }).click()
  const [whole, area] = [await boxOf(design(page)), await boxOf(frame(page))]
  expect(whole.height).toBeLessThanOrEqual(area.height - 72 + 1)
  expect(whole.y).toBeGreaterThanOrEqual(area.y + 36)
})

test('expanding fills the window below the bar, and Esc reverts it', async ({ projectPage: page }) => {
  expect((await boxOf(frame(page))).height).toBe(500)
  await page.keyboard.press('f')
  await expect.poll(async () => (await boxOf(frame(page))).height).toBeGreaterThan(780)
  await page.reload()
  await expect(design(page)).toBeVisible()
  expect((await boxOf(frame(page))).height, 'after a reload').toBeGreaterThan(780)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await boxOf(frame(page))).height).toBe(500)
})

test('transparent parts are white in both themes, or have the chosen background', async ({
  page,
  newProject,
}) => {
  const image = await sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const project = await newProject({ image })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Zoom: / }).click()
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    expect(await colourAt(page), colorScheme).toEqual([255, 255, 255])
  }
  await choose('Dark')
  await expect.poll(() => colourAt(page)).toEqual([27, 27, 26])
  await page.reload()
  await expect(design(page)).toBeVisible()
  await expect.poll(() => colourAt(page), 'after a reload').toEqual([27, 27, 26])
  await choose('White')
  await expect.poll(() => colourAt(page)).toEqual([255, 255, 255])
})

test('a thread zooms to its region, which is then completely in view', async ({ page, project }) => {
  await project.addComment({ kind: 'region', x: 700, y: 2600, w: 180, h: 120 })
  await openProject(page, project._id)
  const before = (await boxOf(design(page))).width
  await page.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Zoom to the region' }).click()
  await expect.poll(async () => (await boxOf(design(page))).width).toBeGreaterThan(1.5 * before)
  const region = page.locator('.canvas-region')
  await expect
    .poll(async () => {
      const [inner, outer] = [await boxOf(region), await boxOf(frame(page))]
      return (
        inner.x >= outer.x &&
        inner.y >= outer.y &&
        inner.x + inner.width <= outer.x + outer.width &&
        inner.y + inner.height <= outer.y + outer.height
      )
    })
    .toBe(true)
})

/** The colour of the pixel in the middle of the design on the screen: red, green, blue. */
async function colourAt(page: Page): Promise<number[]> {
  const { x, y, width, height } = await boxOf(design(page))
  const clip = { x: Math.round(x + width / 2), y: Math.round(y + height / 2), width: 1, height: 1 }
  return [
    ...(await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer()),
  ]
}

test('coincident pins form one cluster whose list opens each of them', async ({ page, project }) => {
  for (const text of ['Above all', 'Beneath it']) await project.addComment({ ...spot, text })
  await openProject(page, project._id)
  const before = await boxOf(design(page))
  await page.getByRole('button', { name: '2 comments here: 1 and 2' }).click()
  const list = page.getByRole('dialog', { name: '2 comments here' })
  await expect(list.getByRole('button', { name: /^Comment 1 by/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('button', { name: /^Comment 2 by/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pin(page, 2)).toHaveAttribute('aria-expanded', 'true')
  expect((await boxOf(design(page))).width).toBe(before.width)
})

test('dragging with Shift draws a region; its corner changes its size', async ({
  projectPage: page,
  project,
}) => {
  const image = await boxOf(design(page))
  await page.keyboard.down('Shift')
  await page.mouse.move(image.x + 200, image.y + 120)
  await page.mouse.down()
  await page.mouse.move(image.x + 340, image.y + 220, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await fillComposer(page, { name: 'Ana', text: 'This part' })
  await submitComment(page)
  const scale = 1440 / image.width
  const stored = await commentOf(page, project._id)
  expect(stored.kind).toBe('region')
  expect(stored.w).toBeCloseTo(140 * scale, 0)
  expect(stored.h).toBeCloseTo(100 * scale, 0)

  await pin(page, 1).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const corner = page.getByRole('button', { name: /^Size of the region of comment 1/ })
  await corner.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await commentOf(page, project._id)).w).toBeCloseTo(150 * scale, 0)
})

test('a region gets another size by one press, and by keys', async ({ projectPage: page, project }) => {
  const image = await boxOf(design(page))
  await page.getByRole('button', { name: 'Mark a region' }).click()
  await page.mouse.click(image.x + 200, image.y + 120)
  await page.mouse.click(image.x + 340, image.y + 220)
  await fillComposer(page, { name: 'Ana', text: 'This part' })
  await submitComment(page)
  const scale = 1440 / image.width
  const { x, y } = await commentOf(page, project._id)
  const corner = page.getByRole('button', { name: /^New corner of the region/ })
  const resize = async () => {
    await pin(page, 1).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change size' }).click()
    await expect(corner).toBeFocused()
  }
  const expectSize = async (w: number, h: number) => {
    await expect.poll(async () => (await commentOf(page, project._id)).w).toBeCloseTo(w * scale, 0)
    const stored = await commentOf(page, project._id)
    expect(stored.h).toBeCloseTo(h * scale, 0)
    expect(stored).toMatchObject({ x, y })
  }

  await resize()
  await page.mouse.click(image.x + 300, image.y + 250)
  await expectSize(100, 130)
  await expect(composer(page)).toHaveCount(0)

  await resize()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expectSize(110, 130)
})

test('two presses with the region tool draw a region, and so do the keys', async ({ projectPage: page }) => {
  const image = await boxOf(design(page))
  await page.getByRole('button', { name: 'Mark a region' }).click()
  await page.mouse.click(image.x + 200, image.y + 120)
  await page.mouse.click(image.x + 300, image.y + 180)
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeHidden()

  await page.getByRole('button', { name: 'Mark a region' }).click()
  await frame(page).focus()
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(composer(page)).toBeVisible()
})

test('a guest moves their own pin by mouse and keyboard, and no one else’s', async ({ page, project }) => {
  await project.addComment({ x: 900, y: 300, text: 'Not theirs' })
  await openProject(page, project._id)
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Here' })
  const before = await pinTip(pin(page, 2))
  await dragBy(page, await pinTip(pin(page, 2)), { x: 60, y: 30 })
  await expect
    .poll(async () => distance(await pinTip(pin(page, 2)), { x: before.x + 60, y: before.y + 30 }))
    .toBeLessThanOrEqual(1)
  await page.reload()
  await expect
    .poll(async () => distance(await pinTip(pin(page, 2)), { x: before.x + 60, y: before.y + 30 }))
    .toBeLessThanOrEqual(1)

  await pin(page, 2).click()
  await page.getByRole('button', { name: /^More/ }).last().click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await expect(page.getByRole('button', { name: /^New place of the pin/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => distance(await pinTip(pin(page, 2)), { x: before.x + 50, y: before.y + 30 }))
    .toBeLessThanOrEqual(1)

  const other = await pinTip(pin(page, 1))
  await dragBy(page, other, { x: 0, y: -40 })
  const { comments } = await project.read()
  expect(comments[0]).toMatchObject({ x: 900, y: 300 })
})

async function dragBy(page: Page, tip: { x: number; y: number }, by: { x: number; y: number }) {
  const head = { x: tip.x, y: tip.y - 19 }
  await page.mouse.move(head.x, head.y)
  await page.mouse.down()
  await page.mouse.move(head.x + by.x, head.y + by.y, { steps: 6 })
  await page.mouse.up()
}

async function commentOf(page: Page, projectId: string): Promise<Comment> {
  const answer = await page.request.get(`/projects/${projectId}?image=none`)
  const { comments } = await answer.json()
  return comments[0]
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('scrolling by finger places no pin; a tap does, and its pin can be nudged', async ({
    projectPage: page,
  }) => {
    const touch = await touchScreen(page)
    await touch.drag([{ x: 200, y: 560 }], [{ x: 200, y: 420 }])
    await expect(composer(page)).toHaveCount(0)
    await atRest(page)
    await page.touchscreen.tap(120, 300)
    await expect(composer(page)).toBeVisible()
    const draft = page.getByRole('button', { name: /^Draft comment/ })
    // It is animated to its place.
    await expect.poll(async () => distance(await pinTip(draft), { x: 120, y: 300 })).toBeLessThanOrEqual(1)
    const before = await pinTip(draft)
    await touch.drag([{ x: before.x, y: before.y - 19 }], [{ x: before.x + 40, y: before.y - 39 }])
    await expect
      .poll(async () => distance(await pinTip(draft), { x: before.x + 40, y: before.y - 20 }))
      .toBeLessThanOrEqual(1)
  })

  test('two fingers zoom around their middle, also when one is on a pin', async ({ page, project }) => {
    await project.addComment(spot)
    await openProject(page, project._id)
    const touch = await touchScreen(page)
    const tip = await pinTip(pin(page, 1))
    const width = (await boxOf(design(page))).width
    await touch.drag(
      [
        { x: tip.x, y: tip.y - 15 },
        { x: tip.x, y: tip.y + 15 },
      ],
      [
        { x: tip.x, y: tip.y - 45 },
        { x: tip.x, y: tip.y + 45 },
      ],
    )
    expect((await boxOf(design(page))).width / width).toBeCloseTo(3, 1)
    expect(distance(await pinTip(pin(page, 1)), tip)).toBeLessThanOrEqual(1)
    await expect(composer(page)).toHaveCount(0)
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  })

  test('rotating the phone keeps the place', async ({ page, project }) => {
    await project.addComment({ x: 720, y: 2000, text: 'Half way down' })
    await openProject(page, project._id)
    await sheetHandle(page).click()
    await page.getByRole('listitem').getByRole('button').first().click()
    await expect(pin(page, 1)).toBeInViewport()
    await atRest(page)
    await page.setViewportSize({ width: 844, height: 700 })
    await expect(pin(page, 1)).toBeInViewport()
  })
})
