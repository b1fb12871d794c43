import { expect, test } from '../support/test'

test('the server lives, is ready, and serves the web app', async ({ page, request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)

  await page.goto('/login')

  await expect(page).toHaveTitle(/Pinmark/)
})
