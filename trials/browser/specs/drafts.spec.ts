import type { Page } from '@playwright/test'
import { holdBack, holdToAbort } from '../support/hold-back'
import {
  clickDesign,
  commentRow,
  composer,
  openProject,
  pin,
  sheetHandle,
  submitComment,
  writeComment,
} from '../support/project-page'
import { expect, test } from '../support/test'

async function write(page: Page, text: string) {
  await writeComment(page, { x: 200, y: 200 }, { name: 'Ana', text })
}

function fillStorage(): void {
  for (let length = 2 ** 20, key = 0; length >= 1; key += 1) {
    try {
      localStorage.setItem(`filler ${key}`, 'x'.repeat(length))
    } catch {
      length /= 2
    }
  }
}

test('a draft survives Esc, a click elsewhere and a reload, with its pin @core', async ({
  projectPage: page,
}) => {
  await write(page, 'Half a thought')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeHidden()
  const draft = page.getByRole('button', { name: /^Draft comment/ })
  await draft.click()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(composer(page)).toBeHidden()
  await page.reload()
  await draft.click()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Half a thought')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(pin(page, 1)).toBeVisible()
  await expect(draft).toHaveCount(0)
})

test('an empty popup closes', async ({ projectPage: page }) => {
  await clickDesign(page, 200, 200)
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Draft comment/ })).toHaveCount(0)
})

test('on a slow connection the comment shows as sending, and the popup stays until the answer', async ({
  projectPage: page,
}) => {
  const { release } = await holdBack(page, '**/comment/add/**')
  await write(page, 'On its way')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: /sending/i }).first()).toBeVisible()
  await expect(composer(page)).toBeVisible()
  release()
  await expect(composer(page)).toBeHidden()
  await expect(pin(page, 1)).toBeVisible()
})

test('a lost answer leads to one comment, not two', async ({ page, project }) => {
  // The live event would deliver the comment, so that nothing would be lost.
  await page.route('**/events', (route) => route.abort())
  await openProject(page, project._id)
  let lost = 0
  await page.route('**/comment/add/**', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await write(page, 'Only once')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByText('Could not send. Your text is kept.')).toBeVisible({
    timeout: 20_000,
  })
  await composer(page).getByRole('button', { name: 'Retry' }).click()
  await expect(composer(page)).toBeHidden()
  await page.reload()
  await expect(commentRow(page, 'Only once')).toHaveCount(1)
})

/** Waits for the last file that the page fetches when it is idle. */
const idleFilesArrive = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/file-arrival-')),
  )

test('a comment written without a network waits in the list, and is sent once after a reload', async ({
  projectPage: page,
  context,
}) => {
  await idleFilesArrive(page)
  await context.setOffline(true)
  await write(page, 'Written in a tunnel')
  await submitComment(page)
  await expect(commentRow(page, 'Written in a tunnel')).toBeVisible()
  await context.setOffline(false)
  await expect(pin(page, 1)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(commentRow(page, 'Written in a tunnel')).toHaveCount(1)
})

test('a comment written without a network waits in the list, also before the search has loaded', async ({
  page,
  project,
  context,
}) => {
  const { release } = await holdToAbort(page, '**/list.lazy-*')
  await openProject(page, project._id)
  await idleFilesArrive(page)
  await context.setOffline(true)
  release()
  await write(page, 'Written in a tunnel')
  await submitComment(page)
  await expect(commentRow(page, 'Written in a tunnel')).toBeVisible()
})

test('a draft that a full storage refuses stays when another tab deletes another draft', async ({
  projectPage: page,
  context,
  project,
}) => {
  await write(page, 'Stored')
  await page.keyboard.press('Escape')
  const other = await context.newPage()
  await openProject(other, project._id)
  await page.evaluate(fillStorage)
  await writeComment(page, { x: 500, y: 300 }, { text: 'Only in the memory of this page' })
  await commentRow(other, 'Stored')
    .getByRole('button', { name: /^Draft/ })
    .click()
  await composer(other).getByRole('button', { name: 'Delete draft' }).click()

  await expect(commentRow(page, 'Stored')).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Only in the memory of this page')
  await submitComment(page)
  await expect(commentRow(other, 'Only in the memory of this page')).toHaveCount(1)
})

test('hostile and unusual texts are shown as text and break nothing', async ({ page, project, request }) => {
  const texts = [
    '<img src=x onerror="document.title=1">',
    'javascript:alert(1) and https://example.org/path?q=1',
    'ً'.repeat(4) + ' مرحبا שלום',
    'W'.repeat(600),
    '👩‍👩‍👧‍👦 👍🏽',
  ]
  for (const text of texts) {
    await request.post(`/comment/add/${project._id}`, {
      data: { commenter: 'W'.repeat(60), text, x: 5, y: 5 },
    })
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await openProject(page, project._id)
  await sheetHandle(page).click()
  await expect(commentRow(page, '<img src=x')).toBeVisible()
  const link = page.getByRole('link', { name: 'https://example.org/path?q=1' })
  await expect(link).toHaveAttribute('rel', /nofollow/)
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('an unsaved description survives a reload, until it is cancelled', async ({
  ownerProjectPage: page,
}) => {
  const description = page.getByLabel('Description')
  const edit = page.getByRole('button', { name: 'Add a description' })
  await edit.click()
  await description.fill('Is the price clear?')
  await page.reload()
  await edit.click()
  await expect(description).toHaveValue('Is the price clear?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect(description).toHaveValue('')
})
