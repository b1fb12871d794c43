import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { commentRow, composer, leaveComment, openProject, pin, openCompare } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ isTranslated: true, hasNewAccount: true })

const thread = (page: Page) => page.getByRole('dialog', { name: /^Comment \d+ by / })

test('a guest whose browser translates the page reads, comments, replies, resolves and shares', async ({
  page,
  openOwnerPage,
  project,
}) => {
  const other = await project.addComment({ commenter: 'Ben', text: 'See https://a.example/x for more' })
  await openProject(page, project._id)
  await expect(page.locator('font').first()).toBeAttached()

  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Larger, please' })
  await expect(commentRow(page, 'Larger, please')).toBeVisible()
  await pin(page, 2).click()
  await thread(page)
    .getByRole('textbox', { name: /^Reply/ })
    .fill('As large as the logo')
  await thread(page).getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(thread(page).getByText('As large as the logo')).toBeVisible()
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('Smaller, as https://b.example/y')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(thread(page).getByRole('link', { name: 'https://b.example/y' })).toBeVisible()
  await page.keyboard.press('Escape')

  const ownerPage = await openOwnerPage()
  await openProject(ownerPage, project._id)
  await expect(page.getByText('1 other viewing')).toBeVisible()
  await pin(ownerPage, 2).click()
  await thread(ownerPage).getByRole('button', { name: 'Resolve' }).click()
  await expect(pin(page, 2)).toHaveCount(0)
  await project.deleteComment(other._id)
  await expect(pin(page, 1)).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide Comments' }).click()
  await page.getByRole('button', { name: 'Show Comments' }).click()

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(composer(page)).toBeHidden()
})

test('a designer whose browser translates the page logs in, renames, compares and deletes', async ({
  page,
  account,
  project,
}) => {
  await project.addVersion({ image: (await drawDesign({ marker: { x: 700, y: 400 } })).buffer })
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/^1 project available/)).toBeVisible()

  await openProject(page, project._id)
  await openCompare(page)
  const window = page.getByRole('dialog', { name: /^Compare versions of/ })
  await expect(window).toBeVisible()
  await window.getByRole('button', { name: 'Close' }).click()
  await expect(window).toBeHidden()
  await page.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Project' })
  await dialog.getByLabel('Name').fill('Harbour')
  await dialog.getByRole('button', { name: /Rename|Save/ }).click()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeHidden()
})
