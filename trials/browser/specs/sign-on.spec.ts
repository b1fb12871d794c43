import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instance } from '@pinmark/testbed/instance'
import { startIssuer, type TestIssuer } from '@pinmark/testbed/issuer'
import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { unique } from '../support/api-client'
import { test as base, expect } from '../support/test'

interface SignOn {
  instance: Instance
  issuer: TestIssuer
}

const test = base.extend<{ isOnly: boolean; signOn: SignOn }>({
  isOnly: [false, { option: true }],
  signOn: async ({ isOnly }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-sign-on-'))
    const environment: Record<string, string> = { OIDC_NAME: 'Studio login', LOG_LEVEL: 'error' }
    const instance = await Instance.on({ dataDir, environment })
    const issuer = await startIssuer({ publicUrl: instance.url })
    Object.assign(environment, {
      PUBLIC_URL: instance.url,
      OIDC_ISSUER: issuer.settings.issuer,
      OIDC_CLIENT_ID: issuer.settings.clientId,
      OIDC_CLIENT_SECRET: issuer.settings.clientSecret,
      OIDC_ONLY: String(isOnly),
    })
    issuer.people.set('mara', {
      email: `${unique('mara')}@studio.test`,
      email_verified: true,
      name: 'Mara Hald',
    })
    await instance.start()
    await use({ instance, issuer })
    await instance.end()
    await issuer.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
  baseURL: async ({ signOn }, use) => use(signOn.instance.url),
})

const button = { name: 'Continue with Studio login' }

test('a designer logs in at the issuer, lands where they wanted to go, and the next login is silent @core @axe', async ({
  page,
}) => {
  await page.goto('/plans')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', button)).toBeVisible()
  await expectAccessible(page, 'login with single sign-on')
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', button)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'mara' }).click()

  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByLabel('Name')).toHaveValue('Mara Hald')
  await expect(page.getByText('You log in by single sign-on, without a password.')).toBeVisible()
  await expectAccessible(page, 'account without a password')

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.getByRole('button', button).click()
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/code=/)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
})

test('a refusal and a missing issuer are shown at the button, and open pages go on @axe', async ({
  page,
  signOn,
}) => {
  const { issuer, instance } = signOn
  await page.goto('/sign-on?code=stolen&state=other')
  await expect(page.getByRole('alert')).toHaveText('This login was not accepted. Try again.')
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page, 'a refused login')

  await issuer.stop()
  await page.getByRole('button', button).click()
  await expect(page.getByRole('alert')).toHaveText('The login service does not answer. Try again shortly.')
  await expect(page.getByRole('button', button)).toBeFocused()
  await page.goto('/plans')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await page.request.get(`${instance.url}/healthz`)).status()).toBe(200)
})

test.describe('with single sign-on alone', () => {
  test.use({ isOnly: true })

  test('nothing asks for a password or offers to register @axe', async ({ page }) => {
    for (const path of ['/login', '/forgot', '/reset#token']) {
      await page.goto(path)
      await expect(page.getByRole('button', button)).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByLabel('Password')).toBeHidden()
      await expect(page.getByRole('link', { name: 'Register' })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeHidden()
    }
    await expectGoodAtWidths(page, 'login by single sign-on alone', [360, 1440])
    await page.goto('/register')
    await page.getByRole('button', button).click()
    await page.getByRole('link', { name: 'mara' }).click()
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
  })
})
