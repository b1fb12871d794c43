import { boxOf, pinTip } from '../support/project-page'
import { expect, test } from '../support/test'

/** The pseudo-language: two fifths longer than English, and from right to left. */
test.use({ locale: 'en-XA' })

for (const width of [360, 768, 1440]) {
  test(`a longer language that runs from right to left fits a window of ${width} px`, async ({
    page,
    project,
  }) => {
    await project.addComment()
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/login', '/register', `/project/${project._id}`]) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('button', { name: /ẋ/ }).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
}

test('a pin keeps its spot in a language from right to left, and its thread opens in it', async ({
  page,
  project,
}) => {
  await project.addComment({ x: 120, y: 80 })
  await page.goto(`/project/${project._id}`)
  const pin = page.locator('[data-pin]')
  await expect(pin).toBeVisible()
  const image = page.locator('.canvas-image')
  const box = await boxOf(image)
  const naturalWidth = await image.evaluate((element: HTMLImageElement) => element.naturalWidth)
  const scale = box.width / naturalWidth
  const tip = await pinTip(pin)
  expect(Math.abs(tip.x - (box.x + 120 * scale))).toBeLessThanOrEqual(1)
  expect(Math.abs(tip.y - (box.y + 80 * scale))).toBeLessThanOrEqual(1)
  await pin.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Réply/ })).toBeVisible()
})
