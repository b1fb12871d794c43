import { expectAccessible, expectGoodAtWidths, expectNoSidewaysScroll } from '../support/accessibility'
import { openProject, pin } from '../support/project-page'
import { expect, phone, test } from '../support/test'
import { smallTargets } from '../support/touch'

test('a reviewer agrees by keyboard with only a name; everyone sees it at once @core', async ({
  page,
  ownerPage,
  openPage,
  project,
}) => {
  await project.addComment({ commenter: 'Tom Keller', text: 'The red is loud' })
  const guest = await openPage()
  await openProject(ownerPage, project._id)
  await openProject(guest, project._id)

  await pin(guest, 1).focus()
  await guest.keyboard.press('Enter')
  const toggle = guest.getByRole('button', { name: /agree with Tom Keller/i })
  await toggle.focus()
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await guest.keyboard.type('Priya')
  await guest.keyboard.press('Enter')
  await expect(toggle).toHaveAccessibleName('You agree with Tom Keller')
  await expect(toggle).toBeFocused()

  const row = page.getByRole('listitem').filter({ hasText: 'The red is loud' })
  await expect(row).toContainText('Priya agrees')
  await pin(page, 1).click()
  await page.getByRole('button', { name: 'Priya agrees with Tom Keller' }).click()
  await expect(row).toContainText('You and Priya agree')
  await expect(toggle).toHaveAccessibleName(/^You and .+ agree with Tom Keller$/)
  await guest.keyboard.press('Enter')
  await expect(row).toContainText('You agree')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`agreeing is accessible at every width, ${colorScheme} @axe`, async ({ page, openPage, project }) => {
    await project.addComment({ commenter: 'Tom Keller', text: 'The red is loud' })
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await pin(page, 1).click()
      await page.getByRole('button', { name: 'Agree with Tom Keller' }).click()
      await expectGoodAtWidths(page, 'the question for a name', [width])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Agree with Tom Keller' })).toBeFocused()
      await page.keyboard.press('Escape')
    }

    const small = await openPage({ ...phone, colorScheme })
    await openProject(small, project._id)
    await pin(small, 1).tap()
    await small.getByRole('button', { name: 'Agree with Tom Keller' }).tap()
    await small.getByRole('textbox', { name: 'Your name' }).fill('Ana Ruiz')
    await small.getByRole('button', { name: 'Agree', exact: true }).tap()
    await expect(small.getByRole('button', { name: 'You agree with Tom Keller' })).toBeVisible()
    await expectAccessible(small, 'an agreement on a phone')
    await expectNoSidewaysScroll(small, 'an agreement on a phone')
    expect(await smallTargets(small.getByRole('group', { name: 'Messages' }))).toEqual([])
  })
}
