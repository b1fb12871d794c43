import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { renderLandingPage } from '../support/landing-page'
import { composer, openProject } from '../support/project-page'
import { expect, phone, test as base } from '../support/test'

/** A project whose only version has a build with another button. */
const test = base.extend({
  project: async ({ browser, newProject, request, account }, use) => {
    const project = await newProject({ image: await renderLandingPage(browser) })
    const [design] = (await project.read()).designs
    const image = await renderLandingPage(browser, { hasNewButton: true })
    const answer = await request.put(
      `/projects/${project._id}/designs/${design?._id}/versions/${design?.versions[0]?._id}/build`,
      {
        headers: { Authorization: `Bearer ${account.token}` },
        multipart: { image: { name: 'build.png', mimeType: 'image/png', buffer: image } },
      },
    )
    expect(answer.status(), await answer.text()).toBe(200)
    await use(project)
  },
})

test('a reviewer compares the design with its build and comments on a difference, by keyboard @axe', async ({
  page,
  project,
}) => {
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Build', exact: true }).press('Enter')
  const window = page.getByRole('dialog', { name: /^Compare .* with its build$/ })
  await expect(page).toHaveURL(/\?compare=1-build$/)
  await expect(window.getByText(/^Build, /)).toBeVisible()

  await page.keyboard.press('4')
  await expect(window.getByRole('heading', { name: 'Differences' })).toBeVisible()
  const row = window.getByRole('listitem').first()
  await expect(row).toContainText('Looks different')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the differences to a build, ${colorScheme}`)
  }
  await row.getByRole('button', { name: 'Comment on this' }).press('Enter')

  await expect(window).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue(
    /^In the build: \d+ px wider, colour off by \d+\. $/,
  )
  await composer(page).getByLabel('Your name').fill('Ana Ruiz')
  await composer(page).getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(composer(page)).toHaveCount(0)
  // The button of the design.
  expect(await project.readFirstComment()).toMatchObject({ kind: 'region', x: 80, y: 328 })
})

test('the owner adds, replaces and removes a build from the menu of the version @axe', async ({
  browser,
  ownerPage: page,
  newProject,
}) => {
  const project = await newProject({ image: await renderLandingPage(browser) })
  await page.goto(`/project/${project._id}`)
  const menu = page.getByRole('button', { name: /, Version 1 actions$/ })
  const pick = async (item: string, image: Buffer) => {
    await menu.click()
    const picking = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: item }).click()
    await (await picking).setFiles({ name: 'built.png', mimeType: 'image/png', buffer: image })
    const dialog = page.getByRole('dialog', { name: /^Build of version 1 of/ })
    await expectAccessible(page, 'the dialog of a build')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('The build of version 1 is stored')).toBeVisible()
  }
  const built = async () => (await project.read()).designs[0]?.versions[0]?.build?._id

  await pick('Add build…', await renderLandingPage(browser, { hasNewButton: true }))
  const first = await built()
  expect(first).toBeDefined()
  await pick('Replace build…', await renderLandingPage(browser, { hasBand: true }))
  await expect.poll(built).not.toBe(first)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove build' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the build of version 1?' })
  await question.getByRole('button', { name: 'Remove build' }).click()
  await expect.poll(built).toBeUndefined()
  await expect(page.getByRole('button', { name: 'Build', exact: true })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a build is compared by touch @axe', async ({ page, project }) => {
    await openProject(page, project._id)
    await page.goto(`${page.url()}?compare=1-build`)
    const window = page.getByRole('dialog', { name: /^Compare .* with its build$/ })
    await expect(
      window.getByRole('slider', { name: 'Divider between version 1 and its build' }),
    ).toBeVisible()
    await expectNoSidewaysScroll(page, 'a build on a phone')
    await expectAccessible(page, 'a build on a phone')
  })
})
