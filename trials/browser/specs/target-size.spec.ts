import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { commentRow, composer, design, openProject, openSheet } from '../support/project-page'
import { expect, phone, test } from '../support/test'

test.use({ ...phone, viewport: { width: 360, height: 740 } })

/** Names and sizes, in CSS pixels, of the visible controls whose box is smaller than 24 x 24.
 *  @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
function smallBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const leastPx = 24
    const controls =
      'button, input, textarea, select, summary, [role=button], [role^=menuitem], [role=slider]'
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      // A press on the label of a checkbox counts as a press on the checkbox.
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      const isSeen = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const isForReadersOnly = width <= 1 || height <= 1
      if (!isSeen || isForReadersOnly || (width >= leastPx && height >= leastPx)) return []
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      return [`${name.trim()}: ${Math.round(width)} x ${Math.round(height)}`]
    })
  })
}

test('every button of the project page is at least 24 px large on a small phone', async ({
  ownerPage: page,
  project,
}) => {
  const { buffer } = await drawDesign({ width: 1440, height: 1200, marker: { x: 200, y: 200 } })
  await project.addComment({ text: 'A comment long enough for its second line. '.repeat(12) })
  await project.addComment({ x: 301, y: 201, text: 'At the same place' })
  await project.addComment({
    x: 900,
    y: 700,
    w: 300,
    h: 200,
    kind: 'region',
    text: 'See https://example.com',
  })
  await project.addVersion({ image: buffer })
  const { _id } = await project.addComment({ x: 400, y: 400, text: 'On the new version' })
  await project.addReply(_id, 'A reply')
  await project.addDesign({ name: 'Welcome e-mail', image: buffer })
  await project.addVerdict()
  await openProject(page, project._id)
  const expectLarge = (state: string) => expect.poll(() => smallBoxes(page), state).toEqual([])
  const chooseViewer = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).tap()
    await expectLarge('the menu of the page')
    await page.getByRole('menuitem', { name: item, exact: true }).tap()
  }

  await expectLarge('the page')
  await openSheet(page)
  await expectLarge('the list')
  await page.getByRole('button', { name: 'Sort and filter comments' }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLarge('the menu of the list')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search comments' }).tap()
  await expectLarge('the search')

  await openProject(page, project._id)
  await openSheet(page)
  await commentRow(page, 'On the new version').tap({ position: { x: 60, y: 20 } })
  await expect(page.getByRole('textbox', { name: /^Reply/ })).toBeVisible()
  await expectLarge('a thread')
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLarge('the menu of a thread')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close', exact: true }).tap()

  await chooseViewer('All designs')
  await expect(page.getByRole('dialog', { name: 'All designs' })).toBeVisible()
  await expectLarge('all designs')
  await page.keyboard.press('Escape')
  await chooseViewer('Versions')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLarge('the versions')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add comment' }).tap()
  await expectLarge('the placing of a comment')
  await design(page).tap({ position: { x: 100, y: 60 } })
  await composer(page).getByLabel('Your comment').fill('Half a thought')
  await expectLarge('the popup')
  await page.keyboard.press('Escape')
  await openSheet(page)
  await expect(commentRow(page, 'Half a thought')).toBeVisible()
  await expectLarge('a draft in the list')
})

test('the button of the brief takes presses above and below its letters, on a line that is cut at its end', async ({
  ownerPage: page,
  project,
}) => {
  await openProject(page, project._id)
  const heightPx = await page.getByRole('button', { name: 'Brief' }).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const around = Array.from({ length: 60 }, (_, px) => y + height / 2 - 30 + px)
    return around.filter((at) => document.elementFromPoint(x + width / 2, at) === button).length
  })
  expect(heightPx).toBeGreaterThanOrEqual(24)
})
