import { drawDesign } from '@pinmark/testbed/test-image'
import { givenComment } from '../support/api-client'
import { composer, frame, openProject, pin, sheetHandle } from '../support/project-page'
import { expect, logIn, phone, test } from '../support/test'

test.use({ hasNewAccount: true })

test('the number of new comments is the same on the card, in the list and on the pins, until they are opened @core', async ({
  dashboard: page,
  newProject,
  account,
  request,
}) => {
  test.slow()
  const read = await newProject({ name: 'Read' })
  await newProject({ name: 'Uploaded' })
  await newProject({ name: 'Uploaded last' })
  const project = await newProject({ name: 'With feedback' })
  await project.addComment({ x: 100, y: 80 })
  const words =
    'The heading needs more room above, and the picture beside it is too dark for the words on it.'
  await project.addComment({ x: 500, y: 80, commenter: 'Priya Natarajan', text: words })
  const seen = await givenComment(request, read._id)
  const visit = { headers: { Authorization: `Bearer ${account.token}` }, data: { number: 1 } }
  expect((await request.post(`/projects/${read._id}/visit`, visit)).ok()).toBe(true)
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })

  await page.reload()
  const names = () => page.getByRole('article').getByRole('link').allTextContents()
  await expect.poll(names).toEqual(['With feedback', 'Read', 'Uploaded last', 'Uploaded'])
  await expect(card('With feedback')).toContainText('2 new')
  await expect(page).toHaveTitle('(2) My Projects · Pinmark')
  // The words are cut, the name is whole.
  const isCut = (part: HTMLElement) => part.scrollWidth > part.clientWidth
  expect(await card('With feedback').getByText(words).evaluate(isCut)).toBe(true)
  expect(await card('With feedback').getByText('Priya Natarajan').evaluate(isCut)).toBe(false)
  await page.getByRole('button', { name: 'New 1' }).click()
  await expect.poll(names).toEqual(['With feedback'])

  await card('With feedback').getByRole('link').click()
  await expect(page.getByRole('radio', { name: 'New 2' })).toBeChecked()
  await expect(
    frame(page).getByRole('button', { name: /^Comment \d by Priya( Natarajan)?, open, new/ }),
  ).toHaveCount(2)
  await page.getByRole('button', { name: /^Comment 1 by Priya, new$/ }).click()
  await expect(page.getByRole('radio', { name: 'New 1' })).toBeVisible()
  await page.goBack()
  await expect(card('With feedback')).toContainText('1 new')
  await card('With feedback').getByRole('link').click()
  await expect(page).toHaveTitle('(1) With feedback · Pinmark')
  await pin(page, 2).click()
  await expect(page).toHaveTitle('With feedback · Pinmark')
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByText('1 new')).toHaveCount(0)
  await expect(page).toHaveTitle('My Projects · Pinmark')

  const reply = { data: { commenter: 'Tom', text: 'And the stars?' } }
  expect((await request.post(`/projects/${read._id}/comments/${seen._id}/replies`, reply)).ok()).toBe(true)
  await page.reload()
  await expect(card('Read')).toContainText('1 new')
  await openProject(page, read._id)
  await expect(frame(page).getByRole('button', { name: /^Comment 1 by Priya, open, new/ })).toBeVisible()
})

test('new comments stay marked after a reload, and are counted in the title, until they are opened', async ({
  ownerPage: page,
  newProject,
  request,
}) => {
  const project = await newProject({ name: 'With feedback' })
  const first = await project.addComment({ x: 100, y: 80 })
  await project.addComment({ x: 500, y: 80 })
  await openProject(page, project._id)
  await expect(page).toHaveTitle('(2) With feedback · Pinmark')

  await page.reload()
  await expect(page).toHaveTitle('(2) With feedback · Pinmark')
  await expect(frame(page).getByRole('button', { name: /^Comment \d by Priya, open, new/ })).toHaveCount(2)
  await pin(page, 1).click()
  await expect(page).toHaveTitle('(1) With feedback · Pinmark')
  await expect(page.getByRole('dialog').getByText('New', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const reply = { data: { commenter: 'Tom', text: 'And the stars?' } }
  const added = `/projects/${project._id}/comments/${first._id}/replies`
  expect((await request.post(added, reply)).ok()).toBe(true)
  await expect(page.getByText('1 reply')).toBeVisible()
  await page.reload()
  await page.getByRole('radio', { name: /^Open \d/ }).click()
  await expect(frame(page).getByRole('button', { name: /^Comment \d by Priya, open, new/ })).toHaveCount(2)
  await page.getByRole('radio', { name: /^New/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'All marked as read' })).toHaveCount(1)
  await expect(page).toHaveTitle('With feedback · Pinmark')
  await page.reload()
  await expect(page).toHaveTitle('With feedback · Pinmark')
})

test('what an owner reads in one tab is read in their other tabs and on their other devices', async ({
  ownerPage: page,
  openPage,
  newProject,
  account,
}) => {
  const project = await newProject({ name: 'With feedback' })
  await project.addComment({ x: 100, y: 80 })
  await project.addComment({ x: 500, y: 80 })
  const tab = await page.context().newPage()
  await openProject(tab, project._id)
  await openProject(page, project._id)
  const device = await openPage()
  await logIn(device, account)
  await expect(device).toHaveTitle('(2) My Projects · Pinmark')
  await expect(tab).toHaveTitle('(2) With feedback · Pinmark')

  await pin(page, 1).click()
  await expect(tab).toHaveTitle('(1) With feedback · Pinmark')
  await tab.reload()
  await expect(tab).toHaveTitle('(1) With feedback · Pinmark')
  await device.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(device).toHaveTitle('(1) My Projects · Pinmark')
})

test('a phone shows the number of new comments in the handle of its sheet', async ({ openPage, project }) => {
  await project.addComment({ x: 100, y: 80 })
  const page = await openPage(phone)
  await openProject(page, project._id)
  await expect(sheetHandle(page)).toContainText('1 open')
  await expect(sheetHandle(page)).not.toContainText('new')
  await project.addComment({ x: 500, y: 80 })
  await expect(sheetHandle(page)).toContainText('2 open · 1 new')
})

test('a comment written by keyboard while the list shows new ones takes the focus', async ({
  ownerPage: page,
  project,
}) => {
  await project.addComment({ x: 100, y: 80 })
  await openProject(page, project._id)
  await expect(page.getByRole('radio', { name: 'New 1' })).toBeChecked()

  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(composer(page).getByLabel('Your comment')).toBeFocused()
  await page.keyboard.type('Sent by keys')
  await page.keyboard.press('Control+Enter')

  await expect(composer(page)).toBeHidden()
  await expect(pin(page, 2)).toBeFocused()
})

test('the strip says which designs have new comments, and all of them can be marked as read at once', async ({
  ownerPage: page,
  project,
}) => {
  const { buffer } = await drawDesign({ width: 400, height: 300, marker: { x: 50, y: 50 } })
  const other = await project.addDesign({ name: 'Poster', image: buffer })
  await project.addComment({ design: other._id, x: 100, y: 80 })
  await openProject(page, project._id)
  await expect(page.getByRole('button', { name: /^Poster 1 open · 1 new/ })).toBeVisible()
  await project.addComment({ x: 100, y: 80 })

  await page.getByRole('radio', { name: /^New/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: /^Poster 1 open$/ })).toBeVisible()
  await expect(page).toHaveTitle(/^[^(]/)
})
