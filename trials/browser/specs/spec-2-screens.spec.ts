import { drawDesign } from '@pinmark/testbed/test-image'
import { holdBack, holdToAbort } from '../support/hold-back'
import { clickDesign, commentRow, composer, openProject, pin } from '../support/project-page'
import { expect, logIn, test } from '../support/test'

test.use({ hasNewAccount: true })

test('without a login the dashboard redirects to /login, which returns to it', async ({ page, account }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the navbar shows Login and Register, and Logout after a login', async ({ page, account }) => {
  await page.goto('/login')
  const navigation = page.getByRole('navigation').first()
  await expect(navigation.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('link', { name: 'Pinmark' }).first()).toHaveAttribute('href', '/')
  await logIn(page, account)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await expect(navigation.getByRole('link', { name: 'Register' })).toHaveCount(0)
})

test('the dashboard shows heading, button, count, plan link, cards, menu and footer', async ({
  dashboard: page,
  newProject,
}) => {
  await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
  const project = await newProject()
  await newProject()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
  await expect(page.getByRole('button', { name: '+ Create new' })).toBeVisible()
  await expect(page.getByText(/2 projects available/)).toBeVisible()
  await expect(page.getByText('Pinmark. Free, and on your own server.')).toBeVisible()

  const card = page.getByRole('article').filter({ hasText: project.name })
  await expect(card.getByRole('link', { name: project.name })).toBeVisible()
  await expect(card.getByText(/^Edited \d{1,2} \w{3,4} \d{4}$/)).toBeVisible()
  const thumbnail = card.locator('img')
  await expect
    .poll(() => thumbnail.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0)

  await card.getByRole('button').click()
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['Rename', 'Share', 'People', 'Labels', 'Duplicate', 'Archive', 'Delete'],
  ])
  await page.keyboard.press('Escape')

  await card.getByRole('link', { name: project.name }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${project._id}$`))
  await page.goBack()
  await page.getByRole('link', { name: 'upgrade your plan' }).click()
  await expect(page).toHaveURL(/\/plans$/)
  await expect(page.getByRole('heading', { name: 'You already have everything' })).toBeVisible()
})

for (const [width, columns] of [
  [360, 1],
  [768, 2],
  [1024, 3],
  [1440, 4],
] as const) {
  test(`the dashboard has ${columns} columns at ${width} px`, async ({ dashboard: page, newProject }) => {
    const { buffer: image } = await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } })
    for (let index = 0; index < 5; index += 1) await newProject({ image })
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(5)
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(columns)
  })
}

test('a slow list shows that it is loading, and a failed one shows an error', async ({ dashboard: page }) => {
  const { release: fail } = await holdToAbort(page, '**/projects?*')
  await page.reload()
  await expect(page.getByText('Loading projects...')).toBeVisible()
  fail()
  await expect(page.getByText('Failed to load projects')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/projects?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("You don't have any projects yet.")).toBeVisible()
})

test('login and register have their fields and link to each other', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByLabel('Name')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the project page shows what the specification lists', async ({
  ownerPage: page,
  project,
  account,
  request,
}) => {
  await request.put(`/projects/${project._id}`, {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { description: 'Round 3. Colours are final.' },
  })
  const comment = await project.addComment()
  await openProject(page, project._id)

  await expect(page.getByRole('heading', { name: project.name, level: 1 })).toBeVisible()
  await expect(page.getByText('Round 3. Colours are final.')).toBeVisible()
  await expect(page.getByText(/^Edited \d{1,2} \w{3,4} \d{4}/).first()).toBeVisible()
  for (const name of ['Rename', 'Share', 'Delete']) {
    await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible()
  }
  await expect(pin(page, 1)).toBeVisible()
  const row = commentRow(page, comment.text)
  await expect(row).toContainText('Priya')
  await expect(row).toContainText(/Commented at \d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}/)

  await page.getByRole('button', { name: 'Hide Comments' }).click()
  await expect(pin(page, 1)).toBeHidden()
  await page.getByRole('button', { name: 'Show Comments' }).click()
  await expect(pin(page, 1)).toBeVisible()

  await clickDesign(page, 200, 300)
  await expect(composer(page).getByLabel('Your name')).toBeVisible()
  await expect(composer(page).getByLabel('Your comment')).toBeVisible()
  await expect(composer(page).getByRole('button', { name: 'Submit' })).toBeVisible()
})

test('the owner edits the description in place, and a guest only reads it', async ({
  ownerProjectPage: page,
  openPage,
  project,
}) => {
  await page.getByRole('button', { name: 'Add a description' }).click()
  await page.getByLabel('Description').fill('Please look at https://example.org/brief first.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'https://example.org/brief' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit description' })).toBeFocused()
  const guest = await openPage()
  await openProject(guest, project._id)
  await expect(guest.getByText('Please look at')).toBeVisible()
  await expect(guest.getByRole('button', { name: /description/ })).toHaveCount(0)
})

test('the project page shows loading, an unknown project, and a failure', async ({ page, project }) => {
  const { release: answer } = await holdBack(page, `**/projects/${project._id}?*`)
  await page.goto(`/project/${project._id}`)
  await expect(page.getByText('Loading project details...')).toBeVisible()
  answer()
  // Controls appear when the project has loaded. Its name and design are painted earlier.
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('heading', { name: project.name })).toBeVisible()

  await page.goto('/project/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByText('Project not found')).toBeVisible()
  await page.goto('/project/not-an-id')
  await expect(page.getByText('Project not found')).toBeVisible()

  await page.unrouteAll()
  await page.route(`**/projects/${project._id}?*`, (route) => route.abort())
  await page.goto(`/project/${project._id}`)
  await expect(page.getByText('Failed to load project')).toBeVisible({ timeout: 20_000 })
})

test('an unknown address has its own page', async ({ page }) => {
  const answer = await page.goto('/nowhere/at-all')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Nothing is pinned here' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to start' }).click()
  await expect(page).toHaveURL(/\/login/)
})
