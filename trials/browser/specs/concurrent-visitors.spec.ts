import { commentRow, leaveComment, openProject, pin } from '../support/project-page'
import { expect, test } from '../support/test'

test('two people at once get a number each, and both see both', async ({ page, openPage, project }) => {
  const other = await openPage()
  await Promise.all([openProject(page, project._id), openProject(other, project._id)])
  await Promise.all([
    leaveComment(page, { x: 150, y: 150 }, { name: 'Ana', text: 'From Ana' }),
    leaveComment(other, { x: 350, y: 250 }, { name: 'Luis', text: 'From Luis' }),
  ])
  for (const reader of [page, other]) {
    await reader.reload()
    await expect(commentRow(reader, 'From Ana')).toBeVisible()
    await expect(commentRow(reader, 'From Luis')).toBeVisible()
    await expect(pin(reader, 1)).toBeVisible()
    await expect(pin(reader, 2)).toBeVisible()
  }
})

test('two tabs rename the same project: the last name is stored, and nothing breaks', async ({
  ownerPage: page,
  project,
}) => {
  const second = await page.context().newPage()
  await Promise.all([openProject(page, project._id), openProject(second, project._id)])
  for (const [tab, name] of [
    [page, 'First'],
    [second, 'Second'],
  ] as const) {
    await tab.getByRole('button', { name: /^Rename/ }).click()
    await tab.getByRole('dialog', { name: 'Rename Project' }).getByLabel('Name').fill(name)
    await tab.getByRole('button', { name: 'Save' }).click()
    await expect(tab.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Second', level: 1 })).toBeVisible()
})

test('a project deleted elsewhere is reported clearly, also to a person who is writing', async ({
  projectPage: page,
  project,
  account,
  request,
}) => {
  await page.getByRole('img', { name: /^Design/ }).click({ position: { x: 200, y: 200 } })
  const popup = page.getByRole('dialog', { name: 'New comment' })
  await popup.getByLabel('Your name').fill('Ana')
  await popup.getByLabel('Your comment').fill('Too late')
  await request.delete(`/projects/${project._id}`, { headers: { Authorization: `Bearer ${account.token}` } })
  await expect(page.getByText(/Project not found|This link was closed/).first()).toBeVisible()
})

test('comments, renames and resolves of one person appear on the other’s open page without a reload', async ({
  projectPage: page,
  openPage,
  project,
  account,
  request,
}) => {
  const other = await openPage()
  await openProject(other, project._id)
  await leaveComment(other, { x: 150, y: 150 }, { name: 'Luis', text: 'Do you see me?' })
  await expect(commentRow(page, 'Do you see me?')).toBeVisible()
  await expect(pin(page, 1)).toBeVisible()
  const headers = { Authorization: `Bearer ${account.token}` }
  await request.put(`/projects/${project._id}`, { headers, data: { name: 'Renamed elsewhere' } })
  await expect(page.getByRole('heading', { name: 'Renamed elsewhere', level: 1 })).toBeVisible()
})

test('an own reply is shown at the end of a long thread', async ({ page, project }) => {
  const { _id } = await project.addComment({ text: 'Which typeface?' })
  for (let at = 1; at <= 12; at += 1) await project.addReply(_id, `Answer ${at}`)
  await openProject(page, project._id)
  await pin(page, 1).click()
  const messages = page.getByRole('group', { name: 'Messages' })
  await page.getByRole('textbox', { name: 'Reply' }).fill('An own answer')
  await page.getByLabel('Your name').fill('Ana')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(messages.getByText('An own answer')).toBeInViewport()
})
