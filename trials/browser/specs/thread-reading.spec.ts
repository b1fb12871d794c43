import type { Locator, Page } from '@playwright/test'
import { animationsEnd } from '../support/animations'
import { boxOf, openProject, pin } from '../support/project-page'
import { expect, phone, test } from '../support/test'
import type { TestProject } from '../support/test-project'

const messages = (page: Page): Locator => page.getByRole('group', { name: 'Messages' })
const message = (page: Page, text: string): Locator =>
  messages(page).getByRole('article').filter({ hasText: text })
const scrollTopOf = (page: Page) => messages(page).evaluate((list) => list.scrollTop)
const longText = 'A sentence that needs a line of its own in every window.\n'.repeat(9)

/** A comment with replies by the designer, all of several lines. */
async function givenLongThread(project: TestProject, { y = 400, replies = 6 } = {}) {
  const comment = await project.addComment({ text: `The first line.\n${longText}`, x: 300, y })
  for (let number = 1; number <= replies; number += 1)
    await project.addReply(comment._id, `Answer ${number}.\n${longText}`)
  return comment
}

/** Opens the project for the first time, and stays until the server has stored what was read. */
async function visit(page: Page, project: TestProject): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/visit'))
  await openProject(page, project._id)
  await stored
}

for (const { device, options } of [
  { device: 'a desktop', options: { viewport: { width: 1440, height: 900 } } },
  { device: 'a phone', options: phone },
]) {
  test.describe(`on ${device}`, () => {
    test.use(options)

    test('a link to a comment opens it at its beginning', async ({ page, project }) => {
      const { _id } = await givenLongThread(project)
      await page.goto(`/project/${project._id}?comment=${_id}`)
      await expect(message(page, 'The first line.').getByText('Priya')).toBeInViewport({ ratio: 1 })
      expect(await scrollTopOf(page)).toBe(0)
    })

    test('a thread opens with a new reply and the comment in view if both fit', async ({ page, project }) => {
      const { _id } = await project.addComment({ text: 'Which typeface?' })
      await visit(page, project)
      await project.addReply(_id, `Inter.\n${longText}`)
      await page.goto(`/project/${project._id}?comment=${_id}`)
      await expect(message(page, 'Inter.').getByText('Mara Hald')).toBeInViewport({ ratio: 1 })
      await expect(message(page, 'Which typeface?')).toBeInViewport()
      await expect(page.getByRole('button', { name: /new repl/ })).toHaveCount(0)
    })

    test('a thread opens at the comment if a new reply is far below, and leads to it', async ({
      page,
      project,
    }) => {
      const { _id } = await givenLongThread(project)
      await visit(page, project)
      await project.addReply(_id, `Not seen yet.\n${longText}`)
      await project.addReply(_id, 'And this.')
      await page.goto(`/project/${project._id}?comment=${_id}`)
      await expect(message(page, 'The first line.').getByText('Priya')).toBeInViewport({ ratio: 1 })
      await page.getByRole('button', { name: '2 new replies' }).click()
      await expect(message(page, 'Not seen yet.').getByText('Mara Hald')).toBeInViewport({ ratio: 1 })
      const list = await boxOf(messages(page))
      expect((await boxOf(message(page, 'Not seen yet.'))).y).toBeLessThan(list.y + list.height / 2)
    })

    test('replies of others move nothing while a thread is read', async ({ page, project }) => {
      const { _id } = await givenLongThread(project, { y: 520 })
      await openProject(page, project._id)
      await page.goto(`/project/${project._id}?comment=${_id}`)
      await message(page, 'Answer 6.').scrollIntoViewIfNeeded()
      await messages(page).press('End')
      const read = message(page, 'Answer 6.')
      await expect
        .poll(() => messages(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop))
        .toBeLessThan(2)
      await animationsEnd(page)
      const before = await boxOf(read)
      await project.addReply(_id, `Just written.\n${longText}`)
      await expect(page.getByRole('button', { name: '1 new reply' })).toBeVisible()
      expect(await boxOf(read)).toEqual(before)
      await page.getByRole('button', { name: '1 new reply' }).click()
      await expect(message(page, 'Just written.').getByText('Mara Hald')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: '1 new reply' })).toHaveCount(0)
    })
  })
}

test('a popup at the lower edge of the window does not move when a reply arrives', async ({
  page,
  project,
}) => {
  const { _id } = await project.addComment({ text: 'Which typeface?', x: 300, y: 620 })
  await openProject(page, project._id)
  await pin(page, 1).click()
  await expect(message(page, 'Which typeface?')).toBeVisible()
  await animationsEnd(page)
  const before = await boxOf(message(page, 'Which typeface?'))
  await project.addReply(_id, `Just written.\n${longText}`)
  await expect(page.getByRole('button', { name: '1 new reply' })).toBeVisible()
  expect(await boxOf(message(page, 'Which typeface?'))).toEqual(before)
})

test('the messages grow to 60 % of the window before they scroll', async ({ page, project }) => {
  const { _id } = await givenLongThread(project, { replies: 1 })
  await openProject(page, project._id)
  await pin(page, 1).click()
  await expect(message(page, 'Answer 1.')).toBeVisible()
  const isScrolled = () => messages(page).evaluate((list) => list.scrollHeight > list.clientHeight)
  expect((await boxOf(messages(page))).height).toBeGreaterThan(320)
  expect(await isScrolled()).toBe(false)
  await page.keyboard.press('Escape')
  for (let count = 0; count < 3; count += 1) await project.addReply(_id, longText)
  await pin(page, 1).click()
  await expect.poll(isScrolled).toBe(true)
  expect((await boxOf(messages(page))).height).toBeCloseTo(540, 0)
})
