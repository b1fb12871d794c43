import {
  boxOf,
  clickDesign,
  composer,
  design,
  frame,
  openProject,
  pin,
  sheetHandle,
} from '../support/project-page'
import { expect, phone, test } from '../support/test'

for (const [width, height] of [
  [360, 640],
  [768, 1000],
  [1024, 1000],
  [1440, 1000],
] as const) {
  test(`the image area is 500 px high at ${width} px`, async ({ page, project }) => {
    await page.setViewportSize({ width, height })
    await openProject(page, project._id)
    const area = await boxOf(frame(page))
    expect(area.height).toBe(500)
  })
}

test('on a tall phone, the image area gets what the rest of the page leaves', async ({
  openPage,
  project,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 390, height: 844 } })
  await openProject(page, project._id)
  const [area, handle] = [await boxOf(frame(page)), await boxOf(sheetHandle(page))]
  const footer = await boxOf(page.getByRole('contentinfo'))
  expect(Math.abs(area.y + area.height - footer.y)).toBeLessThanOrEqual(1)
  expect(Math.abs(footer.y + footer.height - handle.y)).toBeLessThanOrEqual(1)
})

test('a marker is at most 150 px wide, including its preview', async ({ page, project }) => {
  await project.addComment({ commenter: 'A'.repeat(60), text: 'word '.repeat(80) })
  await openProject(page, project._id)
  await pin(page, 1).hover()
  const preview = page.locator('.canvas-label')
  await expect(preview).toBeVisible()
  expect((await boxOf(preview)).width).toBeLessThanOrEqual(150)
  expect((await boxOf(pin(page, 1))).width).toBeLessThanOrEqual(150)
})

interface Placement {
  width: number
  popup: number
  beside: boolean
}

const placements: Placement[] = [
  { width: 1440, popup: 400, beside: true },
  { width: 1024, popup: 400, beside: true },
  { width: 1023, popup: 300, beside: true },
  { width: 768, popup: 300, beside: true },
  { width: 767, popup: 690.3, beside: false },
  { width: 360, popup: 324, beside: false },
]

for (const { width, popup, beside } of placements) {
  test(`the popup at ${width} px has its width and place, completely visible, beside its spot`, async ({
    page,
    project,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openProject(page, project._id)
    const image = await boxOf(design(page))
    const visible = { right: Math.min(image.width, width - image.x) - 4, bottom: 430 }
    const spots = [
      { x: 4, y: 4 },
      { x: visible.right, y: 4 },
      { x: 4, y: visible.bottom },
      { x: visible.right, y: visible.bottom },
      { x: image.width / 2, y: 200 },
    ]
    for (const spot of spots) {
      await clickDesign(page, spot.x, spot.y)
      const box = await boxOf(composer(page))
      const point = { x: image.x + spot.x, y: image.y + spot.y }
      expect(Math.abs(box.width - popup)).toBeLessThanOrEqual(1)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(width + 0.5)
      expect(box.y + box.height).toBeLessThanOrEqual(900.5)
      const covers =
        point.x > box.x && point.x < box.x + box.width && point.y > box.y && point.y < box.y + box.height
      expect(covers, `the popup covers its spot ${JSON.stringify(spot)}`).toBe(false)
      if (beside) {
        const right = Math.abs(box.x - (point.x + 20)) <= 1
        const left = Math.abs(box.x + box.width - (point.x - 20)) <= 1
        expect(right || left, `20 px beside ${JSON.stringify({ spot, box, point })}`).toBe(true)
        if (point.x + 20 + box.width + 8 <= width)
          expect(right, 'to the right where there is room').toBe(true)
      } else {
        expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThanOrEqual(1)
      }
      await page.keyboard.press('Escape')
      await expect(composer(page)).toBeHidden()
    }
  })
}

test('a popup at any spot beside the list of comments is completely visible, also after the design is scrolled', async ({
  page,
  project,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  await openProject(page, project._id)
  const expectInside = async () => {
    const box = await boxOf(composer(page))
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(1024)
    return box
  }
  const { x: left, width } = await boxOf(design(page))
  for (let x = width / 2 - 60; x <= width / 2 + 60; x += 20) {
    await clickDesign(page, x, 200)
    const box = await expectInside()
    expect(box.x >= left + x + 19 || box.x + box.width <= left + x - 19, `beside its spot at ${x}`).toBe(true)
    await page.keyboard.press('Escape')
    await expect(composer(page)).toBeHidden()
  }

  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+')
  await frame(page).click({ position: { x: 600, y: 250 } })
  await composer(page).getByLabel('Your comment').fill('Here')
  const before = await page.locator('[data-frame] [data-pin]').first().boundingBox()
  await frame(page).hover({ position: { x: 100, y: 450 } })
  await page.mouse.wheel(2000, 0)
  await expect
    .poll(async () => (await page.locator('[data-frame] [data-pin]').first().boundingBox())?.x)
    .not.toBe(before?.x)
  await expectInside()
})
