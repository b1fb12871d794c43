import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectGoodAtWidths } from '../support/accessibility'
import { givenComment, givenDesign, unique } from '../support/api-client'
import { boxOf, openExport as pressExport, openProject } from '../support/project-page'
import { expect, phone, test } from '../support/test'
import { smallTargets } from '../support/touch'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

const choose = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true }).click()

async function openExport(page: Page) {
  await pressExport(page)
  await expect(dialog(page)).toBeVisible()
}

async function download(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a checklist is copied to the clipboard by keyboard @core', async ({
  page,
  context,
  newProject,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id, name } = await newProject()
  const text = unique('The moon')
  await givenComment(request, _id, { text })
  await openProject(page, _id)

  const menu = page.getByRole('button', { name: 'Sort and filter comments' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'Markdown checklist' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByText('1 comment', { exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Copy checklist' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Checklist copied, 1 comment')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(menu).toBeFocused()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`## ${name}, round 1`)
  expect(copied).toContain(`- [ ] **1** ${text} (Priya, [open](`)
})

test('comments of other designs can be exported from a design without comments', async ({
  page,
  project,
}) => {
  const { buffer: image } = await drawDesign({ width: 300, height: 200, marker: { x: 40, y: 40 } })
  const poster = await project.addDesign({ name: 'Poster', image })
  await openProject(page, project._id)
  await expect(page.getByText('No comments yet').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort and filter comments' })).toHaveCount(0)
  await project.addComment({ design: poster._id, x: 5, y: 5 })
  await openExport(page)
  await expect(dialog(page).getByText(/^1 comment from/)).toBeVisible()
})

test('a file contains the listed comments of the chosen designs', async ({
  page,
  newProject,
  request,
  account,
}) => {
  const { _id, name } = await newProject()
  const poster = await givenDesign(request, account, _id, {
    name: 'Poster',
    image: (await drawDesign({ width: 300, height: 200, marker: { x: 40, y: 40 } })).buffer,
  })
  const [moon, train] = [unique('Moon'), unique('Train')]
  await givenComment(request, _id, { text: moon })
  await givenComment(request, _id, { text: train })
  await givenComment(request, _id, { text: unique('Poster'), design: poster._id, x: 5, y: 5 })
  await openProject(page, _id)

  await openExport(page)
  await expect(dialog(page).getByText('3 comments from 2 designs')).toBeVisible()
  await dialog(page).getByRole('checkbox', { name: 'Poster, 1 comment' }).uncheck()
  await expect(dialog(page).getByText('2 comments from 1 design')).toBeVisible()
  await dialog(page).getByText('For developers').click()
  await dialog(page).getByRole('radio', { name: 'JSON', exact: true }).check()
  const json = await download(page, 'Download .json')
  expect(json.name).toBe(`${name} - comments.json`)
  expect(JSON.parse(json.bytes.toString()).comments.map((one: { text: string }) => one.text)).toEqual([
    moon,
    train,
  ])
  await expect(page.getByText('JSON saved')).toBeVisible()

  await page.getByRole('button', { name: 'Search comments' }).click()
  await page.getByRole('searchbox').fill(train)
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await openExport(page)
  await expect(dialog(page).getByRole('radio', { name: 'As shown' })).toBeChecked()
  await expect(dialog(page).getByRole('radio', { name: 'JSON', exact: true })).toBeChecked()
  await expect(dialog(page).getByText('1 of 3 comments from 1 design')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'CSV' }).check()
  const csv = await download(page, 'Download .csv')
  expect(csv.bytes.toString()).toContain(train)
  expect(csv.bytes.toString()).not.toContain(moon)
})

test('pictures of several designs are saved as one archive, a single one as it is', async ({
  page,
  newProject,
}) => {
  const project = await newProject({ name: 'Norra' })
  const image = (await drawDesign({ width: 300, height: 200, marker: { x: 40, y: 40 } })).buffer
  const poster = await project.addDesign({ name: 'Poster', image })
  await project.addComment()
  await project.addComment({ design: poster._id, x: 5, y: 5 })
  await openProject(page, project._id)

  await openExport(page)
  await dialog(page).getByRole('radio', { name: 'PNG with pins' }).check()
  const archive = await download(page, 'Download')
  expect(archive.name).toBe('Norra - designs.zip')
  expect(archive.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  for (const entry of ['1 Norra, version 1.png', '2 Norra - Poster, version 1.png']) {
    expect(archive.bytes.includes(entry)).toBe(true)
  }
  await openExport(page)
  await dialog(page)
    .getByRole('checkbox', { name: /^Norra, / })
    .uncheck()
  const only = await download(page, 'Download')
  expect(only.name).toBe('Norra - Poster, version 1.png')
  expect(only.bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('a failure shows in the dialog, and can be retried', async ({ page, project }) => {
  await project.addComment()
  await openProject(page, project._id)
  await page.route('**/export?**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Many images are being prepared.', code: 'images_busy' } }),
  )
  await openExport(page)
  await dialog(page).getByRole('radio', { name: 'PNG with pins' }).check()
  await press(page, 'Download')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Could not create the PNG. Nothing was saved. Many images are being prepared.',
  )
  await page.unroute('**/export?**')
  const picture = await download(page, 'Download')
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('Print opens the report of the chosen comments; without an open comment it says what to choose', async ({
  page,
  ownerPage,
  project,
}) => {
  const text = unique('Shown')
  const { _id: comment } = await project.addComment({ text })
  await openProject(ownerPage, project._id)
  await openExport(page)
  await choose(page, 'Open')
  await dialog(page).getByRole('radio', { name: 'Print or PDF' }).check()
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    dialog(page).getByRole('link', { name: 'Print…' }).click(),
  ])
  await expect(report.getByText(text).first()).toBeVisible()
  expect(new URL(report.url()).searchParams.get('status')).toBe('open')

  await project.resolveComment(comment)
  await openProject(page, project._id)
  await openExport(page)
  await choose(page, 'Open')
  await expect(
    dialog(page).getByText('No open comments. Choose “All” to export the resolved one.'),
  ).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Markdown checklist' }).check()
  await expect(dialog(page).getByRole('button', { name: 'Copy checklist' })).toBeDisabled()
  await choose(page, 'All')
  await expect(dialog(page).getByRole('button', { name: 'Copy checklist' })).toBeEnabled()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the dialog is accessible at every width, ${colorScheme} @axe`, async ({ page, project }) => {
    test.slow()
    await project.addDesign({
      name: 'Poster '.repeat(8),
      image: (await drawDesign()).buffer,
    })
    await project.addComment()
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 1024, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await openProject(page, project._id)
      const handle = page.getByRole('button', { name: /^Comments/ })
      if (width < 768) await handle.click()
      await openExport(page)
      await expectGoodAtWidths(page, 'export', [width])
      if (width >= 768) continue
      expect(await smallTargets(dialog(page).getByRole('radiogroup', { name: 'Comments' }))).toEqual([])
      // The whole label of a radio button or checkbox is clickable.
      const heights = await dialog(page)
        .locator('label')
        .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    }
  })
}

test('a failure is in view on a phone, above the buttons', async ({ openPage, project }) => {
  await project.addComment()
  const page = await openPage({ ...phone, viewport: { width: 360, height: 740 } })
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Comments/ }).tap()
  await openExport(page)
  await page.route('**/export?**', (route) => route.abort())
  await press(page, 'Download .md')
  const failure = dialog(page).getByRole('alert')
  await expect(failure).toContainText('Could not create the checklist. Nothing was saved.')
  await expect(failure).toBeInViewport({ ratio: 1 })
  const [strip, button] = [
    await boxOf(failure),
    await boxOf(dialog(page).getByRole('button', { name: 'Download .md' })),
  ]
  expect(strip.y + strip.height).toBeLessThan(button.y)
})
