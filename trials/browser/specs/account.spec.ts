import { readFile } from 'node:fs/promises'
import { expectAccessible, expectGoodAtWidths, expectNoSidewaysScroll } from '../support/accessibility'
import { openProject } from '../support/project-page'
import { expect, logIn, test } from '../support/test'
import { drawDesign } from '@pinmark/testbed/test-image'

test.use({ hasNewAccount: true })

test('an account is exported as one archive, and then deleted with all its data @core @axe', async ({
  dashboard: page,
  browser,
  project,
  account,
}) => {
  const comment = await project.addComment()
  const guest = await browser.newPage()
  await openProject(guest, project._id)

  await openAccount(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^pinmark-\d{4}-\d\d-\d\d\.zip$/)
  const archive = await readFile(await download.path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  for (const path of ['account.json', 'project.json', 'design 1, version 1.jpg'])
    expect(archive.includes(path)).toBe(true)
  await expect(page.getByText('Your data was downloaded.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await expect(dialog.getByText('Your project goes, with every comment and image.')).toBeVisible()
  await expectAccessible(page, 'delete account')
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('That is not your current password.')
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(guest.getByText('This link was closed.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Project not found')).toBeVisible()
  await expect(guest.getByText(comment.text)).toBeHidden()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await guest.close()
})

test('logging out everywhere ends the login in another browser too', async ({
  dashboard: page,
  account,
  browser,
}) => {
  const other = await browser.newPage()
  await logIn(other, account)
  // An open dashboard asks for its list now and then, and would notice the end before the address is opened.
  await other.goto('about:blank')
  await openAccount(page)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await other.goto('/account')
  await expect(other).toHaveURL(/\/login$/)
  await expect(other.getByRole('main').getByText('Your session has ended. Log in again.')).toBeVisible()
  await other.close()
})

test('a login that expires during Create returns to the name and the image', async ({
  dashboard: page,
  account,
  request,
}) => {
  const { buffer, mimeType, name } = await drawDesign({ width: 600, height: 400, marker: { x: 100, y: 100 } })
  await page.getByRole('button', { name: '+ Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill('Portside')
  await dialog.getByLabel('Design image').setInputFiles({ buffer, mimeType, name })
  const ended = await request.post('/users/logout-everywhere', {
    headers: { Authorization: `Bearer ${await tokenOf(page)}` },
  })
  expect(ended.status()).toBe(204)
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await expect(
    page.getByRole('main').getByText('Your session has ended. Log in again. Your new project is kept'),
  ).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(dialog.getByLabel('Name')).toHaveValue('Portside')
  await expect(dialog.getByText(name)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Portside' })).toBeVisible()
})

test('an open page notices a view-only link and a new link', async ({
  ownerPage: page,
  browser,
  project,
}) => {
  const guest = await browser.newPage()
  await openProject(guest, project._id)
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Project' })
  await dialog.getByRole('radio', { name: 'View only' }).click()
  await expect(guest.getByText('View only')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Can comment' }).click()
  await expect(guest.getByText('View only')).toBeHidden()

  await dialog.getByRole('button', { name: 'Replace link' }).click()
  await dialog.getByRole('button', { name: 'Replace link' }).click()
  await expect(guest.getByText('This link was closed.')).toBeVisible()
  await guest.close()
})

/** Opens the account with its notices, which arrive after the rest and move what is below: a button that moves between
 *  press and release gets no click. */
async function openAccount(page: import('@playwright/test').Page): Promise<void> {
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('This server sends no mail yet.')).toBeVisible()
}

function tokenOf(page: import('@playwright/test').Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('pinmark.token') ?? '')
}

test('the parts of the account page have links and addresses @axe', async ({ ownerPage: page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/account')
    const parts = page.getByRole('navigation', { name: 'Account' })
    await expect(page.getByRole('heading', { name: 'Notices by mail' })).toBeVisible()
    await expectGoodAtWidths(page, 'the account page', [width])
    await parts.getByRole('link', { name: 'Your data' }).click()
    await expect(page.getByRole('button', { name: 'Download my data' })).toBeInViewport()
    await page.goto('/plans')
    await page.goto('/account#notices')
    await expect(page.getByRole('heading', { name: 'Notices by mail' })).toBeInViewport()
    await parts.getByRole('link', { name: 'Webhooks and API tokens' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'API tokens', exact: true })).toBeVisible()
    await expectGoodAtWidths(page, 'the page for developers', [width])
  }
})

test('a long token name fits its dialogs', async ({ ownerPage: page }) => {
  await page.goto('/account/developers')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('W'.repeat(60))
  await page.getByRole('button', { name: 'Make token' }).click()
  const widthOf = (role: 'dialog' | 'alertdialog') =>
    page.getByRole(role).evaluate((box) => box.scrollWidth - box.clientWidth)
  await expect(page.getByRole('dialog').getByText('Shown once. Copy it now.')).toBeVisible()
  expect(await widthOf('dialog'), 'beyond the edge').toBe(0)
  await expect(page.getByLabel('Token', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Revoke W/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await widthOf('alertdialog'), 'beyond the edge').toBe(0)
})

test('the page for developers fits a window of 320 px, also with WCAG text spacing', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/account/developers')
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      element.style.letterSpacing = '0.12em'
      element.style.wordSpacing = '0.16em'
      element.style.lineHeight = '1.5'
    }
  })
  await expectNoSidewaysScroll(page, 'the account page')
})
