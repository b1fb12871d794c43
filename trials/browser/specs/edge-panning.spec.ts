import type { Page } from '@playwright/test'
import {
  boxOf,
  composer,
  design,
  frame,
  leaveComment,
  pin,
  pinTip,
  fillComposer,
  submitComment,
} from '../support/project-page'
import { expect, test } from '../support/test'

/** Distance from the tip of a pin to the middle of its head, where it is grabbed. */
const headPx = 19

async function scrollTopOf(page: Page): Promise<number> {
  return frame(page).evaluate((scroller) => scroller.scrollTop)
}

/** A place near the lower edge of the frame. */
async function nearLowerEdge(page: Page) {
  const area = await boxOf(frame(page))
  return { x: area.x + 400, y: area.y + area.height - 6 }
}

test('a pin dragged to the edge scrolls the design, stays under the pointer and is stored there', async ({
  projectPage: page,
  project,
}) => {
  await leaveComment(page, { x: 300, y: 200 }, { name: 'Ana', text: 'Further down' })
  const start = await pinTip(pin(page, 1))
  const edge = await nearLowerEdge(page)
  await page.mouse.move(start.x, start.y - headPx)
  await page.mouse.down()
  await page.mouse.move(edge.x, edge.y, { steps: 8 })
  // The pointer rests, and the frame keeps scrolling.
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(300)
  await page.mouse.move(edge.x, edge.y - 120, { steps: 3 })
  await expect
    .poll(async () => {
      const tip = await pinTip(pin(page, 1))
      return Math.hypot(tip.x - edge.x, tip.y - headPx - (edge.y - 120))
    })
    .toBeLessThanOrEqual(1)
  const held = await scrollTopOf(page)
  await page.mouse.up()
  const image = await boxOf(design(page))
  const scale = 1440 / image.width
  const expected = { x: (edge.x - image.x) * scale, y: (edge.y - 120 + headPx - image.y) * scale }
  await expect
    .poll(async () => {
      const { x, y } = await project.readFirstComment()
      return Math.hypot(x - expected.x, y - expected.y)
    })
    .toBeLessThanOrEqual(2 * scale)
  expect(await scrollTopOf(page)).toBe(held)
})

test('a region grows beyond the edge of the frame, and Esc stops the scrolling and cancels it', async ({
  projectPage: page,
  project,
}) => {
  const image = await boxOf(design(page))
  const edge = await nearLowerEdge(page)
  const draw = async () => {
    await page.keyboard.down('Shift')
    await page.mouse.move(image.x + 200, image.y + 120)
    await page.mouse.down()
    await page.mouse.move(edge.x, edge.y, { steps: 8 })
    await page.keyboard.up('Shift')
  }
  await draw()
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(100)
  await page.keyboard.press('Escape')
  const stopped = await scrollTopOf(page)
  await page.mouse.up()
  await expect(composer(page)).toHaveCount(0)
  expect(await scrollTopOf(page)).toBe(stopped)

  await page.keyboard.press('Home')
  await frame(page).evaluate((scroller) => scroller.scrollTo(0, 0))
  await draw()
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(500)
  await page.mouse.up()
  await fillComposer(page, { name: 'Ana', text: 'All of this' })
  await submitComment(page)
  const { kind, h } = await project.readFirstComment()
  expect(kind).toBe('region')
  // Taller than the frame in which it was drawn.
  expect((h ?? 0) * (image.width / 1440)).toBeGreaterThan(500)
})

test('moving a pin by keyboard scrolls the design with it', async ({ projectPage: page }) => {
  await leaveComment(page, { x: 300, y: 380 }, { name: 'Ana', text: 'Step by step' })
  await pin(page, 1).click()
  await page.getByRole('button', { name: /^More/ }).last().click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const crosshair = page.getByRole('button', { name: /^New place of the pin/ })
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(60)
  const area = await boxOf(frame(page))
  await expect
    .poll(async () => {
      const cross = await boxOf(crosshair)
      return cross.y + cross.height / 2
    })
    .toBeLessThanOrEqual(area.y + area.height - 19)
})
