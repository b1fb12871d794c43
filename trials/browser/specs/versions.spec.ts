import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectNoSidewaysScroll, expectGoodAtWidths } from '../support/accessibility'
import { landingSpots, renderLandingPage } from '../support/landing-page'
import { boxOf, clickDesign, composer, design, openProject, pin, writeComment } from '../support/project-page'
import { expect, phone, test as base } from '../support/test'
import type { TestProject } from '../support/test-project'

const draw = async (x: number) => (await drawDesign({ marker: { x, y: 400 } })).buffer

const test = base.extend<{ threeVersions: TestProject }>({
  /** A project of three versions: one comment was made on the second, one on the third. */
  threeVersions: async ({ project }, use) => {
    const note = 'Warmer cards. The moon moved right.'
    const second = await project.addVersion({ image: await draw(700), note })
    await project.addComment({ text: 'The prices jump', version: second._id, x: 300, y: 300 })
    const third = await project.addVersion({ image: await draw(800) })
    await project.addComment({ text: 'The train sits low', version: third._id, x: 700, y: 300 })
    await use(project)
  },
})

const shownVersion = (page: Page) =>
  design(page).evaluate((image) => image.getAttribute('alt')?.replace(/^.*?(\d+)$/, 'version $1'))
const menuButton = (page: Page) => page.getByRole('button', { name: /choose a version/ })
const oldBar = (page: Page) => page.getByRole('region', { name: 'Old version' })

test('an old version is selected by keyboard, read, and closed by one press @core', async ({
  page,
  threeVersions: project,
}) => {
  await openProject(page, project._id)
  await expect(pin(page, 1)).toHaveAccessibleName(/^Comment 1 by Priya, open:/)

  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /Version 3/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: /Version 2/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await expect(menuButton(page)).toBeFocused()
  await expect(page).toHaveURL(/\?v=2$/)
  await expect(oldBar(page)).toContainText('Version 2 of 3')
  await expect(oldBar(page)).toContainText('Warmer cards. The moon moved right.')

  await expect(pin(page, 1)).toHaveAccessibleName(/^Comment 1 by Priya, open:/)
  await expect(pin(page, 2)).toHaveCount(0)
  await clickDesign(page, 500, 200)
  await page.keyboard.press('c')
  await expect(composer(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(oldBar(page)).toBeVisible()

  await page.reload()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await oldBar(page).getByRole('button', { name: 'Go to the newest' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 3')
  await expect(oldBar(page)).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()
  await page.goBack()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
})

test('opening a menu does not change the page', async ({ page, threeVersions: project }) => {
  await openProject(page, project._id)
  const work = page.locator('.project-work')
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeVisible()
  const before = await boxOf(work)
  await menuButton(page).click()
  await expect(page.getByRole('menuitemradio', { name: /Version 3/ })).toBeVisible()
  expect(await boxOf(work)).toEqual(before)
})

test('a version of another person is announced, and a draft moves to it', async ({
  projectPage: page,
  project,
}) => {
  await clickDesign(page, 300, 200)
  await composer(page).getByLabel('Your name').fill('Tom Keller')
  const words = composer(page).getByLabel('Your comment')
  await words.fill('Half a thought')

  await project.addVersion({ image: await draw(900) })
  await expect(page.getByText('Version 2 is here.')).toBeVisible()
  await expect(words).toBeFocused()
  await page.keyboard.type(', and its end')
  expect(await shownVersion(page)).toBe('version 1')

  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await expect(words).toHaveValue('Half a thought, and its end')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(pin(page, 1)).toHaveAccessibleName(/^Comment 1 by Tom Keller, open:/)
  const { comments, designs } = await project.read()
  expect(comments[0]?.version).toBe(designs[0]?.versions[1]?._id)
})

test('a comment that was begun on an old version is sent from the composer, once the newest is shown @axe', async ({
  projectPage: page,
  project,
}) => {
  await writeComment(page, { x: 300, y: 200 }, { name: 'Tom Keller', text: 'Half a thought' })
  await project.addVersion({ image: await draw(900) })
  await expect(page.getByText('Version 2 is here.')).toBeVisible()

  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(page).getByRole('alert')).toContainText('There is a newer version of this design.')
  await expectAccessible(page, 'a comment refused on an old version')
  await composer(page).getByRole('button', { name: 'Show version 2' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await expect(composer(page).getByRole('alert')).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toBeFocused()
  await expect(page.getByText('Version 2 is here.')).toHaveCount(0)
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(pin(page, 1)).toHaveAccessibleName(/^Comment 1 by Tom Keller, open:/)
})

test('a draft moves with the part of the design that it was started on', async ({
  page,
  browser,
  newProject,
}) => {
  const project = await newProject({ image: await renderLandingPage(browser) })
  await openProject(page, project._id)
  const { width } = await boxOf(design(page))
  const { x, y } = landingSpots.card
  await clickDesign(page, (x * width) / 1200, (y * width) / 1200)
  await composer(page).getByLabel('Your comment').fill('About the single cabin')
  await page.keyboard.press('Escape')
  const draft = page.getByRole('button', { name: 'Draft comment, not sent yet' })
  /** Of the pin below the top of the design, in pixels of the image. */
  const height = async () => {
    const [pinBox, designBox] = [await boxOf(draft), await boxOf(design(page))]
    return ((pinBox.y - designBox.y) * 1200) / designBox.width
  }
  const before = await height()
  await project.addVersion({ image: await renderLandingPage(browser, { hasBand: true }) })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 2')

  await expect.poll(height).toBeGreaterThan(before + 254)
  expect(await height()).toBeLessThan(before + 266)
})

test('links open the version of a comment, and report unknown ones', async ({
  page,
  threeVersions: project,
}) => {
  const { comments } = await project.read()
  await page.goto(`/project/${project._id}?comment=${comments[0]?._id}&v=2`)
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await expect(page.getByRole('dialog', { name: /^Comment 1 by/ })).toBeVisible()
  await page.goto(`/project/${project._id}?v=7`)
  await expect(page.getByText('Version 7 is not there. This is the newest.')).toBeVisible()
  expect(await shownVersion(page)).toBe('version 3')
  await expect(page).toHaveURL(new RegExp(`/project/${project._id}$`))
})

test('the owner downloads the uploaded file of the shown version', async ({
  ownerPage: page,
  newProject,
}) => {
  const image = await draw(600)
  const project = await newProject({ image, name: 'Norra' })
  await project.addVersion({ image: await draw(700) })
  await page.goto(`/project/${project._id}?v=1`)
  await menuButton(page).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download original' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Norra.*\.png$/)
  expect((await readFile(await download.path())).equals(image)).toBe(true)
})

test('the owner removes the newest version, undoes it, and restores it later', async ({
  ownerPage: page,
  threeVersions: project,
}) => {
  await openProject(page, project._id)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Remove version 3' }).click()
  await expect(page.getByText('Version 3 removed')).toBeVisible()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await expect(oldBar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 3')

  await menuButton(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Remove version 3' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await page.reload()
  await expect.poll(() => shownVersion(page)).toBe('version 2')
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Restore version 3' }).click()
  await expect.poll(() => shownVersion(page)).toBe('version 3')
  await expect(page.getByText('Version 3 is here.')).toHaveCount(0)
  expect((await project.read()).designs[0]?.versions).toHaveLength(3)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`versions are accessible on a wide screen, ${colorScheme} @axe`, async ({
    page,
    threeVersions: project,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    await menuButton(page).click()
    await expect(page.getByRole('menuitemradio')).toHaveCount(3)
    await expectAccessible(page, 'the menu of versions')
    await page.getByRole('menuitemradio', { name: /Version 2/ }).click()
    await expect(oldBar(page)).toContainText('Version 2 of 3')
    await expectGoodAtWidths(page, 'an old version', [1440, 1024, 768])
  })

  test(`versions are selected by touch on a phone, ${colorScheme} @axe`, async ({
    openPage,
    threeVersions: project,
  }) => {
    const page = await openPage({ ...phone, colorScheme })
    await openProject(page, project._id)
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Versions' }).tap()
    const sheet = page.getByRole('dialog', { name: /^Versions of/ })
    await expect(sheet.getByRole('button', { name: /Version/ })).toHaveCount(3)
    await expectAccessible(page, 'the sheet of versions')
    await sheet.getByRole('button', { name: /Version 2/ }).tap()
    await expect.poll(() => shownVersion(page)).toBe('version 2')
    await expect(oldBar(page)).toContainText('Version 2 of 3')
    await expectAccessible(page, 'an old version on a phone')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'an old version at 360')
    await oldBar(page).getByRole('button', { name: 'Go to the newest' }).tap()
    await expect.poll(() => shownVersion(page)).toBe('version 3')
  })
}

test('Back leaves a page that was opened with a version that does not exist', async ({ page, project }) => {
  await page.goto('/plans')
  await page.goto(`/project/${project._id}?v=7`)
  await expect(page.getByText('Version 7 is not there. This is the newest.')).toBeVisible()
  await expect(page).toHaveURL(`/project/${project._id}`)
  await page.goBack()
  await expect(page).toHaveURL('/plans')
})
