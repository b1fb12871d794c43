import type { Page, Route } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { failFirst } from '../support/fail-first'
import { holdAnswers } from '../support/hold-back'
import {
  boxOf,
  clickDesign,
  commentRow,
  composer,
  design,
  leaveComment,
  openProject,
  pin,
  writeComment,
  openExport,
} from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

const thread = (page: Page) => page.getByRole('dialog', { name: /^Comment \d+ by / })

async function write(page: Page, text: string) {
  await writeComment(page, { x: 200, y: 200 }, { name: 'Ana', text })
}

/** Answers like an overloaded server. */
function answerUnavailable(route: Route) {
  const headers = { 'Retry-After': '1' }
  return route.fulfill({
    status: 503,
    headers,
    json: { error: 'The server is busy right now. Try again shortly.', code: 'server_busy' },
  })
}

test('a comment is deleted while a reply is written: a note says so, and the reply is kept', async ({
  page,
  project,
}) => {
  const comment = await project.addComment({ text: 'Soon gone' })
  await openProject(page, project._id)
  await pin(page, 1).click()
  await thread(page).getByRole('textbox', { name: 'Reply' }).fill('A careful answer')
  await project.deleteComment(comment._id)
  await expect(page.getByText('That comment was deleted.')).toBeVisible()
  await expect(thread(page)).toBeHidden()
  await page.getByRole('button', { name: 'Draft comment on the whole design' }).click()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('A careful answer')
  await expect(composer(page).getByRole('alert')).toHaveText(
    'The comment you replied to was deleted. Your text is kept.',
  )
})

test('a comment is deleted while it is edited in two tabs: the edit is kept, as one draft', async ({
  projectPage: page,
  context,
  project,
}) => {
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'First words' })
  await pin(page, 1).click()
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await thread(page).getByRole('textbox', { name: 'Edit your comment' }).fill('A careful correction')
  const other = await context.newPage()
  await openProject(other, project._id)
  await pin(other, 1).click()
  const [comment] = (await project.read()).comments
  await project.deleteComment(comment?._id ?? '')
  for (const tab of [page, other]) {
    await expect(tab.getByText('That comment was deleted.')).toBeVisible()
    await expect(commentRow(tab, 'A careful correction')).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Draft comment on the whole design' }).click()
  await expect(composer(page).getByRole('alert')).toHaveText('That comment was deleted.')
  await composer(page).getByRole('button', { name: 'Retry' }).click()
  await expect
    .poll(async () => (await project.read()).comments)
    .toMatchObject([{ text: 'A careful correction' }])
  for (const tab of [page, other]) await expect(commentRow(tab, 'A careful correction')).toHaveCount(1)
})

test('the own deletion is not reported as another person’s, even if its answer is late', async ({
  projectPage: page,
}) => {
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'To be deleted' })
  const { release } = await holdAnswers(page, '**/comments/*')
  await pin(page, 1).click()
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(pin(page, 1)).toHaveCount(0)
  release()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(page.getByText('That comment was deleted.')).toHaveCount(0)
})

test.describe('a page that loses a part on its way', () => {
  test.use({ expectedConsole: [/Failed to (fetch dynamically imported module|load resource)/] })

  for (const part of ['index-*.js', 'project-page-*.css'])
    test(`loads again by itself without ${part}`, async ({ page, project }) => {
      await failFirst(page, `**/assets/${part}`)
      await page.goto(`/project/${project._id}`)
      await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Through a bad network' })
      await expect(pin(page, 1)).toBeVisible()
      await expect(page.getByText('Loading project details')).toBeHidden()
      await expect(composer(page)).toBeHidden()
      // The styles put the list beside the design.
      const [list, shown] = await Promise.all([
        boxOf(commentRow(page, 'Through a bad network')),
        boxOf(design(page)),
      ])
      expect(list.x).toBeGreaterThan(shown.x + shown.width / 2)
    })
})

test('a link is closed during work: the page says so at once, and keeps the text', async ({
  projectPage: page,
  project,
}) => {
  await write(page, 'Half a thought')
  await project.set({ closed: true })
  await expect(page.getByRole('alert').filter({ hasText: 'This link was closed.' })).toBeVisible()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
  await expect(composer(page)).toContainText('This link was closed. Your text is kept.')
  await expect(composer(page).getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expect(composer(page).getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Project not found')).toBeVisible()

  await project.set({ closed: false })
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Draft comment|not sent/ }).click()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
  await composer(page)
    .getByRole('button', { name: /Submit|Retry/ })
    .click()
  await expect(pin(page, 1)).toBeVisible()
})

test('a permission is withdrawn while a comment is written: the popup says so and keeps the text', async ({
  projectPage: page,
  project,
}) => {
  await write(page, 'Too late by a second')
  await project.set({ permission: 'view' })
  await expect(page.getByText('View only')).toBeVisible()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Too late by a second')
  await expect(composer(page)).toContainText('This link is view-only. Your text is kept.')
  await expect(composer(page).getByRole('button', { name: 'Submit' })).toBeHidden()
  await project.set({ permission: 'comment' })
  await expect(page.getByText('View only')).toBeHidden()
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page)).toBeHidden()
  await expect(commentRow(page, 'Too late by a second')).toBeVisible()
})

test('the link becomes view-only while a reply is written: the reply keeps its text and the focus, and says why', async ({
  page,
  project,
}) => {
  await project.addComment()
  await openProject(page, project._id)
  await pin(page, 1).click()
  const reply = thread(page).getByRole('textbox', { name: /^Reply/ })
  await reply.fill('A careful ans')
  await project.set({ permission: 'view' })
  const kept = thread(page).getByRole('textbox', { name: 'Your reply, not sent' })
  await expect(kept).toBeFocused()
  await expect(thread(page)).toContainText('This link is view-only. Your text is kept.')
  await page.keyboard.type('wer')
  await expect(kept).toHaveValue('A careful ans')

  await project.set({ permission: 'comment' })
  await expect(reply).toBeFocused()
  await page.keyboard.type('wer')
  await expect(reply).toHaveValue('A careful answer')
})

test('a refused reply and a refused edit keep their text in place', async ({
  projectPage: page,
  project,
}) => {
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Mine' })
  await pin(page, 1).click()
  await thread(page).getByRole('textbox', { name: 'Reply as Ana' }).fill('A reply in the making')
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('Mine, but better')
  await page.route('**/comments/*', answerUnavailable)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(thread(page).getByRole('alert')).toHaveText(
    /^Not saved\. Your text is kept\.\s*The server is busy right now\. Try again shortly\.$/,
  )
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('Mine, but better')
  await page.unroute('**/comments/*')

  await project.set({ permission: 'view' })
  await expect(page.getByText('View only')).toBeVisible()
  for (const [name, text] of [
    ['Your reply, not sent', 'A reply in the making'],
    ['Your edit, not saved', 'Mine, but better'],
  ] as const)
    await expect(thread(page).getByRole('textbox', { name })).toHaveValue(text)
  await page.keyboard.press('Escape')
  await project.set({ permission: 'comment' })
  await expect(page.getByText('View only')).toBeHidden()
  await pin(page, 1).click()
  await expect(thread(page).getByRole('textbox', { name: 'Reply as Ana' })).toHaveValue(
    'A reply in the making',
  )
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('Mine, but better')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(thread(page).getByText('Mine, but better')).toBeVisible()
})

test('a note does not cover a popup at the bottom left', async ({ page, context, project }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openProject(page, project._id)
  await clickDesign(page, 60, 400)
  await expect(composer(page)).toBeVisible()
  await context.setOffline(true)

  const note = page.locator('.toast').filter({ hasText: 'You are offline. Drafts are kept.' })
  const popup = await boxOf(composer(page))
  await expect(note).toBeVisible()
  const box = await boxOf(note)
  expect(popup.x).toBeLessThan(box.x + box.width)
  expect(box.y + box.height).toBeLessThanOrEqual(popup.y)
  await context.setOffline(false)
})

test('a lost network or an overloaded server is reported, and the comment is kept and sent later', async ({
  projectPage: page,
  context,
}) => {
  await write(page, 'Half a sent')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Drafts are kept.')).toBeVisible()
  await expect(composer(page).getByLabel('Your comment')).toBeFocused()
  await page.keyboard.type('ence')
  await context.setOffline(false)

  await page.route('**/comment/add/**', answerUnavailable)
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByRole('alert')).toHaveText('Could not send. Your text is kept.', {
    timeout: 20_000,
  })
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a sentence')
  await page.unroute('**/comment/add/**')
  await composer(page).getByRole('button', { name: 'Retry' }).click()
  await expect(composer(page)).toBeHidden()
  await expect(commentRow(page, 'Half a sentence')).toHaveCount(1)
})

test.describe('a part of the page cannot be loaded', () => {
  test.use({ expectedConsole: [/Failed to (fetch dynamically imported module|load resource)/] })
  const note = (page: Page) => page.locator('.toast', { hasText: 'Could not load this part of the page.' })

  async function expectToldAtEveryTry(page: Page, act: () => Promise<void>) {
    for (const _ of ['first', 'next']) {
      await act()
      await note(page).getByRole('button', { name: 'Close note' }).click()
    }
  }

  test('a dialog says so at every try, and the rest of the page works', async ({
    projectPage: page,
    project,
  }) => {
    await project.addComment()
    await page.route('**/assets/project-export-*.js', (route) => route.abort())
    await expectToldAtEveryTry(page, () => openExport(page))
    await page.keyboard.press('Shift+C')
    await expect(page.getByRole('button', { name: 'Show Comments' })).toBeVisible()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  for (const part of ['add-files', 'file-arrival']) {
    test(`files that are chosen say so at every try without ${part}`, async ({
      ownerPage: page,
      project,
    }) => {
      const { buffer } = await drawDesign({ marker: { x: 700, y: 400 } })
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
      await openProject(page, project._id)
      if (part === 'file-arrival') await note(page).getByRole('button', { name: 'Close note' }).click()
      await expectToldAtEveryTry(page, async () => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: /actions$/ }).click()
        await page.getByRole('menuitem', { name: 'Upload new version…' }).click()
        await (await chooser).setFiles({ name: 'next.png', mimeType: 'image/png', buffer })
      })
    })
  }

  test('the form of a verdict says so and keeps the note', async ({ projectPage: page }) => {
    const field = page.getByLabel('A note (optional)')
    const begin = page.getByRole('button', { name: 'Needs changes' })
    await begin.click()
    await field.fill('The red, then I am happy.')
    await page.route('**/assets/verdict-form-*.js', (route) => route.abort())
    await page.reload()
    await expect(note(page)).toBeVisible()
    await expect(begin).toBeVisible()

    await page.unrouteAll()
    await page.reload()
    await expect(field).toHaveValue('The red, then I am happy.')
  })
})

test('a session ends in another tab while the designer writes: the page says so and keeps the text', async ({
  ownerProjectPage: page,
  account,
}) => {
  await clickDesign(page, 200, 200)
  await composer(page).getByLabel('Your comment').fill('Written as the designer')
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Rename project' })).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Written as the designer')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page)).toContainText('That name belongs to the designer.')
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Written as the designer')

  await other.getByLabel('Email').fill(account.email)
  await other.getByLabel('Password', { exact: true }).fill(account.password)
  await other.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Rename project' })).toBeVisible()
  await composer(page)
    .getByRole('button', { name: /Submit|Retry/ })
    .click()
  await expect(pin(page, 1)).toBeVisible()
})

test('a guest who enters the name of the designer reads beside the name what is wrong', async ({
  projectPage: page,
  account,
}) => {
  await writeComment(page, { x: 300, y: 200 }, { name: account.user.name, text: 'Mine' })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByLabel('Your name')).toHaveAccessibleDescription(
    /^That name belongs to the designer\./,
  )
})
