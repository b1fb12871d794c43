import sharp from 'sharp'
import { storedSession } from '@pinmark/testbed/stored-session'
import { startFrontProxy, type FrontProxyOptions } from '../support/front-proxy'
import { commentRow, composer, leaveComment, openProject, pin, writeComment } from '../support/project-page'
import { expect, test as base } from '../support/test'

const test = base.extend<{ startProxy: (options: FrontProxyOptions) => Promise<string> }>({
  startProxy: async ({ baseURL }, use) => {
    const proxies: Awaited<ReturnType<typeof startFrontProxy>>[] = []
    await use(async (options) => {
      const proxy = await startFrontProxy(baseURL ?? '', options)
      proxies.push(proxy)
      return proxy.url
    })
    for (const proxy of proxies) await proxy.stop()
  },
})

/** A picture that no encoder makes smaller than a megabyte. */
function largePicture(): Promise<Buffer> {
  const [width, height] = [900, 700]
  let seed = 1
  const noise = Buffer.from(
    Array.from({ length: width * height * 3 }, () => (seed = (seed * 48_271) % 2_147_483_647) % 256),
  )
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

test('behind a proxy that buffers, comments of others arrive, and the page says that it asks', async ({
  startProxy,
  openPage,
  project,
}) => {
  const page = await openPage({ baseURL: await startProxy({ buffers: true }) })
  await openProject(page, project._id)
  await expect(page.getByText('Live updates do not get through. Asking every 10 seconds.')).toBeVisible()
  await project.addComment({ text: 'From afar' })
  await expect(commentRow(page, 'From afar')).toBeVisible()

  await leaveComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Mine' })
  await project.addComment({ text: 'From afar again' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(commentRow(page, 'From afar again')).toBeVisible()
})

test.describe('behind a proxy that takes smaller files only', () => {
  const limit = 'The server in front of Pinmark takes smaller files only. Ask the person who runs it.'
  const maxBodyBytes = 1_000_000

  test('a picture of a comment says so, without Retry', async ({ startProxy, openPage, project }) => {
    const page = await openPage({ baseURL: await startProxy({ maxBodyBytes }) })
    await openProject(page, project._id)
    await writeComment(page, { x: 200, y: 200 }, { name: 'Ana', text: 'Look' })
    const chooser = page.waitForEvent('filechooser')
    await composer(page)
      .getByRole('button', { name: /^Attach a picture/ })
      .click()
    await (await chooser).setFiles({ name: 'large.png', mimeType: 'image/png', buffer: await largePicture() })
    await expect(composer(page).getByText(limit).first()).toBeVisible()
    await expect(composer(page).getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await expect(composer(page).getByLabel('Your comment')).toHaveValue('Look')
  })

  test('a new version says so, without Retry', async ({ startProxy, openPage, account, project }) => {
    const page = await openPage({ baseURL: await startProxy({ maxBodyBytes }) })
    await page.goto('/healthz')
    await page.evaluate(
      (entries) => entries.forEach(({ name, value }) => localStorage.setItem(name, value)),
      storedSession(account),
    )
    const file = { name: 'large.png', mimeType: 'image/png', buffer: await largePicture() }
    await openProject(page, project._id)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /actions$/ }).click()
    await page.getByRole('menuitem', { name: 'Upload new version…' }).click()
    await (await chooser).setFiles(file)
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('dialog').getByText(limit)).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })
})

const login = { username: 'studio', password: 'opensesame' }

for (const [proxy, options] of [
  ['a proxy with a login of its own', { login }],
  ['a proxy that removes Authorization', { stripsAuthorization: true }],
  ['a proxy with a login of its own that it removes', { login, stripsAuthorization: true }],
] satisfies [string, FrontProxyOptions][]) {
  test(`behind ${proxy}, the designer logs in, changes and uploads`, async ({
    startProxy,
    openPage,
    account,
    project,
  }) => {
    const page = await openPage({
      baseURL: await startProxy(options),
      ...('login' in options && { httpCredentials: options.login }),
    })
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
    await openProject(page, project._id)
    await leaveComment(page, { x: 200, y: 200 }, { text: 'As the designer' })
    await expect(page.getByRole('button', { name: /^Rename/ })).toBeVisible()
    await expect(pin(page, 1)).toBeVisible()
  })
}

test('below a path, the painted page says what is wrong', async ({ startProxy, openPage, project }) => {
  const page = await openPage({ baseURL: await startProxy({ below: '/pinmark' }) })
  await page.goto(`/pinmark/project/${project._id}`)
  await expect(
    page.getByText('Pinmark could not load. It needs a host name of its own, not a path below another page.'),
  ).toBeVisible()
})
