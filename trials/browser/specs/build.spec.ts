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

test('a reviewer compares the design with its build and begins a comment on a difference, by keyboard', async ({
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
  await expectAccessible(page, 'the differences to a build')
  await row.getByRole('button', { name: 'Comment on this' }).press('Enter')

  await expect(window).toHaveCount(0)
  await expect(composer(page).getByLabel('Your comment')).toHaveValue(
    /^In the build: \d+ px wider, colour off by \d+\. $/,
  )
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a build is compared by touch', async ({ page, project }) => {
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
