import type { Locator, Page } from '@playwright/test'
import {
  boxOf,
  commentRow,
  composer,
  design,
  frame,
  openProject,
  pin,
  pinTip,
  sheetHandle,
  fillComposer,
} from '../support/project-page'
import { expect, test } from '../support/test'
import { atRest, givenKeyboard, raiseKeyboard, smallTargets, touchScreen } from '../support/touch'

const draft = (page: Page): Locator => page.getByRole('button', { name: /^Draft comment/ })
const sheet = (page: Page): Locator => page.locator('.comments-sheet')

async function tapDesign(page: Page, x: number, y: number) {
  const box = await boxOf(design(page))
  await page.touchscreen.tap(box.x + x, box.y + y)
}

/** The element is inside the window, and above the keyboard. */
async function expectWhole(page: Page, element: Locator, keyboardPx = 0) {
  await expect
    .poll(async () => {
      const box = await boxOf(element)
      const window = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      return (
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= window.width &&
        box.y + box.height <= window.height - keyboardPx
      )
    })
    .toBe(true)
}

/** The share of the window that the sheet covers. Half a low window is more, for four rows. */
async function expectSheet(page: Page, share: number) {
  const height = (page.viewportSize()?.height ?? 0) * share
  await expect
    .poll(async () => (await boxOf(sheet(page))).height)
    .toBeCloseTo(share === 0.5 ? Math.max(height, 384) : height, 0)
}

for (const { viewport, tag } of [
  { viewport: { width: 390, height: 844 }, tag: ' @core' },
  { viewport: { width: 360, height: 640 }, tag: '' },
]) {
  test.describe(`on a phone of ${viewport.width} x ${viewport.height}${tag}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test('a complete review by touch', async ({ page, project }) => {
      await project.addComment({ x: 1000, y: 250, text: 'A comment from before' })
      await givenKeyboard(page)
      await openProject(page, project._id)
      const touch = await touchScreen(page)

      await test.step('a tap opens the popup at once, with its pin in place and the field ready', async () => {
        await tapDesign(page, 120, 60)
        await expect(composer(page).getByLabel('Your name')).toBeFocused()
        await expect(draft(page)).toBeVisible()
        await expectWhole(page, composer(page))
        const { width } = await boxOf(composer(page))
        expect(width).toBeCloseTo(viewport.width * 0.9, 0)
        expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
        for (const field of await composer(page).getByRole('textbox').all()) {
          expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px')
        }
      })

      await test.step('the popup is completely visible above the keyboard, and never covers its spot', async () => {
        const keyboardPx = 300
        await raiseKeyboard(page, keyboardPx)
        await expectWhole(page, composer(page), keyboardPx)
        const tip = await pinTip(draft(page))
        const box = await boxOf(composer(page))
        expect(tip.y <= box.y || tip.y >= box.y + box.height).toBe(true)
        await raiseKeyboard(page, 0)
      })

      await test.step('a finger nudges the pin to its place', async () => {
        await expectWhole(page, composer(page))
        const before = await pinTip(draft(page))
        await touch.drag([{ x: before.x, y: before.y - 19 }], [{ x: before.x + 50, y: before.y - 9 }])
        await expect.poll(async () => (await pinTip(draft(page))).x - before.x).toBeCloseTo(50, 0)
        await expect(composer(page)).toBeVisible()
        await fillComposer(page, { name: 'Ana', text: 'By touch' })
        await composer(page).getByRole('button', { name: 'Submit' }).tap()
        await expect(composer(page)).toBeHidden()
        await expect(pin(page, 2)).toBeVisible()
      })

      await test.step('the handle opens the sheet; a row opens its thread, with its pin above the sheet', async () => {
        await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'false')
        await sheetHandle(page).tap()
        await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'true')
        await expectSheet(page, 0.5)
        await expect(commentRow(page, 'By touch')).toBeVisible()
        await commentRow(page, 'A comment from before').tap({ position: { x: 60, y: 20 } })
        const reply = sheet(page).getByRole('textbox', { name: 'Reply as Ana' })
        await expect(reply).toBeVisible()
        await expect
          .poll(async () => (await boxOf(sheet(page))).y - (await pinTip(pin(page, 1))).y)
          .toBeGreaterThanOrEqual(19)
        await reply.fill('I was')
        await sheet(page).getByRole('button', { name: 'Reply' }).tap()
        await expect(sheet(page).getByRole('article', { name: 'Message by Ana' })).toContainText('I was')
      })

      await test.step('a swipe expands the sheet over most of the window, another one closes it', async () => {
        const { x, y } = await boxOf(sheetHandle(page))
        await touch.drag([{ x: x + 100, y: y + 20 }], [{ x: x + 100, y: 60 }])
        await expectSheet(page, 0.9)
        const top = (await boxOf(sheetHandle(page))).y
        await touch.drag([{ x: x + 100, y: top + 20 }], [{ x: x + 100, y: viewport.height - 20 }])
        await expect(sheetHandle(page)).toHaveAttribute('aria-expanded', 'false')
        await expect(sheet(page).getByRole('article')).toHaveCount(0)
      })

      await test.step('two taps draw a region', async () => {
        await page.getByRole('button', { name: 'More actions' }).tap()
        await page.getByRole('menuitemcheckbox', { name: 'Mark a region' }).tap()
        await tapDesign(page, 60, 170)
        await tapDesign(page, 160, 230)
        await composer(page).getByLabel('Your comment').fill('All of this')
        await composer(page).getByRole('button', { name: 'Submit' }).tap()
        await expect(pin(page, 3)).toHaveAccessibleName(/marks a region/)
      })

      await test.step('an own comment is edited, and the thread resolved', async () => {
        await pin(page, 2).tap()
        await sheet(page).getByRole('button', { name: 'More', exact: true }).tap()
        await page.getByRole('menuitem', { name: 'Edit' }).tap()
        await sheet(page).getByRole('textbox', { name: 'Edit your comment' }).fill('By one finger')
        await sheet(page).getByRole('button', { name: 'Save' }).tap()
        await expect(sheet(page).getByText('By one finger')).toBeVisible()
        await sheet(page).getByRole('button', { name: 'Resolve' }).tap()
        await expect(sheet(page).getByText(/^Resolved by/)).toBeVisible()
      })
    })

    test('a pinch that starts on a pin zooms and opens nothing; panning places no pin', async ({
      page,
      project,
    }) => {
      await project.addComment({ x: 700, y: 700 })
      await openProject(page, project._id)
      const touch = await touchScreen(page)
      const head = await pinTip(pin(page, 1))
      const { width } = await boxOf(design(page))
      const at = { x: head.x, y: head.y - 17 }
      await touch.drag(
        [at, { x: at.x + 30, y: at.y + 60 }],
        [
          { x: at.x - 20, y: at.y - 40 },
          { x: at.x + 60, y: at.y + 120 },
        ],
      )
      await expect.poll(async () => (await boxOf(design(page))).width).toBeGreaterThan(width * 1.5)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(pin(page, 1)).toHaveAttribute('aria-expanded', 'false')
      expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)

      const area = await boxOf(frame(page))
      await touch.drag([{ x: 200, y: area.y + 260 }], [{ x: 90, y: area.y + 120 }])
      await atRest(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(draft(page)).toHaveCount(0)
    })

    test('rotating the phone keeps the spot, the popup and the typed text', async ({ projectPage: page }) => {
      await tapDesign(page, 200, 150)
      await composer(page).getByLabel('Your comment').fill('Half a thought')
      await page.setViewportSize({ width: viewport.height, height: viewport.width })
      await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
      await expectWhole(page, composer(page))
      await page.setViewportSize(viewport)
      await expect(draft(page)).toBeInViewport()
      await expectWhole(page, composer(page))
      await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
    })

    test('the list of a cluster at the bottom of the window is completely visible', async ({
      page,
      project,
    }) => {
      // Just above the sheet, with the design at the width of the window.
      const scale = 1440 / (viewport.width - 24)
      const spot = { x: 700, y: Math.round((viewport.height - 60 - 210) * scale) }
      for (let number = 1; number <= 8; number += 1) await project.addComment(spot)
      await openProject(page, project._id)
      await page.getByRole('button', { name: /^8 comments here/ }).tap()
      const list = page.getByRole('dialog', { name: '8 comments here' })
      await expectWhole(page, list)
      await list.getByRole('button').last().tap()
      await expect(sheet(page).getByRole('heading', { name: /^Comment 8 by/ })).toBeVisible()
    })

    test('a comment is resolved by the check of its row, a touch target of 44 px', async ({
      ownerPage: page,
      project,
    }) => {
      await project.addComment()
      await project.addComment()
      await openProject(page, project._id)
      await sheetHandle(page).tap()
      await expect.poll(() => smallTargets(sheet(page))).toEqual([])
      await page.getByRole('button', { name: 'Resolve comment 1' }).tap()
      await expect(sheet(page).getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('every touch target is at least 44 px large', async ({ page, project }) => {
      await project.addComment({
        text: 'A comment long enough for its second line. '.repeat(12),
      })
      await openProject(page, project._id)
      const expectLarge = async (state: string) =>
        expect(await smallTargets(page.locator('body')), state).toEqual([])
      await expectLarge('the page')
      await sheetHandle(page).tap()
      await expectSheet(page, 0.5)
      await expectLarge('the list')
      await page.getByRole('button', { name: 'Search comments' }).tap()
      await expectLarge('the search')
      await page.getByRole('listitem').tap({ position: { x: 60, y: 20 } })
      await expect(sheet(page).getByRole('textbox', { name: /^Reply/ })).toBeVisible()
      const { x, y } = await boxOf(sheetHandle(page))
      await (await touchScreen(page)).drag([{ x: x + 100, y: y + 20 }], [{ x: x + 100, y: 60 }])
      await expectSheet(page, 0.9)
      expect(await smallTargets(sheet(page)), 'a thread').toEqual([])
      await sheet(page).getByRole('button', { name: 'Close' }).tap()
      await expect.poll(async () => (await boxOf(sheet(page))).height).toBeLessThan(70)

      await openProject(page, project._id)
      await tapDesign(page, 200, 100)
      await composer(page).getByRole('button', { name: 'Submit' }).tap()
      await expect(composer(page).getByText('Write a few words first.')).toBeVisible()
      // Its opening animation enlarges it.
      await expect.poll(() => smallTargets(composer(page)), { message: 'the popup' }).toEqual([])
    })
  })
}
