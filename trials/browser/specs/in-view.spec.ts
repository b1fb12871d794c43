import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { boxOf, commentRow, frame, openProject, pin, pinTip } from '../support/project-page'
import { expect, test as base } from '../support/test'

const tall = { width: 1400, height: 4000, marker: { x: 40, y: 40 } }

const test = base.extend({
  project: async ({ newProject }, use) => use(await newProject({ image: (await drawDesign(tall)).buffer })),
})

/** Position of the tip in the frame: 0 at its upper edge, 1 at its lower one. */
async function heightInFrame(page: Page, number: number): Promise<number> {
  const box = await boxOf(page.locator('[data-frame]'))
  return ((await pinTip(pin(page, number))).y - box.y) / box.height
}

test('a click on a row scrolls its pin to the middle, and does not scroll if the pin is in view', async ({
  page,
  project,
}) => {
  for (const [index, y] of [120, 700, 2000, 2600].entries())
    await project.addComment({ text: `At ${index + 1}.`, x: 300, y })
  await openProject(page, project._id)
  for (const number of [3, 4, 1]) {
    await commentRow(page, `At ${number}.`).getByRole('button').click()
    // The first one is too close to the top to get to the middle.
    if (number > 1) await expect.poll(() => heightInFrame(page, number)).toBeCloseTo(0.5, 1)
  }
  await expect.poll(() => heightInFrame(page, 1)).toBeLessThan(0.5)
  const before = await heightInFrame(page, 1)
  await page.keyboard.press('Escape')
  await commentRow(page, 'At 1.').getByRole('button').click()
  await expect(page.getByRole('dialog', { name: /^Comment 1 / })).toBeVisible()
  expect(await heightInFrame(page, 1)).toBe(before)
})

for (const { what, region } of [
  { what: 'on the left', region: { x: 60, y: 1500, w: 400, h: 300 } },
  { what: 'on the right', region: { x: 900, y: 1800, w: 460, h: 250 } },
  { what: 'across the design', region: { x: 20, y: 2200, w: 1360, h: 120 } },
]) {
  test(`the thread of a region ${what} keeps all of it in view`, async ({ page, project }) => {
    await project.addComment({ commenter: 'Ana', text: 'This whole part', kind: 'region', ...region })
    await openProject(page, project._id)
    await commentRow(page, 'This whole part').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: /^Comment 1 / })
    await expect(dialog).toBeVisible()
    await expect.poll(() => heightInFrame(page, 1)).toBeGreaterThan(0)
    // The design and the popup may still be moving.
    await expect(async () => {
      const [popup, marked, box] = [
        await boxOf(dialog),
        await boxOf(page.locator('.canvas-region')),
        await boxOf(page.locator('[data-frame]')),
      ]
      expect(marked.y).toBeGreaterThanOrEqual(box.y)
      expect(marked.y + marked.height).toBeLessThanOrEqual(box.y + box.height)
      const isApart =
        popup.x >= marked.x + marked.width ||
        popup.x + popup.width <= marked.x ||
        popup.y >= marked.y + marked.height ||
        popup.y + popup.height <= marked.y
      expect(isApart, JSON.stringify({ popup, marked })).toBe(true)
    }).toPass()
  })
}

test('a thread shows its number and its position; Resolve shows the next one if that is switched on', async ({
  ownerPage: page,
  project,
  account,
  request,
}) => {
  for (let index = 1; index <= 3; index += 1)
    await project.addComment({ text: `Word ${index}`, x: 150 * index, y: 150 })
  const headers = { Authorization: `Bearer ${account.token}` }
  expect((await request.post(`/projects/${project._id}/visit`, { headers, data: { number: 3 } })).ok()).toBe(
    true,
  )
  await openProject(page, project._id)
  await page.evaluate(() => localStorage.setItem('pinmark.goes-on', 'on'))
  await pin(page, 2).click()
  const dialog = page.getByRole('dialog', { name: /^Comment 2 / })
  await expect(dialog.getByRole('heading')).toHaveText('No. 22 of 3')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('No. 32 of 2')
  await expect(frame(page).getByRole('button', { name: /^Comment 2 / })).toHaveCount(0)

  await page.getByRole('radio', { name: 'All 3' }).click()
  await pin(page, 2).click()
  await expect(dialog.getByRole('heading')).toHaveText('No. 22 of 3')
  // The resolved pin, which is selected, shows its check mark.
  await expect(pin(page, 2).locator('svg')).toBeVisible()

  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'After Resolve, show the next' }).click()
  await page.keyboard.press('Escape')
  await pin(page, 1).click()
  await page
    .getByRole('dialog', { name: /^Comment 1 / })
    .getByRole('button', { name: 'Resolve' })
    .click()
  await expect(
    page.getByRole('dialog', { name: /^Comment 1 / }).getByRole('button', { name: 'Reopen' }),
  ).toBeVisible()
})
