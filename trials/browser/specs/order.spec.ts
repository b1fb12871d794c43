import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { openProject } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

test('many projects are labelled, archived, duplicated and deleted, each with Undo, by keyboard too @core @axe', async ({
  newProject,
  dashboard: page,
  openPage,
}) => {
  const projects = []
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) projects.push(await newProject({ name }))
  const [alpha] = projects
  if (!alpha) throw new Error('A project is missing.')
  const guest = await openPage()
  await openProject(guest, alpha._id)
  await page.reload()
  const cards = page.getByRole('article')
  const bar = page.getByRole('group', { name: 'Selected projects' })
  const note = (text: string) => page.getByRole('region', { name: 'Notes' }).getByText(text)
  await expect(cards).toHaveCount(4)

  // By keyboard alone: select two projects and label them.
  await page.getByLabel('Select Alpha').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Select Beta').focus()
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page, 'selected projects')
  await bar.getByRole('button', { name: 'Label' }).focus()
  await page.keyboard.press('Enter')
  const labels = page.getByRole('dialog', { name: 'Labels' })
  await labels.getByLabel('New label').fill('Spring')
  await page.keyboard.press('Enter')
  await expect(labels.getByLabel('Spring')).toBeChecked()
  await expectAccessible(page, 'labels')
  await labels.getByRole('button', { name: 'Save' }).click()
  await expect(note('Labels changed')).toBeVisible()
  const chip = page.getByRole('group', { name: 'Labels' }).getByRole('button', { name: 'Spring' })
  await chip.click()
  await expect(cards).toHaveCount(2)
  await expectGoodAtWidths(page, 'projects with a label', [360, 1440])
  await chip.click()

  // The link of an archived project closes if the designer wants it. Undo opens it again.
  await page.getByRole('button', { name: 'Actions for Alpha' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const archive = page.getByRole('dialog', { name: 'Archive' })
  await archive.getByLabel('Close the link too').check()
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect(cards).toHaveCount(3)
  await expect(guest.getByText('This link was closed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(cards).toHaveCount(4)
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Alpha' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Alpha' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await archive.getByRole('button', { name: 'Archive' }).click()
  await page.locator('main summary').click()
  await expectAccessible(page, 'archived projects')
  await page.getByRole('button', { name: 'Take out Alpha' }).click()
  await expect(cards).toHaveCount(4)

  await page.getByRole('button', { name: 'Actions for Beta' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Beta (2)' })).toBeVisible()
  await page.getByLabel('Select Beta (2)').check()
  await page.getByLabel('Select Gamma').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cards).toHaveCount(3)
  await expect(note('2 projects deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(cards).toHaveCount(5)
})

test('an older version becomes the newest again, and Undo takes that back', async ({
  ownerPage: page,
  project,
}) => {
  const { buffer } = await drawDesign({ width: 900, height: 700, marker: { x: 50, y: 50 } })
  await project.addVersion({ image: buffer })
  await openProject(page, `${project._id}?v=1`)
  await page.getByRole('button', { name: /choose a version/ }).click()
  await page.getByRole('menuitem', { name: 'Make this the newest' }).click()
  await expect(page.getByText('Version 3 is version 1 again')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Version 3 is version 1 again')).toBeHidden()
  await expect(page.getByRole('button', { name: /version 2.*choose a version/i })).toBeVisible()
})
