import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { givenComment } from '../support/api-client'
import { design, openProject } from '../support/project-page'
import { expect, test } from '../support/test'

const password = 'northern-lights-40'

const gate = (page: Page) => page.getByRole('heading', { name: 'This project has a password.' })
const field = (page: Page) => page.getByLabel('Password', { exact: true })

test('a guest enters the password once, by keyboard, and is remembered @core', async ({ page, project }) => {
  const { _id, name } = project
  await project.set({ password })
  const heard: string[] = []
  page.on(
    'response',
    (answer) =>
      void answer.text().then(
        (text) => heard.push(text),
        () => undefined,
      ),
  )

  await page.goto(`/project/${_id}`)
  await expect(gate(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveTitle('Password · Pinmark')
  expect(await page.content()).not.toContain(name)
  expect(heard.join('\n')).not.toContain(name)
  expect(await page.locator('img').count()).toBe(0)

  await page.keyboard.type('northern')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not the password.').first()).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(design(page)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.reload()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(design(page)).toBeVisible()
})

test('guests write after entering the password, and an open page asks for a new password at once', async ({
  page,
  project,
  request,
}) => {
  const { _id, name } = project
  await givenComment(request, _id, { text: 'Before the gate' })
  await project.set({ password })
  await page.goto(`/project/${_id}`)
  await field(page).fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('Before the gate').first()).toBeVisible()

  await project.set({ password: 'another one' })

  await expect(page.getByText('This project has a new password.')).toBeVisible()
  await page.getByRole('button', { name: 'Enter the password' }).click()
  await expect(gate(page)).toBeVisible()
  expect(await page.content()).not.toContain(name)
  await field(page).fill('another one')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('the owner sets a password and an end in the Share dialog, and is never asked @axe', async ({
  ownerPage: page,
  project,
  browser,
}) => {
  const { _id, name } = project
  await openProject(page, _id)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('switch', { name: 'Password' }).click()
  await expectAccessible(page, 'the share dialog with a password field')
  await page.getByLabel('Password for guests').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Set on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused()
  await page.getByRole('switch', { name: 'End date' }).press('Space')
  await expect(page.getByRole('switch', { name: 'End date' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'End date' })).toBeFocused()
  await page.getByLabel('From then on').selectOption('closed')
  // As a person types it: each digit changes the date of the field.
  await page.getByLabel('Day of the end').click({ position: { x: 16, y: 12 } })
  await page.keyboard.type('12312098')
  await expect(page.getByLabel('Day of the end')).toHaveValue('2098-12-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ends on 31 Dec 2098 at 23:59, your time.')).toBeVisible()
  await expect(page.getByLabel('From then on')).toHaveValue('closed')
  await expect(page.getByText(/Anyone with this link and the password/)).toBeVisible()
  await expectAccessible(page, 'the share dialog with password and end')
  await page.reload()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  const other = await browser.newPage()
  await other.goto(new URL(`/project/${_id}`, page.url()).href)
  await expect(gate(other)).toBeVisible()
  await other.close()
})

test('an ended link shows a message on an open page and to later visitors @axe', async ({
  page,
  project,
}) => {
  const { _id, name } = project
  await openProject(page, _id)
  const at = new Date(Date.now() + 3_000).toISOString()
  await project.set({ end: { at, to: 'closed' } })
  await expect(page.getByText(/^This link ended on/)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: /^This link ended on/ })).toBeVisible()
  expect(await page.content()).not.toContain(name)
  await expectAccessible(page, 'the ended link')
})

for (const width of [1440, 390, 320]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the gate at ${width} px, ${colorScheme} @axe`, async ({ page, project }) => {
      await project.set({ password })
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/project/${project._id}`)
      await expect(gate(page)).toBeVisible()
      await expectAccessible(page, 'the gate')
      await field(page).fill('not this one')
      await page.getByRole('button', { name: 'Open' }).click()
      await expect(page.getByText('That is not the password.').first()).toBeVisible()
      await expectAccessible(page, 'the gate after a wrong try')
      await expectNoSidewaysScroll(page, 'the gate')
    })
  }
}
