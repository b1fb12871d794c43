import { givenAccount, givenProject, unique } from '../support/api-client'
import { commentRow, leaveComment, pin } from '../support/project-page'
import { expect, logIn, test } from '../support/test'
import { drawDesign } from '@pinmark/testbed/test-image'

test.use({ hasNewAccount: true })

test('a designer registers, shares a design and reads the comments of a reviewer', async ({
  page,
  openPage,
}) => {
  const name = unique('Norra Nights')
  const email = `${unique('ana')}@studio.test`

  await page.goto('/register')
  await page.getByLabel('Name').fill('Mara Hald')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a quiet light table')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('main').getByText('Account created. You can log in now.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a quiet light table')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.locator('input[type=file]').setInputFiles(await drawDesign())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  const link = await page.getByRole('dialog', { name: 'Share Project' }).getByRole('textbox').inputValue()

  const reviewer = await openPage()
  await reviewer.goto(link)
  await expect(reviewer.getByRole('heading', { name, level: 1 })).toBeVisible()
  await leaveComment(reviewer, { x: 300, y: 200 }, { name: 'Priya', text: 'The moon is lovely' })
  await expect(commentRow(reviewer, 'The moon is lovely')).toBeVisible()

  await page.reload()
  await expect(commentRow(page, 'The moon is lovely')).toContainText('Priya')
  await expect(pin(page, 1)).toBeVisible()
})

test('the owner renames, shares and deletes from the dashboard', async ({ dashboard: page, project }) => {
  await page.reload()
  const renamed = unique('Renamed')

  await page.getByRole('button', { name: new RegExp(project.name) }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Rename Project' }).getByLabel('Name').fill(renamed)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: renamed })).toBeVisible()

  await page.getByRole('button', { name: new RegExp(renamed) }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share Project' }).getByRole('textbox').first()).toHaveValue(
    new RegExp(`/project/${project.link.id}$`),
  )
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: new RegExp(renamed) }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this project?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
})

test('two designers never see each other', async ({ dashboard: page, request }) => {
  const other = await givenAccount(request, 'Tom Keller')
  const project = await givenProject(request, other)
  await page.reload()
  await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
  await expect(page.getByText(project.name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await logIn(page, other)
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
})
