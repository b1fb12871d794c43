import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectGoodAtWidths } from '../support/accessibility'
import {
  clickDesign,
  composer,
  leaveComment,
  openProject,
  openSheet,
  pin,
  writeComment,
} from '../support/project-page'
import { expect, test } from '../support/test'

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'is closed.' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Close round \d\?/ })

test('the designer closes the round while a reviewer writes; the draft can be sent when it reopens @core', async ({
  page,
  openOwnerPage,
  project,
}) => {
  await project.addComment()
  const owner = await openOwnerPage()
  await openProject(owner, project._id)

  await openProject(page, project._id)
  await writeComment(page, { x: 500, y: 300 }, { name: 'Tom Keller', text: 'The red is loud' })

  await owner.getByRole('button', { name: 'Close round' }).focus()
  await owner.keyboard.press('Enter')
  await expect(dialog(owner)).toContainText('1 comment is still open.')
  await owner.keyboard.type('Thank you, version 2 follows.')
  await owner.keyboard.press('Tab')
  await owner.keyboard.press('Tab')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText('Round 1 is closed')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Open again' })).toBeFocused()
  await leaveComment(owner, { x: 200, y: 420 }, { text: 'The designer goes on' })

  await expect(bar(page)).toContainText('Thank you, version 2 follows.')
  await expect(composer(page)).toContainText('Round 1 was closed while you wrote.')
  await expect(composer(page).getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('The red is loud')
  await page.reload()
  await expect(page.getByText('Not sent: the round is closed. Kept for round 2.')).toBeVisible()
  await expect(pin(page, 2)).toBeVisible()
  await page.keyboard.press('c')
  await clickDesign(page, 300, 100)
  await expect(composer(page)).toHaveCount(0)

  await owner.getByRole('button', { name: 'Open again' }).click()
  await expect(owner.getByRole('button', { name: 'Close round' })).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(pin(page, 3)).toBeVisible()
  await expect(pin(owner, 3)).toBeVisible()
})

test('the next version starts the next round, without verdicts @core', async ({
  page,
  project,
  request,
  account,
}) => {
  await request.patch(`/projects/${project._id}/round`, {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { closed: true },
  })
  await openProject(page, project._id)
  await expect(bar(page)).toContainText('You can look and read. The next version opens round 2.')
  const { buffer } = await drawDesign({ marker: { x: 90, y: 90 } })
  await project.addVersion({ image: buffer })
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Looks good' }).click()
  await expect(page.getByRole('form', { name: 'Your verdict on round 2' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a closed round is accessible at every width, ${colorScheme} @axe`, async ({
    page,
    openOwnerPage,
    project,
  }) => {
    test.slow()
    await project.addVerdict()
    const owner = await openOwnerPage({ colorScheme })
    await openProject(owner, project._id)
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768, 390, 360]) {
      for (const one of [page, owner]) await one.setViewportSize({ width, height: 844 })
      if (width < 768) await openSheet(owner)
      await owner.getByRole('button', { name: 'Close round' }).click()
      await dialog(owner)
        .getByLabel(/^A message/)
        .fill('Thank you, version 2 follows.')
      await expectGoodAtWidths(owner, 'the question', [width])
      await dialog(owner).getByRole('button', { name: 'Close round' }).click()
      await expect(owner.getByRole('button', { name: 'Open again' })).toBeVisible()
      await expect(bar(page)).toBeVisible()
      await expectGoodAtWidths(page, 'the closed round', [width])
      await expectGoodAtWidths(owner, 'the owner’s closed round', [width])
      await owner.getByRole('button', { name: 'Open again' }).click()
      await expect(bar(page)).toHaveCount(0)
    }
  })
}
