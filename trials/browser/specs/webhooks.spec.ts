import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { startWebhookReceiver, type WebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { expect, test } from '../support/test'
import type { TestProject } from '../support/test-project'

test.use({ hasNewAccount: true })

let receiver: WebhookReceiver
test.beforeEach(async () => void (receiver = await startWebhookReceiver()))
test.afterEach(() => receiver.stop())

const section = (page: Page) => page.getByRole('region', { name: 'Webhooks' })
const toast = (page: Page, text: string | RegExp) => page.getByText(text)

async function openWebhooks(page: Page) {
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Webhooks and API tokens' }).click()
  await expect(section(page).getByText('No webhooks yet.')).toBeVisible()
}

/** Of the accounts of the tests. */
const password = 'a quiet light table'

async function addWebhook(page: Page, url: string) {
  await section(page).getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(section(page).getByText(url)).toBeVisible()
}

/** Adds a webhook and a comment, whose message has arrived at the receiver.
 *  @returns the address of the webhook */
async function givenMessage(
  page: Page,
  project: TestProject,
  answer: Parameters<WebhookReceiver['answer']>[0],
): Promise<string> {
  const url = receiver.newAddress()
  await openWebhooks(page)
  await addWebhook(page, url)
  receiver.answer(answer)
  await project.addComment()
  await receiver.reach(url, 1)
  return url
}

test('a webhook is added, tested and gets a comment, by keyboard @core @axe', async ({
  dashboard: page,
  project,
}) => {
  const url = receiver.newAddress()
  await openWebhooks(page)
  await section(page).getByRole('button', { name: 'Add webhook' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.type('hooks.studio.test')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a web address')).toBeVisible()
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(url)
  await dialog.getByLabel('Your password').focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  const secret = page.getByRole('dialog', { name: 'Webhook added' })
  await expect(secret.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await page.keyboard.press('Escape')
  await expect(secret).toBeVisible()
  await secret.getByRole('button', { name: 'Send a test' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast > p')).toContainText(/^Test arrived, 200 in \d/)
  await expectAccessible(page, 'a note above a dialog')
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Close note' })).toBeFocused()
  await page.getByRole('button', { name: 'Close note' }).click()
  await expect(toast(page, /^Test arrived/)).toBeHidden()
  await expect(secret.getByRole('button', { name: 'Send a test' })).toBeFocused()
  await secret.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await expect(secret).toBeHidden()
  await expect(section(page).getByRole('button', { name: 'Add webhook' })).toBeFocused()

  await project.addComment()
  const [, message] = await receiver.reach(url, 2)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'comment.created' })
  await page.reload()
  await expect(section(page).getByRole('row').filter({ hasText: 'Comment 1 added' })).toContainText('200')
})

test('a failed message shows the reason and is redelivered, and its webhook is removed and restored', async ({
  dashboard: page,
  project,
}) => {
  const url = await givenMessage(page, project, () => 503)
  await expect(async () => {
    await page.reload()
    await expect(section(page).getByRole('row', { name: /503 Comment 1 added/ })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()

  receiver.answer(() => 200)
  await section(page).getByRole('button', { name: 'Redeliver Comment 1 added' }).click()
  await expect(toast(page, /^Comment 1 added arrived, 200 in/)).toBeVisible()
  await expect(section(page).getByRole('row', { name: /200 Comment 1 added/ })).toBeVisible()

  await section(page).getByRole('button', { name: 'All deliveries' }).click()
  const all = page.getByRole('dialog', { name: 'Deliveries' })
  await all.getByText('Comment 1 added').click()
  await expect(all.getByLabel('Sent, Comment 1 added')).toContainText('comment.created')
  await expect(all.getByLabel('Answer, Comment 1 added')).toHaveText('ok')
  await all.getByRole('button', { name: 'Done' }).click()

  await section(page).getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page).getByText(url)).toBeVisible()
})

test('the list of all deliveries shows that a waiting message has arrived', async ({
  dashboard: page,
  project,
}) => {
  const held: ServerResponse[] = []
  await givenMessage(page, project, () => (response) => held.push(response))
  await section(page).getByRole('button', { name: 'All deliveries' }).click()
  const all = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(all.getByText('Waiting')).toBeVisible()
  for (const response of held) response.end()
  await expect(all.getByText('200', { exact: true })).toBeVisible()
})

test('a paused webhook is turned on again, and its page shows that the waiting message arrived', async ({
  dashboard: page,
  project,
}) => {
  await openWebhooks(page)
  await addWebhook(page, receiver.newAddress())
  receiver.answer(() => 410)
  await project.addComment()
  await expect(async () => {
    await page.reload()
    await expect(section(page).getByText('Paused')).toBeVisible({ timeout: 5_000 })
  }).toPass()

  receiver.answer(() => 200)
  await section(page).getByRole('button', { name: 'Turn on again' }).click()
  await expect(section(page).getByRole('button', { name: 'Test' })).toBeFocused()

  await expect(section(page).getByRole('row', { name: /200 Comment 1 added/ })).toBeVisible()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`every state of webhooks is accessible and fits a narrow screen, ${scheme} @axe`, async ({
    ownerPage: page,
    project,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/account/developers')
    await expect(section(page).getByText('No webhooks yet.')).toBeVisible()
    await expectAccessible(page, 'no webhooks')
    await section(page).getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await dialog.getByLabel('Address').fill('nowhere')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Enter a web address')).toBeVisible()
    await expectAccessible(page, 'an address that is none')
    const url = receiver.newAddress()
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Webhook added' })).toBeVisible()
    await expectAccessible(page, 'the secret')
    await page.getByRole('button', { name: 'Done' }).click()
    receiver.answer(() => 410)
    await project.addComment()
    await expect(async () => {
      await page.reload()
      await expect(section(page).getByText('Paused')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expectAccessible(page, 'a paused webhook')
    await page.setViewportSize({ width: 320, height: 740 })
    await expectNoSidewaysScroll(page, 'a paused webhook')
    await section(page).getByRole('button', { name: 'All deliveries' }).click()
    await page.getByRole('dialog', { name: 'Deliveries' }).getByText('Comment 1 added').click()
    await expectAccessible(page, 'all deliveries')
    await expectNoSidewaysScroll(page, 'all deliveries')
  })
}

test('a long address and a long name of a project fit a narrow screen', async ({
  ownerPage: page,
  newProject,
  account,
  request,
}) => {
  const { name, _id } = await newProject({ name: 'W'.repeat(60) })
  const answer = await request.post('/users/me/webhooks', {
    headers: { Authorization: `Bearer ${account.token}` },
    data: {
      ...{ url: receiver.newAddress('x'.repeat(300)), format: 'generic', events: ['comment'], project: _id },
      password: account.password,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/account/developers')
  await expect(section(page).getByText(name).first()).toBeVisible()
  await expectNoSidewaysScroll(page, 'a webhook with long words')
})
