import { clickDesign, composer, leaveComment } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

const stored = (page: import('@playwright/test').Page) => page.evaluate(() => ({ ...localStorage }))

test('a login stores token and user id in local storage, and a logout removes the token', async ({
  dashboard: page,
  account,
}) => {
  const kept = Object.values(await stored(page)).join('\n')
  expect(kept).toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)
  expect(kept).toContain(account.user._id)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(Object.values(await stored(page)).join('\n')).not.toMatch(/eyJ/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
})

test('a logout in one tab takes effect in the other at once', async ({ dashboard: page }) => {
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'My Projects' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/login/)
})

test('the name of a commenter is remembered after a reload', async ({ projectPage: page }) => {
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana Ruiz', text: 'First words' })
  await page.reload()
  await clickDesign(page, 300, 300)
  await expect(composer(page).getByLabel('Your name')).toHaveValue('Ana Ruiz')
  await expect(composer(page).getByLabel('Your comment')).toBeFocused()
})

test('an expired token redirects to /login, and the login returns to the page before', async ({
  ownerPage: page,
  account,
}) => {
  await page.goto('/account')
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (value.includes('eyJ'))
        localStorage.setItem(key, value.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/, 'eyJh.eyJi.c2ln'))
    }
  })
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account$/)
})
