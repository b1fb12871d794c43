import { clickDesign, composer, leaveComment, openProject } from '../support/project-page'
import { expect, test } from '../support/test'

test('a guest sees only Share, and may comment', async ({ projectPage: page }) => {
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await leaveComment(page, { x: 120, y: 120 }, { name: 'Luis', text: 'Seen' })
})

test('with the link permission manage a guest renames and deletes', async ({
  page,
  project,
  account,
  request,
}) => {
  const change = await request.patch(`/projects/${project._id}/settings`, {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { permission: 'manage' },
  })
  expect(change.status()).toBe(200)
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog', { name: 'Rename Project' }).getByLabel('Name').fill('By a guest')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'By a guest', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page).toHaveURL(/\/login/)
})

test('with a view-only link a click on the design opens nothing', async ({
  page,
  project,
  account,
  request,
}) => {
  await request.patch(`/projects/${project._id}/settings`, {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { permission: 'view' },
  })
  await openProject(page, project._id)
  await expect(page.getByText('View only')).toBeVisible()
  await clickDesign(page, 150, 150)
  await expect(composer(page)).toHaveCount(0)
})

test('a closed link looks like an unknown one', async ({ page, project, account, request }) => {
  await request.patch(`/projects/${project._id}/settings`, {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { closed: true },
  })
  await page.goto(`/project/${project._id}`)
  await expect(page.getByText('Project not found')).toBeVisible()
})
