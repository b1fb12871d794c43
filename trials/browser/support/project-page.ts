import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { markerColour } from '@pinmark/testbed/test-image'

/** The design on the project page, when the app shows it. The server paints one before. */
export const design = (page: Page): Locator => frame(page).getByRole('img', { name: /^Design/ })

export const composer = (page: Page): Locator => page.getByRole('dialog', { name: 'New comment' })

/** The frame that the design scrolls in: the specification's image area. */
export const frame = (page: Page): Locator => page.getByRole('group', { name: 'Design' })

/** The head of the comments sheet on a phone: it opens and closes the sheet. */
export const sheetHandle = (page: Page): Locator => page.getByRole('button', { name: /^Comments/ })

/** Opens the export: by the owner's button on a wide page, else in the menu of the list. */
export async function openExport(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Sort and filter comments' })
  const own = page.getByRole('button', { name: 'Export comments…' })
  // The button follows the menu.
  await menu.or(own).last().click()
  if ((await own.count()) === 0) await page.getByRole('menuitem', { name: 'Export comments…' }).click()
}

/** Opens the comparison of versions, as guests do: in the menu of versions. */
export async function openCompare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /choose a version/ }).click()
  await page.getByRole('menuitem', { name: 'Compare versions' }).click()
}

/** Opens the comments sheet of a phone if it is closed. */
export async function openSheet(page: Page): Promise<void> {
  const handle = sheetHandle(page)
  if ((await handle.getAttribute('aria-expanded')) === 'false') await handle.click()
}

export const pin = (page: Page, number: number): Locator =>
  frame(page).getByRole('button', { name: new RegExp(`^Comment ${number} by `) })

export const commentRow = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text })

/** Opens a shared project and waits until its design is drawn. */
export async function openProject(page: Page, projectId: string): Promise<void> {
  await page.goto(`/project/${projectId}`)
  await expect(design(page)).toBeVisible()
  await expect
    .poll(() => design(page).evaluate((image) => image instanceof HTMLImageElement && image.complete))
    .toBe(true)
  // Parts that keys and clicks open are fetched right after the page, before a user could press one.
  await expect.poll(() => page.evaluate(hasParts)).toBe(true)
}

/** Whether the page has all code of what a review opens. */
async function hasParts(): Promise<boolean> {
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const entry = files.find((name) => name.includes('/review.lazy-'))
  if (entry === undefined) return false
  await import(entry)
  return true
}

/** Clicks the design at a spot given in CSS pixels from its top left corner. */
export async function clickDesign(page: Page, x: number, y: number): Promise<void> {
  await design(page).click({ position: { x, y } })
}

/** Writes a comment at a spot, without sending it. */
export async function writeComment(
  page: Page,
  spot: { x: number; y: number },
  words: { name?: string; text: string },
) {
  await clickDesign(page, spot.x, spot.y)
  await fillComposer(page, words)
}

/** Fills the open popup of a new comment. */
export async function fillComposer(page: Page, { name, text }: { name?: string; text: string }) {
  if (name !== undefined) await composer(page).getByLabel('Your name').fill(name)
  await composer(page).getByLabel('Your comment').fill(text)
}

/** Sends the written comment, and waits until the popup has closed. */
export async function submitComment(page: Page) {
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page)).toBeHidden()
}

/** Writes and sends a comment at a spot, and waits until the popup has closed. */
export async function leaveComment(...[page, spot, words]: Parameters<typeof writeComment>) {
  await writeComment(page, spot, words)
  await submitComment(page)
}

/** The tip of a pin in CSS pixels of the viewport: bottom centre of its box. */
export async function pinTip(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(locator)
  return { x: box.x + box.width / 2, y: box.y + box.height }
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not on the screen.')
  return box
}

/** Centre of the coloured square of `drawDesign` on the screen, in CSS pixels of the viewport. */
export async function findMarker(page: Page): Promise<{ x: number; y: number }> {
  const scale = await page.evaluate(() => window.devicePixelRatio)
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * 3
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]]
      const distance =
        Math.abs(r - markerColour.r) + Math.abs(g - markerColour.g) + Math.abs(b - markerColour.b)
      if (distance > 60) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  if (right < 0) throw new Error('The coloured square is not on the screen.')
  return { x: (left + right + 1) / 2 / scale, y: (top + bottom + 1) / 2 / scale }
}
