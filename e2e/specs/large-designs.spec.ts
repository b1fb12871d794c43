import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { design, findMarker, openProject, pin, pinTip } from '../support/project-page'
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

/** Hides the pins to see only the design, and always shows them again. */
async function whileHidden<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.keyboard.press('Shift+C')
  try {
    return await look()
  } finally {
    await page.keyboard.press('Shift+C')
  }
}
