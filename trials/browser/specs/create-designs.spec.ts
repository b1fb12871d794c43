import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { readProject } from '../support/api-client'
import type { GivenFile } from '../support/drop-files'
import { failFirst, loseFirstAnswer } from '../support/fail-first'
import { holdBack } from '../support/hold-back'
import { asksBeforeLeaving } from '../support/leaving'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

const png = async (name: string, x: number) => ({
  name,
  mimeType: 'image/png',
  buffer: (await drawDesign({ width: 600, height: 800, marker: { x, y: 200 } })).buffer,
})
const create = (page: Page) => page.getByRole('dialog', { name: 'Create New Project' })
const adding = (page: Page) => page.getByRole('dialog', { name: /^Add(ing)? \d files?$/ })

async function chooseFiles(page: Page, files: GivenFile[]) {
  await page.getByRole('button', { name: 'Create new' }).first().click()
  await create(page).locator('input[type=file]').setInputFiles(files)
}

test('several files create one project of several designs; a failed one stops no other and is retried @core @axe', async ({
  dashboard: page,
  request,
  account,
}) => {
  await chooseFiles(page, [
    await png('Landing page.png', 100),
    await png('Checkout.png', 200),
    { name: 'Broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    await png('Receipt.png', 400),
  ])
  await expect(create(page)).toContainText('And 3 more designs: Checkout.png, Broken.png, Receipt.png')
  await expectAccessible(page, 'a project of several designs')
  await create(page).getByLabel('Name').fill('Norra Nights')
  await failFirst(page, '**/designs')
  await create(page).getByRole('button', { name: 'Create' }).click()

  await expect(adding(page)).toContainText('The upload was not confirmed. Try again: nothing is added twice.')
  await expect(adding(page)).toContainText('This file is not a supported image.')
  await expect(adding(page).getByText('Done')).toHaveCount(1)
  await expectAccessible(page, 'designs that could not be added')
  await adding(page).getByRole('button', { name: 'Retry' }).click()
  await expect(adding(page).getByText('Done')).toHaveCount(2)
  await adding(page).getByRole('button', { name: 'Close' }).last().click()

  await expect(page.getByText('3 designs · Edited')).toBeVisible()
  await expect(page.getByText('Project “Norra Nights” created')).toBeVisible()
  const href = await page.getByRole('link', { name: 'Norra Nights' }).getAttribute('href')
  const { designs } = await readProject(request, account, href?.split('/').pop() ?? '')
  expect(designs.map(({ title }) => title)).toEqual(['Landing page', 'Receipt', 'Checkout'])
})

test('the browser asks before it leaves a project that is being created', async ({ dashboard: page }) => {
  await chooseFiles(page, [await png('Landing page.png', 100)])
  const { release } = await holdBack(page, '**/projects')
  await create(page).getByRole('button', { name: 'Create' }).click()
  expect(await asksBeforeLeaving(page)).toBe(true)
  release()
  await expect(page.getByText('Project “Landing page” created')).toBeVisible()
})

test('a new project with a lost answer exists once after a retry', async ({ dashboard: page }) => {
  await chooseFiles(page, [await png('Landing page.png', 100)])
  await loseFirstAnswer(page, '**/projects')
  await create(page).getByRole('button', { name: 'Create' }).click()
  await expect(create(page).getByRole('alert')).toBeVisible()
  await create(page).getByRole('button', { name: 'Create' }).click()

  await expect(page.getByText('Project “Landing page” created')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Landing page' })).toHaveCount(1)
})

test('one press creates a project with one of the files, also on a phone', async ({ dashboard: page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await chooseFiles(page, [await png('Landing page.png', 100), await png('Checkout.png', 200)])
  await expect(create(page)).toContainText('And 1 more design: Checkout.png')
  await expectNoSidewaysScroll(page, 'a project of two designs')
  await create(page).getByRole('button', { name: 'Only the first' }).click()
  await create(page).getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Project “Landing page” created')).toBeVisible()
  await expect(page.getByText(/designs · Edited/)).toHaveCount(0)
})

test('the pages of a PDF create one project', async ({ dashboard: page, request, account }) => {
  const pages = [filledPage(300, 200, [0.9, 0.3, 0.2]), filledPage(300, 200, [0.2, 0.3, 0.8])]
  await chooseFiles(page, [{ name: 'Checkout.pdf', mimeType: 'application/pdf', buffer: pdfOf(pages) }])
  await expect(create(page)).toContainText('Each page becomes a design.')
  await expect(create(page).getByLabel('Name')).toHaveValue('Checkout')
  await create(page).getByRole('button', { name: 'Create' }).click()

  await expect(page.getByText('2 designs · Edited')).toBeVisible()
  const href = await page.getByRole('link', { name: 'Checkout' }).getAttribute('href')
  const { designs } = await readProject(request, account, href?.split('/').pop() ?? '')
  expect(designs.map(({ title }) => title)).toEqual(['Checkout 1', 'Checkout 2'])
})

test('a PDF is chosen by the second control, and a file without a type is judged by the server', async ({
  dashboard: page,
}) => {
  await page.getByRole('button', { name: 'Create new' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await create(page).getByRole('button', { name: 'Choose a PDF' }).click()
  const buffer = pdfOf([filledPage(300, 200, [0.9, 0.3, 0.2])])
  await (await chooser).setFiles([{ name: 'Checkout.pdf', mimeType: 'application/pdf', buffer }])
  await expect(create(page)).toContainText('Each page becomes a design.')

  const picker = create(page).locator('input[type=file]')
  await picker.setInputFiles([{ name: 'notes.xyz', mimeType: '', buffer: Buffer.from('no image') }])
  await create(page).getByRole('button', { name: 'Create' }).click()
  await expect(create(page).getByRole('alert')).toContainText('This file is not a supported image.')
  await picker.setInputFiles([{ name: 'Poster.ai', mimeType: '', buffer }])
  await create(page).getByLabel('Name').fill('Poster')
  await create(page).getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Project “Poster” created')).toBeVisible()
})
