import { unique } from '../support/api-client'
import { holdBack } from '../support/hold-back'
import { clickDesign, commentRow, composer, leaveComment, openProject, pin } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

test('after a submit the popup clears and closes, and pin and row appear without a reload', async ({
  projectPage: page,
}) => {
  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Could the break come earlier?' })
  await expect(pin(page, 1)).toBeFocused()
  await expect(commentRow(page, 'Could the break come earlier?')).toBeVisible()
  await clickDesign(page, 400, 260)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('')
})

test('on the project page a rename shows at once, and a delete leads to the dashboard with Undo', async ({
  ownerPage: page,
  project,
}) => {
  const renamed = unique('Second name')
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog', { name: 'Rename Project' }).getByLabel('Name').fill(renamed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: renamed, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: /^Delete/ }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Deletion' })
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: renamed })).toBeVisible()
})

test('a deleted project can be restored at the bottom of the dashboard', async ({
  dashboard: page,
  project,
  account,
  request,
}) => {
  await request.delete(`/projects/${project._id}`, { headers: { Authorization: `Bearer ${account.token}` } })
  await page.reload()
  await page.getByText('Recently deleted').click()
  await page.getByRole('button', { name: /^Restore/ }).click()
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
})

test('on a phone the note that ends a dialog stays at its place while the dialog closes', async ({
  dashboard: page,
  project,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: `Actions for ${project.name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.evaluate(() => {
    const tops = new Set<number>()
    Object.assign(window, { tops })
    const look = () => {
      const note = document.querySelector('.toast-viewport:has(.toast)')
      if (note) tops.add(note.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
  })
  const confirmation = page.getByRole('alertdialog')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(confirmation).toHaveCount(0)
  // Read after the frame that shows the note without the dialog.
  const tops = await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => resolve([...Reflect.get(window, 'tops')]))),
  )
  expect(tops).toHaveLength(1)
})

test('Copy shows Copied! for two seconds and the link is on the clipboard', async ({
  ownerPage: page,
  context,
  project,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openProject(page, project._id)
  await page.clock.install()
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Project' })
  const link = await dialog.getByRole('textbox').first().inputValue()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.clock.fastForward(2_100)
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})

test('the button shows Registering... and is disabled while the request is pending', async ({ page }) => {
  const { release: answer } = await holdBack(page, '**/users/register')
  await page.goto('/register')
  await page.getByLabel('Name').fill('Mara')
  await page.getByLabel('Email').fill(`${unique('mara')}@studio.test`)
  await page.getByLabel('Password', { exact: true }).fill('a quiet light table')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL(/\/login$/)
})
