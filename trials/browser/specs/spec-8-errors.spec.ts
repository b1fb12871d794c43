import type { Page } from '@playwright/test'
import { composer, pin, writeComment } from '../support/project-page'
import { expect, test } from '../support/test'
import { drawDesign } from '@pinmark/testbed/test-image'

test.use({ hasNewAccount: true })

const small = () => drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } })

async function failWith(
  page: Page,
  url: string,
  method: string,
  answer: 'network' | { status: number; body: string; type?: string },
) {
  await page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (answer === 'network') return route.abort()
    return route.fulfill({
      status: answer.status,
      body: answer.body,
      contentType: answer.type ?? 'application/json',
    })
  })
}

test.describe('login and registration', () => {
  test('show the server’s sentence', async ({ page, account }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await expect(page.getByLabel('Email')).toHaveValue(account.email)

    await page.goto('/register')
    await page.getByLabel('Name').fill('Mara')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('a quiet light table')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('alert')).toHaveText('Email already registered.')
  })

  for (const answer of [
    'network',
    { status: 502, body: '<html>Bad gateway</html>', type: 'text/html' },
  ] as const) {
    const name = answer === 'network' ? 'no answer' : 'an answer without a sentence'
    test(`fall back to their own sentence on ${name}`, async ({ page }) => {
      await failWith(page, '**/users/login', 'POST', answer)
      await failWith(page, '**/users/register', 'POST', answer)
      await page.goto('/login')
      await page.getByLabel('Email').fill('a@b.test')
      await page.getByLabel('Password', { exact: true }).fill('whatever it is')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('alert')).toHaveText('Login failed')
      await page.goto('/register')
      await page.getByLabel('Name').fill('Mara')
      await page.getByLabel('Email').fill('a@b.test')
      await page.getByLabel('Password', { exact: true }).fill('whatever it is')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert')).toHaveText('Registration failed')
    })
  }
})

test('a refused creation shows the server’s text after the specified words', async ({ dashboard: page }) => {
  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill('Not an image')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'fake.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html>not a picture</html>'),
  })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to create project: This file is not a supported image. Use JPEG, PNG, WebP, AVIF, GIF, SVG or PDF.',
  )
  await expect(dialog.getByLabel('Name')).toHaveValue('Not an image')
})

test('a creation without an answer keeps the input and can be retried', async ({ dashboard: page }) => {
  await failWith(page, '**/projects', 'POST', 'network')
  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill('Second try')
  await dialog.locator('input[type=file]').setInputFiles(await small())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to create project. Please try again.')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Second try' })).toBeVisible()
})

test('a failed rename and a failed delete show it in their dialogs', async ({
  ownerProjectPage: page,
  project,
}) => {
  await failWith(page, `**/projects/${project._id}`, 'PUT', { status: 503, body: '{}' })
  await failWith(page, `**/projects/${project._id}`, 'DELETE', { status: 503, body: '{}' })
  await page.getByRole('button', { name: /^Rename/ }).click()
  const rename = page.getByRole('dialog', { name: 'Rename Project' })
  await rename.getByLabel('Name').fill('Another name')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(rename.getByText('Failed to rename project')).toBeVisible()
  await expect(rename.getByLabel('Name')).toHaveValue('Another name')
  await rename.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Deletion' })
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation.getByText('Failed to delete project')).toBeVisible()
})

test('a failed comment keeps its text, and Retry sends it once', async ({ projectPage: page, project }) => {
  await failWith(page, '**/comment/add/**', 'POST', 'network')
  await writeComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Keep me' })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByText('Could not send. Your text is kept.')).toBeVisible({
    timeout: 20_000,
  })
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Keep me')
  await page.unrouteAll()
  await composer(page).getByRole('button', { name: 'Retry' }).click()
  await expect(composer(page)).toBeHidden()
  await expect(pin(page, 1)).toBeVisible()
  const stored = await project.read()
  expect(stored.comments.map((comment: { text: string }) => comment.text)).toEqual(['Keep me'])
})
