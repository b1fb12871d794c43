import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { givenAccount, type Account } from '../support/api-client'
import { commentRow, leaveComment, openProject } from '../support/project-page'
import { expect, keepLogin, test } from '../support/test'

test.use({ hasNewAccount: true })

/** Opens the people of the open project, by keys alone. */
async function openPeople(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show people' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'People' })
  await expect(dialog.getByRole('list', { name: 'People' })).toBeVisible()
  return dialog
}

async function invite(owner: Page): Promise<string> {
  const dialog = await openPeople(owner)
  await dialog.getByRole('button', { name: 'Invite' }).press('Enter')
  const field = dialog.getByLabel('Invitation', { exact: true })
  await expect(field).toBeFocused()
  return field.inputValue()
}

/** Lets an account join by the address of an invitation. */
async function join(page: Page, account: Account, address: string): Promise<void> {
  await keepLogin(page, account)
  await page.goto(address)
  await page.getByRole('button', { name: 'Join' }).press('Enter')
  await expect(page).toHaveURL(/\/project\//)
}

test('an invited account joins, both work on the project, and a removed member loses the open page @core @axe', async ({
  ownerProjectPage: owner,
  openPage,
  project,
  request,
}) => {
  const jonas = await givenAccount(request, 'Jonas Weber')
  await project.set({ closed: true })
  const address = await invite(owner)
  const dialog = owner.getByRole('dialog', { name: 'People' })
  await expect(dialog.getByRole('list', { name: 'Open invitations' })).toBeVisible()
  await expectAccessible(owner, 'an invitation')
  await owner.keyboard.press('Escape')
  const page = await openPage()
  await join(page, jonas, address)

  await leaveComment(page, { x: 100, y: 100 }, { text: 'From a colleague' })
  await expect(commentRow(page, 'From a colleague')).toContainText('Jonas Weber')
  await expect(commentRow(owner, 'From a colleague')).toContainText('Designer')
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: project.name })
  await expect(card).toContainText('Mara Hald · Edited')
  await openProject(page, project._id)

  await openPeople(owner)
  await dialog.getByRole('button', { name: 'Remove Jonas Weber' }).press('Enter')
  await owner.getByRole('button', { name: 'Remove', exact: true }).press('Enter')

  await expect(dialog.getByText('Jonas Weber')).toBeHidden()
  await expect(page.getByText('You are no longer a member of this project.')).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('This invitation was used, withdrawn or has ended.')
})

test('a project is handed over when the member accepts, and the former owner stays @axe', async ({
  ownerProjectPage: owner,
  openPage,
  project,
  request,
}) => {
  const jonas = await givenAccount(request, 'Jonas Weber')
  const address = await invite(owner)
  const page = await openPage()
  await join(page, jonas, address)
  await owner.reload()

  const dialog = await openPeople(owner)
  await dialog.getByRole('button', { name: 'Hand over to Jonas Weber' }).press('Enter')
  await expectAccessible(owner, 'the question before a hand-over')
  await owner.getByRole('button', { name: 'Offer it' }).press('Enter')
  await expect(dialog.getByText('the project is offered to them')).toBeVisible()
  await page.goto('/')
  const offers = page.getByRole('list', { name: 'Offer', exact: true })
  await expect(offers).toContainText(project.name)
  await expectAccessible(page, 'an offer above the list of projects')
  await offers.getByRole('button', { name: 'Answer' }).press('Enter')
  const offered = page.getByRole('dialog', { name: 'People' })
  await expectAccessible(page, 'an offer')
  await offered.getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(offered.getByText('offers you this project')).toBeHidden()
  await expect(offered.getByRole('listitem').filter({ hasText: 'Owner' })).toContainText('Jonas Weber (you)')
  await expect.poll(() => offered.evaluate((popup) => popup.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(offers).toHaveCount(0)

  await owner.goto('/')
  await expect(owner.getByRole('article').filter({ hasText: project.name })).toContainText(
    'Jonas Weber · Edited',
  )
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages of an invitation have no finding at any width, ${colorScheme} @axe`, async ({
    ownerProjectPage: owner,
    openPage,
    request,
  }) => {
    await owner.emulateMedia({ colorScheme })
    const address = await invite(owner)
    await expectGoodAtWidths(owner, 'people and an invitation', [1440, 360])
    const page = await openPage({ colorScheme })
    await keepLogin(page, await givenAccount(request, 'Jonas Weber'))
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
    await expectGoodAtWidths(page, 'an invitation to join', [1440, 360])
  })
}
