import type { Page } from '@playwright/test'
import { errorCatalogue } from '@pinmark/shared/messages'
import { expectGoodAtWidths } from '../support/accessibility'
import { openProject, openSheet, pin } from '../support/project-page'
import { expect, phone, test } from '../support/test'
import { smallTargets } from '../support/touch'

test.use({ hasNewAccount: true })

const form = (page: Page) => page.getByRole('form', { name: /^Your verdict on round/ })
const list = (page: Page) => page.getByRole('dialog', { name: /^Round \d/ })

test('a reviewer gives, changes and withdraws a verdict by keyboard; the designer sees each at once @core', async ({
  page,
  openOwnerPage,
  project,
}) => {
  // Before the first comment, the owner has no round to look at.
  await project.addComment()
  const owner = await openOwnerPage()
  await openProject(owner, project._id)
  await expect(owner.getByText('No verdicts yet')).toBeVisible()

  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Needs changes' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('radio', { name: 'Needs changes' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tom Keller')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The red, then I am happy.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('You said: Needs changes')).toBeVisible()
  await owner.getByRole('button', { name: '1 needs changes' }).click()
  await expect(list(owner).getByRole('listitem')).toContainText(['The red, then I am happy.'])

  await page.getByRole('button', { name: /^Change your verdict/ }).press('Enter')
  await expect(form(page).getByRole('radio', { name: 'Needs changes' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(form(page).getByRole('radio', { name: 'Looks good' })).toBeChecked()
  await form(page).getByRole('button', { name: 'Send' }).press('Enter')
  await expect(list(owner).getByRole('listitem')).toContainText(['Looks good'])
  await expect(owner.getByRole('button', { name: '1 looks good' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^Change your verdict: Looks good/ }).click()
  const withdraw = form(page).getByRole('button', { name: 'Withdraw' })
  await page.route('**/round/verdict', (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
  await withdraw.press('Enter')
  await expect(form(page).getByRole('alert')).toBeVisible()
  await expect(withdraw).toBeFocused()
  await page.unroute('**/round/verdict')
  await withdraw.press('Enter')
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeFocused()
  await expect(owner.getByText('No verdicts yet')).toBeVisible()
  await expect(list(owner)).toHaveCount(0)

  await page.getByRole('button', { name: 'Looks good' }).click()
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(owner.getByRole('button', { name: '1 looks good', expanded: false })).toBeVisible()
  await owner.goto('/')
  await expect(owner.getByRole('article')).toContainText('1 looks good, 1Tom Keller')
})

test('a refused name has its reason and the focus, and another one is sent', async ({
  page,
  project,
  account,
}) => {
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Looks good' }).click()
  const name = form(page).getByLabel('Your name')
  await name.fill(account.user.name)
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(name).toHaveAccessibleDescription(errorCatalogue.commenter_is_owner.text)
  await expect(name).toBeFocused()
  await name.fill('Tom Keller')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You said: Looks good')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`giving a verdict is accessible at every width, ${colorScheme} @axe`, async ({ page, project }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768, 390, 360]) {
      const look = async (state: string) => {
        await expectGoodAtWidths(page, state, [width])
      }
      await page.setViewportSize({ width, height: 844 })
      if (width < 768) await openSheet(page)
      const begin = page.getByRole('button', { name: /^(Change your verdict|Looks good)/ })
      await expect(begin).toBeVisible()
      await look('the foot of the list')
      await begin.click()
      await expect(form(page).getByRole('button', { name: 'Send' })).toBeVisible()
      if (await form(page).getByLabel('Your name').isVisible())
        await form(page).getByLabel('Your name').fill('Tom Keller')
      await look('the form')
      await form(page).getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('You said: Looks good')).toBeVisible()
    }
  })

  test(`the list of verdicts is accessible at every width, ${colorScheme} @axe`, async ({
    ownerPage: page,
    project,
  }) => {
    test.slow()
    await project.addVerdict({ note: 'Calm' })
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      if (width < 768) await openSheet(page)
      await page.getByRole('button', { name: /1 looks good$/ }).click()
      await expect(list(page)).toContainText('Calm')
      await expectGoodAtWidths(page, 'the list of verdicts', [width])
      await page.keyboard.press('Escape')
      await expect(list(page)).toHaveCount(0)
    }
  })
}

test('on a phone the form replaces the list, within reach of a thumb', async ({ openPage, project }) => {
  const page = await openPage({ ...phone, viewport: { width: 360, height: 740 } })
  await openProject(page, project._id)
  await openSheet(page)
  await page.getByRole('button', { name: 'Needs changes' }).tap()
  await expect(page.getByText('No comments yet')).toBeHidden()
  await form(page).getByLabel('Your name').fill('Tom Keller')
  expect(await smallTargets(form(page))).toEqual([])
  await form(page).getByRole('button', { name: 'Send' }).tap()
  await expect(page.getByText('You said: Needs changes')).toBeVisible()
  await expect(page.getByText('No comments yet')).toBeVisible()
})

test('a typed name and an unsent note survive an opened thread, a turned phone and a reload', async ({
  openPage,
  project,
}) => {
  await project.addComment({ x: 700, y: 300 })
  const page = await openPage(phone)
  await openProject(page, project._id)
  await openSheet(page)
  await page.getByRole('button', { name: 'Looks good' }).tap()
  const note = form(page).getByLabel('A note (optional)')
  await form(page).getByLabel('Your name').fill('Tom Keller')
  await note.fill('Only the footer')

  await pin(page, 1).tap()
  await page.getByRole('button', { name: 'Close' }).tap()
  await openSheet(page)
  await expect(note).toHaveValue('Only the footer')
  await note.press('End')
  await page.setViewportSize({ width: phone.viewport.height, height: phone.viewport.width })
  await expect(note).toBeFocused()
  await page.keyboard.type(' is pale')
  await page.reload()
  await expect(note).toHaveValue('Only the footer is pale')

  await expect(form(page)).toContainText('As Tom Keller')
  await form(page).getByRole('button', { name: 'Send' }).tap()
  await expect(page.getByText('You said: Looks good')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You said: Looks good')).toBeVisible()
})

test('an unsent message to the reviewers survives a turned phone', async ({ openOwnerPage, project }) => {
  await project.addComment()
  const page = await openOwnerPage(phone)
  await openProject(page, project._id)
  await openSheet(page)
  const ask = page.getByRole('group', { name: 'Round' }).getByRole('button', { name: 'Close round' })
  const message = page.getByRole('dialog').getByLabel('A message to the reviewers (optional)')
  await ask.tap()
  await message.fill('Thank you all')
  await page.setViewportSize({ width: phone.viewport.height, height: phone.viewport.width })
  await ask.tap()
  await expect(message).toHaveValue('Thank you all')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await ask.tap()
  await expect(message).toHaveValue('')
})
