import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { dropFiles } from '../support/drop-files'
import { loseFirstAnswer } from '../support/fail-first'
import { holdToAbort } from '../support/hold-back'
import { asksBeforeLeaving } from '../support/leaving'
import { design, openProject } from '../support/project-page'
import { expect, phone, test } from '../support/test'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Add|New version of)/ })
const png = async (name: string, x: number, height = 3200) => ({
  name,
  mimeType: 'image/png',
  buffer: (await drawDesign({ marker: { x, y: 400 }, height })).buffer,
})

test('the designer adds a version with a note, and is told where it went @core @axe', async ({
  ownerPage: page,
  newProject,
}) => {
  const project = await newProject({ name: 'Landing page v1' })
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Landing page v1, Version 1 actions' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload new version…' }).click()
  await (await chooser).setFiles([await png('landing-page-v2.png', 900)])
  await expect(dialog(page)).toContainText('1440 × 3200 px')
  await expect(dialog(page).getByRole('combobox')).toHaveValue(/.+/)
  await expectAccessible(page, 'one file to add')
  await dialog(page).getByLabel('What changed?').fill('The moon moved right.')
  await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click()

  await expect(page.getByText('Version 2 of Landing page is up. Round 2 is open.')).toBeVisible()
  await expect(design(page)).toHaveAttribute('alt', /version 2$/)
  await expect(page.getByRole('button', { name: /choose a version/ })).toBeFocused()
  await expect(page.getByText('Version 2 is here.')).toHaveCount(0)
  const { designs } = await project.read()
  expect(designs[0]?.versions[1]).toMatchObject({ number: 2, note: 'The moon moved right.', round: 2 })
})

/** Drops a folder of the disk, as a file manager would. */
async function dropFolder(page: Page, path: string) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
}

test('a dropped folder gives the designs inside it in the order of their names, and one without designs is refused', async ({
  ownerPage: page,
  newProject,
}, testInfo) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(page, project._id)
  const folder = testInfo.outputPath('exports')
  const empty = testInfo.outputPath('notes')
  await Promise.all([`${folder}/mobile 😀`, empty].map((path) => mkdir(path, { recursive: true })))
  const { buffer } = await png('x', 700, 900)
  for (const name of ['screen 10.png', 'screen 2.png', 'mobile 😀/בית.png', '.hidden.png'])
    await writeFile(`${folder}/${name}`, buffer)
  await writeFile(`${folder}/read me.txt`, 'no image')

  await dropFolder(page, empty)
  await expect(dialog(page).getByRole('alert')).toHaveText('The file is empty.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await dropFolder(page, folder)
  await expect(dialog(page).getByRole('listitem').locator('bdi')).toHaveText([
    ...['בית.png', 'screen 2.png', 'screen 10.png'],
  ])
  await dialog(page).getByRole('button', { name: 'Upload 3 files' }).click()

  await expect
    .poll(async () => (await project.read()).designs.map(({ title }) => title))
    .toEqual(['Landing page', 'בית', 'screen 2', 'screen 10'])
})

test('dropped files are matched to their designs; refused ones show the reason, and the others are uploaded @axe', async ({
  ownerPage: page,
  newProject,
}) => {
  const first = await png('landing.png', 600)
  const project = await newProject({ name: 'Landing page', image: first.buffer })
  await openProject(page, project._id)
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') }
  await dropFiles(page, [{ ...first, name: 'landing-v2.png' }, await png('Checkout.png', 700, 900), text])

  await expect(dialog(page)).toContainText('Add 3 files')
  await expect(dialog(page)).toContainText('Same name and width')
  await expect(dialog(page)).toContainText('Nothing like it here yet')
  // No symbol of a broken picture.
  await expect(
    dialog(page).getByRole('listitem').filter({ hasText: 'notes.txt' }).locator('img'),
  ).toHaveCount(0)
  await expectAccessible(page, 'three files to add')
  await dialog(page).getByRole('button', { name: 'Upload 3 files' }).click()
  await expect(dialog(page)).toContainText('This file is not a supported image.')
  await expect(dialog(page)).toContainText('This is the same image as version 1.')
  await expect(dialog(page).getByText('Done')).toBeVisible()
  await expectAccessible(page, 'files that were refused')
  // The pressed button has disappeared, because nothing is left to send.
  await expect(dialog(page).getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(design(page)).toHaveAttribute('alt', 'Design: Checkout, version 1')
  await expect(page.getByText('Checkout added')).toBeVisible()
  expect((await project.read()).designs.map(({ title }) => title)).toEqual(['Landing page', 'Checkout'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(design(page)).toHaveAttribute('alt', 'Design: Landing page, version 1')
})

// iOS zooms into a field with smaller text, and stays there.
test('on a phone in landscape, fields have text of at least 16 px', async ({ openOwnerPage, newProject }) => {
  const page = await openOwnerPage({ ...phone, viewport: { width: 844, height: 390 } })
  const project = await newProject({ name: 'Landing page' })
  await openProject(page, project._id)
  await dropFiles(page, [await png('landing-v2.png', 800)])
  const fields = [dialog(page).getByRole('combobox'), dialog(page).getByLabel('What changed?')]
  for (const field of fields) {
    const size = await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    expect(size).toBeGreaterThanOrEqual(16)
  }
})

test('the browser asks before it leaves an upload, and an aborted one is retried', async ({
  ownerPage: page,
  newProject,
}) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(page, project._id)
  const { release } = await holdToAbort(page, '**/versions')
  await dropFiles(page, [await png('landing.png', 800)])
  await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog(page).getByRole('button', { name: /^Uploading/ })).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(true)
  release()
  await expect(dialog(page)).toContainText('The upload was not confirmed. Try again: nothing is added twice.')
  await page.unroute('**/versions')
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Version 2 of Landing page is up/)).toBeVisible()
})

test('uploads with lost answers are retried, and exist once', async ({ ownerPage: page, newProject }) => {
  const project = await newProject({ name: 'Landing page' })
  await openProject(page, project._id)
  for (const address of ['**/versions', '**/designs']) await loseFirstAnswer(page, address)
  await dropFiles(page, [await png('landing-v2.png', 800), await png('Checkout.png', 700, 900)])
  await dialog(page).getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(dialog(page).getByText('The upload was not confirmed.')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Retry' }).first().click()

  await expect(page.getByText('2 files are up. Round 2 is open.')).toBeVisible()
  const { designs } = await project.read()
  expect(designs.map(({ title, versions }) => [title, versions.length])).toEqual([
    ['Landing page', 2],
    ['Checkout', 1],
  ])
})

test('a guest cannot add files: a drop leaves the page as it is, a paste says who can', async ({
  projectPage: page,
}) => {
  // The part of the page that handles files is loaded when the page is idle.
  await expect(async () => {
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'pasted.png', { type: 'image/png' }))
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByText('Only the designer can add versions.').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await dropFiles(page, [])
  await expect(dialog(page)).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone the files are added in a sheet, ${colorScheme} @axe`, async ({
    openOwnerPage,
    newProject,
  }) => {
    const project = await newProject({ name: 'Landing page' })
    const page = await openOwnerPage({ ...phone, colorScheme })
    await openProject(page, project._id)
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Versions' }).tap()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'New version' }).tap()
    await (await chooser).setFiles([await png('landing.png', 800), await png('about.png', 300, 900)])
    await expect(dialog(page)).toContainText('Add 2 files')
    await expectAccessible(page, 'files to add on a phone')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'files to add at 360')

    await dialog(page).getByRole('button', { name: 'Upload 2 files' }).tap()
    await expect(page.getByText('2 files are up. Round 2 is open.')).toBeVisible()
  })
}
