import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { boxOf, design, findMarker, openProject, pin, pinTip } from '../support/project-page'
import { expect, test } from '../support/test'

/** Close to the maximum length of a side. The marker is visible at 6 % and still fits the frame at 800 %. */
const designs = [
  { shape: 'tall', width: 1440, height: 16_000, marker: { x: 700, y: 15_200 } },
  { shape: 'wide', width: 16_000, height: 1200, marker: { x: 15_200, y: 500 } },
]

for (const { shape, width, height, marker } of designs) {
  test(`on a very ${shape} design a pin is on its pixel, and every pixel can be reached, at every zoom`, async ({
    page,
    newProject,
  }) => {
    test.setTimeout(120_000)
    const { buffer: image } = await drawDesign({ width, height, marker, markerSide: 60 })
    const project = await newProject({ image })
    await project.addComment(marker)
    await openProject(page, project._id)
    // The picture has all its pixels, so it is sharp when zoomed in.
    const drawn = await design(page).evaluate((element: HTMLImageElement) => [
      element.naturalWidth,
      element.naturalHeight,
    ])
    expect(drawn).toEqual([width, height])
    await page.keyboard.press('f')
    const readout = page.getByRole('button', { name: /^Zoom: / })

    const expectOnPixel = async (state: string) => {
      // Selects its pin, so that nothing covers it.
      await page.keyboard.press('n')
      await expect(pin(page, 1)).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(async () => {
        const tip = await pinTip(pin(page, 1))
        const centre = await whileHidden(page, () => findMarker(page))
        expect(Math.abs(tip.x - centre.x), `x, ${state}`).toBeLessThanOrEqual(1)
        expect(Math.abs(tip.y - centre.y), `y, ${state}`).toBeLessThanOrEqual(1)
      }).toPass({ timeout: 20_000 })
    }
    await expectOnPixel('fitted')
    await readout.click()
    await page.getByRole('menuitemcheckbox', { name: '100%' }).click()
    await expect(readout).toHaveText('100%')
    await expectOnPixel('at 100 %')
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('+')
    await expect(readout).toHaveText('800%')
    await expectOnPixel('at 800 %')
  })
}

test('a design that cannot be loaded says so in the visible part, and takes comments only once it is shown', async ({
  page,
  project,
}) => {
  const last = await project.addComment({ x: 700, y: 3100 })
  const address = '**/images/*/view'
  await page.route(address, (route) => route.abort())
  await page.goto(`/project/${project._id}?comment=${last._id}`)
  const thread = page.getByRole('dialog', { name: /^Comment 1 by/ })
  await expect(thread).toBeFocused()
  await expect(thread).toHaveCSS('outline-style', 'none')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeInViewport({ ratio: 1 })
  const { x, y, height } = await boxOf(again)
  expect(height).toBeGreaterThanOrEqual(24)

  const draft = page.getByRole('button', { name: /^Draft comment/ })
  const pressBeside = () => page.mouse.click(x - 200, y)
  await pressBeside()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(draft).toHaveCount(0)

  await page.unroute(address)
  await again.click()
  await expect
    .poll(() => design(page).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(1440)
  await expect(again).toHaveCount(0)
  await pressBeside()
  await expect(draft).toBeVisible()
})

/** Hides the pins to see only the design, and always shows them again. */
async function whileHidden<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.keyboard.press('Shift+C')
  try {
    return await look()
  } finally {
    await page.keyboard.press('Shift+C')
  }
}
