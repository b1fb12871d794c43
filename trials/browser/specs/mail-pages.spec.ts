import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

const widths = [1440, 768, 390, 320]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a person with a forgotten password is told what to do without mail, ${colorScheme} @axe`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ask the person who runs this server to set a new one.')).toBeVisible()
    await expectGoodAtWidths(page, 'the forgotten password', widths)

    await page.goto('/reset#made-up')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectGoodAtWidths(page, 'the new password', widths)
  })

  test(`one press stops mail about a project, ${colorScheme} @axe`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/stop/made-up')
    await expect(page.getByRole('heading', { name: 'Stop mail about this project?' })).toBeVisible()
    await expectGoodAtWidths(page, 'the question before mail is stopped', widths)
    await page.getByRole('button', { name: 'Stop mail' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'a stop that fails')

    const cut = await page.goto('/stop')
    expect(cut?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Nothing was stopped' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Use the one in your latest mail.')
    await expectGoodAtWidths(page, 'a link that was cut short', widths)
  })

  test(`notices are disabled without mail, ${colorScheme} @axe`, async ({ ownerPage }) => {
    await ownerPage.emulateMedia({ colorScheme })
    await ownerPage.goto('/account')
    const notices = ownerPage.getByRole('region', { name: 'Notices by mail' })
    await expect(notices).toContainText('This server sends no mail yet.')
    await expect(notices.getByRole('radio', { name: 'Digest' })).toBeDisabled()
    await expectGoodAtWidths(ownerPage, 'the account', widths)
  })
}
