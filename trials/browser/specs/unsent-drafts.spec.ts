import type { Locator, Page } from '@playwright/test'
import type { Project } from '@pinmark/shared/entities/project'
import {
  boxOf,
  clickDesign,
  commentRow,
  composer,
  frame,
  openProject,
  pin,
  pinTip,
  sheetHandle,
  submitComment,
  writeComment,
} from '../support/project-page'
import { holdAnswers, holdBack } from '../support/hold-back'
import { expect, test } from '../support/test'

const draftPin = (page: Page): Locator => frame(page).getByRole('button', { name: /^Draft comment/ })
const rows = (page: Page): Locator => page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
const foldedNote = (page: Page): Locator => page.getByText('Kept as a draft. Not sent yet.')

async function write(page: Page, text: string, at = { x: 200, y: 200 }) {
  await writeComment(page, at, { name: 'Ana', text })
}

async function fold(page: Page) {
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeHidden()
}

test('a draft shows that it is not sent: in its row, its label, its pin, and once when its popup closes @core', async ({
  page,
  project,
}) => {
  await project.addComment({ text: 'Stored' })
  await openProject(page, project._id)
  await write(page, 'Half a thought')
  await expect(rows(page).first()).toContainText('Half a thought')
  await fold(page)
  await expect(foldedNote(page)).toBeVisible()

  const row = rows(page).first()
  await expect(row).toContainText(/Draft.*Not sent yet.*Half a thought/)
  await expect(rows(page).nth(1)).toContainText('Stored')
  const outline = await draftPin(page).evaluate(
    (element) => getComputedStyle(element, '::before').borderStyle,
  )
  expect(outline).toBe('dashed')
  await draftPin(page).hover()
  await expect(page.locator('.canvas-label')).toHaveText('Not sent yet')

  await expect(foldedNote(page)).toBeHidden()
  await draftPin(page).click()
  await fold(page)
  await expect(foldedNote(page)).toBeHidden()

  await row.getByRole('button', { name: 'Send' }).click()
  await expect(pin(page, 2)).toBeVisible()
  await expect(draftPin(page)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
})

test('sending a draft without a name from its row opens it', async ({ projectPage: page }) => {
  await clickDesign(page, 200, 200)
  await composer(page).getByLabel('Your comment').fill('Whose is it?')
  await fold(page)
  await rows(page).first().getByRole('button', { name: 'Send' }).click()
  await expect(composer(page).getByLabel('Your name')).toBeFocused()
})

test('an unsent reply has a row too, which opens its thread', async ({ page, project }) => {
  await project.addComment({ text: 'Is this final?' })
  await openProject(page, project._id)
  await pin(page, 1).click()
  const thread = page.getByRole('dialog', { name: /^Comment 1 by / })
  await thread.getByRole('textbox', { name: 'Reply' }).fill('Not yet')
  await page.keyboard.press('Escape')
  await expect(foldedNote(page)).toBeVisible()
  await rows(page).first().getByRole('button', { name: 'Draft reply to comment 1' }).click()
  await expect(thread.getByRole('textbox', { name: 'Reply' })).toHaveValue('Not yet')
})

test('the browser asks before leaving a page with a draft, and not without one', async ({
  projectPage: page,
  project,
}) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await clickDesign(page, 200, 200)
  await fold(page)
  await page.reload()
  expect(asked).toEqual([])

  await openProject(page, project._id)
  await write(page, 'Half a thought')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

test('a phone counts the unsent drafts, and shows when there are some', async ({ page, project }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openProject(page, project._id)
  await write(page, 'On the way')
  await fold(page)
  await expect(sheetHandle(page)).toContainText('1 not sent')
  await draftPin(page).click()
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(sheetHandle(page)).toContainText('Sent')
  await expect(sheetHandle(page)).toContainText('1 open')
  await expect(sheetHandle(page)).not.toContainText('not sent')
})

test('a phone distinguishes drafts that are written, being sent and not sent', async ({
  page,
  context,
  project,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openProject(page, project._id)
  await page.route('**/comment/add/**', (route) => route.abort())
  await write(page, 'Still in the popup')
  await expect(sheetHandle(page)).not.toContainText('not sent')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByRole('alert')).toBeVisible({ timeout: 20_000 })
  await expect(sheetHandle(page)).toContainText('1 not sent')
  await fold(page)
  await sheetHandle(page).click()
  await expect(rows(page).first()).toContainText('Not sent. Your text is kept.')
  await sheetHandle(page).click()

  const { release } = await holdBack(page, '**/comment/add/**')
  await write(page, 'On its way', { x: 100, y: 120 })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(sheetHandle(page)).toContainText('1 not sent · 1 sending')
  release()
  await expect(sheetHandle(page)).toContainText('1 open')

  await context.setOffline(true)
  await write(page, 'In a tunnel', { x: 250, y: 60 })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(sheetHandle(page)).toContainText('1 not sent · 1 waiting for a connection')
})

test('a pin stays the same element from its first letter until it is stored, and Submit keeps its width', async ({
  projectPage: page,
}) => {
  const { release } = await holdAnswers(page, '**/comment/add/**')
  await write(page, 'One and the same')
  await draftPin(page).evaluate((element) => Object.assign(window, { pinAtFirst: element }))
  const submit = composer(page).getByRole('button', { name: 'Submit' })
  const before = await boxOf(submit)
  await submit.click()
  const sending = composer(page).getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeDisabled()
  expect((await boxOf(sending)).width).toBe(before.width)
  // Longer than the pointer has to rest before a tooltip shows.
  await page.waitForTimeout(700)
  await expect(page.locator('.tooltip')).toHaveCount(0)
  // The live event brings the comment before its sender has the answer.
  await expect(pin(page, 1)).toBeVisible()
  await expect(composer(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  release()
  await expect(composer(page)).toBeHidden()
  await expect(pin(page, 1)).toBeFocused()
  const isSame = await pin(page, 1).evaluate((element) => Reflect.get(window, 'pinAtFirst') === element)
  expect(isSame).toBe(true)
})

test('after Submit the own row is scrolled into view in the list, tinted for a moment', async ({
  page,
  project,
}) => {
  for (let number = 1; number <= 14; number += 1) {
    await project.addComment({ text: `Earlier ${number}`, x: number * 20, y: 300 })
  }
  await openProject(page, project._id)
  await page.evaluate(() => {
    const tints: unknown[] = []
    // oxlint-disable-next-line typescript/unbound-method -- It is called with its element below.
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      tints.push({ row: this.textContent, options })
      return animate.call(this, frames, options)
    }
    Object.assign(window, { tints })
  })
  await write(page, 'The newest of all', { x: 200, y: 60 })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(pin(page, 15)).toBeFocused()
  await expect(commentRow(page, 'The newest of all')).toBeInViewport({ ratio: 1 })
  const tints = await page.evaluate(() => Reflect.get(window, 'tints'))
  expect(tints).toEqual([
    { row: expect.stringContaining('The newest of all'), options: { id: 'sent', duration: 600 } },
  ])
})

test('without a network the row waits with a mark, and a note says what was sent when it returns', async ({
  projectPage: page,
  context,
}) => {
  await context.setOffline(true)
  const mark = page
    .getByRole('banner')
    .or(page.locator('.project-head'))
    .getByText('Offline', { exact: true })
  await expect(mark).toBeVisible()
  await write(page, 'Written in a tunnel')
  await submitComment(page)
  await expect(rows(page).first()).toContainText('Waits for a connection')
  await expect(mark).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Back online. 1 comment sent.')).toBeVisible({ timeout: 20_000 })
  await expect(mark).toBeHidden()
  await expect(pin(page, 1)).toBeVisible()
})

test.describe('a browser that says it is offline, for example without Wi-Fi beside its own server', () => {
  const wordsOf = ({ comments }: Project) => comments.map(({ text }) => text)

  test.beforeEach(async ({ page, project }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
    })
    await openProject(page, project._id)
  })

  test('sends comments and replies, because the server answers', async ({ page, project }) => {
    await write(page, 'From a laptop')
    await submitComment(page)
    await pin(page, 1).click()
    const thread = page.getByRole('dialog', { name: /^Comment 1 by / })
    await thread.getByRole('textbox', { name: 'Reply' }).fill('And a reply')
    await thread.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(thread.getByRole('article').filter({ hasText: 'And a reply' })).toBeVisible()
    const [comment] = (await project.read()).comments
    expect(comment).toMatchObject({ text: 'From a laptop', replies: [{ text: 'And a reply' }] })
  })

  test('keeps a comment while the server is away, and its author can correct or delete it', async ({
    page,
    project,
  }) => {
    await page.route('**/comment/add/**', (route) => route.abort())
    await write(page, 'Frist words')
    await submitComment(page)
    await write(page, 'Better not', { x: 400, y: 300 })
    await submitComment(page)
    for (const text of ['Frist words', 'Better not'])
      await expect(commentRow(page, text)).toContainText('Waits for a connection')

    await commentRow(page, 'Better not').getByRole('button').first().click()
    await composer(page).getByRole('button', { name: 'Delete draft' }).click()
    await expect(commentRow(page, 'Better not')).toHaveCount(0)
    await commentRow(page, 'Frist words').getByRole('button').first().click()
    await composer(page).getByLabel('Your comment').fill('First words')
    await page.unroute('**/comment/add/**')
    await submitComment(page)
    await expect(pin(page, 1)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    expect(wordsOf(await project.read())).toEqual(['First words'])
  })
})

test('a typed name is there the next time, even if the comment was not sent', async ({
  projectPage: page,
}) => {
  await clickDesign(page, 200, 200)
  await composer(page).getByLabel('Your name').fill('Ana')
  await page.keyboard.press('Tab')
  await fold(page)
  await expect(draftPin(page)).toHaveCount(0)
  await clickDesign(page, 300, 250)
  await expect(composer(page).getByLabel('Your name')).toHaveValue('Ana')
  await expect(composer(page).getByLabel('Your comment')).toBeFocused()
})

test('a press on the spot of a draft, or near it, opens the draft', async ({ projectPage: page }) => {
  await write(page, 'Half a thought')
  await fold(page)
  const tip = await pinTip(draftPin(page))
  for (const [right, down] of [
    [0, 0],
    [-11, 11],
    [11, 11],
    [0, 11],
    [0, -20],
  ] as const) {
    await page.mouse.click(tip.x + right, tip.y + down)
    await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
    await fold(page)
  }
  await expect(draftPin(page)).toHaveCount(1)
})
