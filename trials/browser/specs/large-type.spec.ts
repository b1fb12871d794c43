import type { Locator, Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '../support/accessibility'
import {
  boxOf,
  clickDesign,
  composer,
  design,
  openProject,
  openSheet,
  pin,
  openExport,
} from '../support/project-page'
import { expect, test as base } from '../support/test'

interface LargeType {
  /** Size of text that the visitor has chosen in the browser. Unlike the size of the root element, it counts in media
   *  queries too. */
  fontPx: number
}

const test = base.extend<LargeType>({
  fontPx: [16, { option: true }],
  context: async ({ playwright, launchOptions, fontPx, viewport, baseURL }, use) => {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${fontPx}`]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(await browser.newContext({ viewport, ...(baseURL !== undefined && { baseURL }) }))
    await browser.close()
  },
})

/** The size that a visitor has chosen for the text of all pages, and the width of the window, in CSS pixels. */
const choices = [
  { fontPx: 20, width: 768, popupPx: 300 },
  { fontPx: 24, width: 1024, popupPx: 400 },
  { fontPx: 32, width: 1440, popupPx: 400 },
]

for (const { fontPx, width, popupPx } of choices) {
  test.describe(`with text of ${fontPx} px in a window of ${width} px`, () => {
    test.use({ fontPx, viewport: { width, height: 900 } })

    test('the popup of a new comment stays in the window at every spot, beside it', async ({
      projectPage: page,
    }) => {
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        `${fontPx}px`,
      )
      const image = await boxOf(design(page))
      const end = Math.min(image.width, width - image.x) - 4
      for (let x = 4; x < end; x += 62) {
        await clickDesign(page, x, 200)
        await expectWhole(page, composer(page))
        const box = await boxOf(composer(page))
        expect(box.width).toBeCloseTo(popupPx, 0)
        const isBeside = box.x >= image.x + x + 19 || box.x + box.width <= image.x + x - 19
        expect(isBeside, `beside its spot at ${x}`).toBe(true)
        await expect(composer(page).getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
        await expect(composer(page)).toBeHidden()
      }
    })

    test('a thread stays in the window', async ({ page, project }) => {
      for (const x of [100, 700, 1300]) await project.addComment({ x, y: 300, text: 'word '.repeat(200) })
      await openProject(page, project._id)
      for (const number of [1, 2, 3]) {
        await pin(page, number).click()
        const thread = page.getByRole('dialog', { name: new RegExp(`^Comment ${number} `) })
        await expectWhole(page, thread)
        await expect(thread.getByRole('button', { name: 'Reply' })).toBeInViewport({ ratio: 1 })
        await expect(thread.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
      }
    })
  })
}

for (const width of [360, 768, 1440]) {
  test.describe(`with text of twice the size in a window of ${width} px`, () => {
    test.use({ fontPx: 32, viewport: { width, height: 900 } })

    test('menus, dialogs, popovers and a thread stay in the window', async ({ ownerPage: page, project }) => {
      await project.addComment({ text: 'word '.repeat(60) })
      await project.addVerdict()
      await openProject(page, project._id)
      const close = async (overlay: Locator) => {
        await page.keyboard.press('Escape')
        await expect(overlay).toHaveCount(0)
      }
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Share' }).first().click()
      await expectReachable(page, dialog)
      await close(dialog)
      if (width < 768) await openSheet(page)
      await page.getByRole('button', { name: 'Sort and filter comments' }).click()
      await expectWhole(page, page.getByRole('menu'))
      await close(page.getByRole('menu'))
      await page.getByRole('button', { name: '1 looks good' }).click()
      await expectWhole(page, dialog)
      await close(dialog)
      await openExport(page)
      await expectReachable(page, dialog)
      await close(dialog)
      await page
        .getByRole('button', { name: /^Comment 1 by/ })
        .last()
        .click()
      await expectWhole(page, dialog)
      await dialog.getByRole('button', { name: 'More', exact: true }).click()
      await expectWhole(page, page.getByRole('menu'))
    })
  })
}

/** Fails unless all of a popup is in the window, and none of its content is wider than it. */
async function expectWhole(page: Page, popup: Locator): Promise<void> {
  await expectNotTooWide(page, popup)
  // It may still be rising to its place.
  await expect(async () => {
    const { y, height } = await boxOf(popup)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }).toPass({ timeout: 10_000 })
}

/** The same for a dialog, which scrolls with its last button if it is taller than the window. */
async function expectReachable(page: Page, dialog: Locator): Promise<void> {
  await expectNotTooWide(page, dialog)
  const last = dialog.getByRole('button').last()
  // Its settings may arrive later and make it taller.
  await expect(async () => {
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1, timeout: 1_000 })
  }).toPass()
}

async function expectNotTooWide(page: Page, popup: Locator): Promise<void> {
  await expect(popup).toBeVisible()
  const { x, width } = await boxOf(popup)
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  expect(await popup.evaluate(widestInside)).toBeLessThanOrEqual(x + width + 0.5)
  await expectNoSidewaysScroll(page, 'an open popup')
}

/** The right edge of the control that reaches furthest to the right, in CSS pixels of the window. */
function widestInside(popup: Element): number {
  const controls = [...popup.querySelectorAll('button, input, textarea, a, [role="menuitem"]')]
  return Math.max(...controls.map((control) => control.getBoundingClientRect().right))
}
