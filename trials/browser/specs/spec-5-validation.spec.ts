import { boxOf, clickDesign, composer, openProject, writeComment } from '../support/project-page'
import { expect, test } from '../support/test'
import { drawDesign } from '@pinmark/testbed/test-image'

test.use({ hasNewAccount: true })

test('a project requires a name that is not blank, and an image', async ({ dashboard: page }) => {
  let calls = 0
  await page.route('**/projects', (route) => {
    if (route.request().method() === 'POST') calls += 1
    return route.continue()
  })
  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Project name and image are required.')).toBeVisible()
  await dialog.getByLabel('Name').fill('   ')
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } }))
  await expect(dialog.getByRole('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Project name and image are required.')).toBeVisible()
  await expect(dialog.locator('input[type=file]')).toHaveAttribute('accept', /image\//)
  expect(calls).toBe(0)
})

test('the preview of a file with a long name fits its dialog', async ({ ownerPage: page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/')
    await page.getByRole('button', { name: '+ Create new' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await dialog.locator('input[type=file]').setInputFiles({
      ...(await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } })),
      name: `${'landing-page-final-'.repeat(6)}.png`,
    })
    await expect(dialog.getByRole('img')).toBeVisible()
    const frame = await boxOf(dialog)
    for (const part of [dialog.getByText('Choose another'), dialog.locator('.drop-zone')]) {
      const box = await boxOf(part)
      expect(box.x + box.width, `right end at ${width} px`).toBeLessThanOrEqual(frame.x + frame.width)
    }
  }
})

test('without a token a project cannot be created, and the dialog says why', async ({ dashboard: page }) => {
  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill('Site')
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } }))
  // Like another program on the machine, without an event for this tab.
  await page.evaluate(() => localStorage.clear())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(
    page.getByText('You must be logged in to create a project. Try logging in again.'),
  ).toBeVisible()
})

test('a rename to blank is refused beside the field', async ({ ownerProjectPage: page }) => {
  await page.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Project' })
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

test('a blank comment is not sent and shows what is missing', async ({ page, project }) => {
  let calls = 0
  await page.route('**/comment/add/**', (route) => {
    calls += 1
    return route.continue()
  })
  await openProject(page, project._id)
  await writeComment(page, { x: 200, y: 200 }, { name: '  ', text: ' \n ' })
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByText('Add your name, so the designer knows who speaks.')).toBeVisible()
  await expect(composer(page).getByText('Write a few words first.')).toBeVisible()
  await expect(composer(page).getByLabel('Your name')).toBeFocused()
  expect(calls).toBe(0)
})

test('an error is announced even if its field already has the focus', async ({ projectPage: page }) => {
  await clickDesign(page, 200, 200)
  await composer(page).getByLabel('Your name').fill('Ana')
  await composer(page).getByLabel('Your comment').focus()
  await page.keyboard.press('Control+Enter')
  await expect(composer(page).getByRole('alert')).toHaveText('Write a few words first.')
})
