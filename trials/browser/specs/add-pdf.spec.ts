import type { Page } from '@playwright/test'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { dropFiles } from '../support/drop-files'
import { design, openProject } from '../support/project-page'
import { expect, test } from '../support/test'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Add|New version of)/ })
const pages = (page: Page) => dialog(page).getByRole('group', { name: 'Pages of Checkout.pdf' })
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const colours = [
  [0.9, 0.3, 0.2],
  [0.2, 0.6, 0.4],
  [0.2, 0.3, 0.8],
] as const
const page = (at: number, width = 300) => filledPage(width, 200, [...(colours[at % 3] ?? colours[0])])

test('the designer chooses pages of a PDF by mouse and keyboard, and each becomes a design @core @axe', async ({
  ownerPage,
  newProject,
}) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(ownerPage, project._id)
  await dropFiles(ownerPage, [pdf('Checkout.pdf', pdfOf([page(0), page(1), page(2)]))])

  await expect(dialog(ownerPage)).toContainText('3 pages, each becomes a design')
  await expect(ownerPage.getByRole('dialog', { name: 'Add 3 pages' })).toBeVisible()
  await expect(pages(ownerPage).getByRole('checkbox')).toHaveCount(3)
  await expect(pages(ownerPage).getByRole('checkbox', { name: 'Page 1' })).toBeFocused()
  await expect(pages(ownerPage).locator('img').last()).toHaveJSProperty('complete', true)
  await expectAccessible(ownerPage, 'the pages of a PDF')

  await pages(ownerPage).getByRole('checkbox', { name: 'Page 2' }).click()
  await expect(dialog(ownerPage).getByRole('combobox', { name: 'Pages to take' })).toHaveValue('some')
  await pages(ownerPage).getByRole('checkbox', { name: 'Page 3' }).focus()
  await ownerPage.keyboard.press('Space')
  // One page can also be a version.
  await expect(dialog(ownerPage).getByRole('combobox')).toContainText('Another design: Checkout 1')
  await ownerPage.keyboard.press('Space')
  await dialog(ownerPage).getByRole('button', { name: 'Upload 2 designs' }).click()

  await expect(ownerPage.getByText('2 designs added')).toBeVisible()
  await expect(design(ownerPage)).toHaveAttribute('alt', 'Design: Checkout 1, version 1')
  const { designs } = await project.read()
  expect(designs.map(({ title }) => title)).toEqual(['Landing page', 'Checkout 1', 'Checkout 3'])
})

test('a PDF with one page can become a version of a design', async ({ ownerPage, newProject }) => {
  const project = await newProject({ name: 'Checkout' })
  await openProject(ownerPage, project._id)
  await dropFiles(ownerPage, [pdf('Checkout.pdf', pdfOf([page(1)]))])

  await expect(dialog(ownerPage).getByRole('combobox')).toContainText('New version of Checkout')
  await dialog(ownerPage).getByRole('button', { name: 'Upload', exact: true }).click()

  await expect(ownerPage.getByText('Version 2 of Checkout is up. Round 2 is open.')).toBeVisible()
  await expect(design(ownerPage)).toHaveAttribute('alt', /version 2$/)
})

test('the pages of a file of Illustrator are offered like those of a PDF', async ({
  ownerPage,
  newProject,
}) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(ownerPage, project._id)
  const buffer = pdfOf([page(0), page(1)])
  await dropFiles(ownerPage, [{ name: 'Checkout.ai', mimeType: 'application/postscript', buffer }])

  await expect(dialog(ownerPage)).toContainText('2 pages, each becomes a design')
  await dialog(ownerPage).getByRole('button', { name: 'Upload 2 designs' }).click()
  await expect(ownerPage.getByText('2 designs added')).toBeVisible()
})

test('an unreadable PDF shows the reason, and a page that is too large is not offered @axe', async ({
  ownerPage,
  newProject,
}) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(ownerPage, project._id)
  const broken = pdfOf([page(0)]).subarray(0, 40)
  await dropFiles(ownerPage, [
    pdf('Broken.pdf', broken),
    pdf('Checkout.pdf', pdfOf([page(0), page(1, 3_000_000), page(2)])),
  ])

  await expect(dialog(ownerPage).getByRole('alert')).toHaveText(
    'This PDF is damaged and cannot be read. Export it again.',
  )
  await expect(pages(ownerPage).getByRole('checkbox', { name: 'Page 2' })).toBeDisabled()
  await expect(dialog(ownerPage).getByRole('button', { name: 'Upload 2 designs' })).toBeVisible()
  await expectAccessible(ownerPage, 'a PDF that was refused')
})

test('at most 40 pages of a long PDF are added, also on a phone @axe', async ({ ownerPage, newProject }) => {
  await ownerPage.setViewportSize({ width: 360, height: 740 })
  const project = await newProject({ name: 'Landing page' })
  await openProject(ownerPage, project._id)
  await dropFiles(ownerPage, [pdf('Checkout.pdf', pdfOf(Array.from({ length: 42 }, (_, at) => page(at))))])

  await expect(dialog(ownerPage)).toContainText('Take at most 40 pages at a time.')
  const last = pages(ownerPage).getByRole('checkbox', { name: 'Page 42' })
  await expect(last).toBeDisabled()
  await expectNoSidewaysScroll(ownerPage, 'a long PDF on a phone')
  await expectAccessible(ownerPage, 'a long PDF on a phone')
  await pages(ownerPage).getByRole('checkbox', { name: 'Page 1', exact: true }).click()
  await last.click()
  await expect(last).toBeChecked()
})
