import { openProject } from '../support/project-page'
import { expect, test } from '../support/test'

test('what an agent wrote says so, and its owner confirms what it resolved with one tap', async ({
  request,
  account,
  project,
  ownerProjectPage: page,
}) => {
  await project.addComment({ x: 600, y: 400 })
  await project.addComment({ x: 700, y: 700 })
  const made = await request.post('/users/me/tokens', {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { name: 'Build bot', scope: 'comment', password: account.password, projects: [project._id] },
  })
  const { token } = await made.json()
  const callTool = async (name: string, given: object) => {
    const answer = await request.post('/mcp', {
      headers: { Authorization: `Bearer ${token}` },
      data: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name, arguments: { project: project._id, ...given } },
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    expect(await answer.json()).not.toHaveProperty('result.isError')
  }
  await callTool('reply', { number: 1, text: 'The heading has more space now.' })
  await callTool('resolve', { number: 1 })

  await page.getByRole('radio', { name: 'Open 1' }).waitFor()
  await openProject(page, project._id)
  await page.getByRole('radio', { name: 'To confirm 1' }).click()
  await page.getByRole('button', { name: /^Comment 1 by/ }).click()
  const thread = page.getByRole('dialog')
  await expect(thread.getByText('via Build bot')).toBeVisible()
  const question = thread.getByRole('group', { name: 'To confirm' })
  await expect(question).toContainText('Build bot resolved this.')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^To confirm/ })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Resolved 1' })).toBeVisible()
})
