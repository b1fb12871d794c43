import { expect, test } from '../support/test'

test('the server is healthy, is ready, and serves the web app', async ({ page, request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)

  await page.goto('/login')

  await expect(page).toHaveTitle(/Pinmark/)
})

test.describe('an injected script', () => {
  // The browser reports each attempt.
  test.use({ expectedConsole: [/Trusted/] })

  for (const path of ['/login', '/docs']) {
    test(`can neither create a Trusted Types policy nor write markup on ${path}`, async ({ page }) => {
      await page.goto(path)
      const outcomes = await page.evaluate(() => {
        const typeless = (run: () => void) => {
          try {
            run()
            return 'done'
          } catch (error) {
            return error instanceof Error ? error.name : String(error)
          }
        }
        const factory: { createPolicy: (name: string, rules: object) => unknown } = Reflect.get(
          window,
          'trustedTypes',
        )
        return ['default', 'pinmark', 'react']
          .map((name) => typeless(() => factory.createPolicy(name, { createHTML: (text: string) => text })))
          .concat(typeless(() => (document.body.innerHTML = '<b>mine</b>')))
      })
      expect(outcomes).toEqual(Array.from({ length: 4 }, () => 'TypeError'))
    })
  }
})
