import { drawDesign } from '@pinmark/testbed/test-image'
import { unique } from '../support/api-client'
import { boxOf, commentRow, composer, design, openProject, pin, sheetHandle } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

test('from a drop to the link on the clipboard, it takes Enter and one click @core', async ({
  dashboard: page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('spring-landing')
  const bytes = [...(await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } })).buffer]
  await page.evaluate(
    ([data, file]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(data)], file, { type: 'image/png' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    },
    [bytes, `${name}.png`] as const,
  )
  const field = page.getByRole('dialog', { name: 'Create New Project' }).getByLabel('Name')
  await expect(field).toHaveValue(name)
  await expect(field).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('a description that cannot wrap is cut, and leaves the name and the buttons in place', async ({
  ownerPage: page,
  project,
  account,
  request,
}) => {
  const headers = { Authorization: `Bearer ${account.token}` }
  // A letter with hundreds of marks, which the browser does not break.
  const data = { description: `Look ${'H\u0489'.concat('\u0344\u0333'.repeat(120)).repeat(6)}` }
  expect((await request.put(`/projects/${project._id}`, { headers, data })).status()).toBe(200)
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await openProject(page, project._id)
    for (const part of [
      page.getByRole('heading', { name: project.name, level: 1 }),
      page.getByRole('button', { name: 'Share' }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('a new project says what is missing, also beside its field', async ({ dashboard: page }) => {
  await page.getByRole('button', { name: '+ Create new' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Project name and image are required.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Give it a name.')
  await expect(dialog.getByText('Choose an image.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Site')
  await expect(dialog.getByText('Give it a name.')).toHaveCount(0)
})

test('the focus stays on the dashboard when projects are deleted and restored', async ({
  dashboard: page,
  newProject,
  account,
  request,
}) => {
  test.slow()
  await newProject({ name: 'Stays' })
  await newProject({ name: 'Goes' })
  const project = await newProject({ name: 'Goes too' })
  const headers = { Authorization: `Bearer ${account.token}` }
  expect((await request.delete(`/projects/${project._id}`, { headers })).ok()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Actions for Goes' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Stays' })).toBeFocused()
  const deleted = page.locator('summary', { hasText: 'Recently deleted' })
  await deleted.click()
  await expect(deleted).toContainText('2')
  await page.getByRole('button', { name: 'Restore Goes too' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Restore Goes', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Goes', exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByRole('link').last()).toBeFocused()
})

test('a page with a closed link recovers when the link is reopened', async ({
  page,
  project,
  account,
  request,
}) => {
  test.slow()
  await openProject(page, project.link.id)
  const set = (closed: boolean) =>
    request.patch(`/projects/${project._id}/settings`, {
      headers: { Authorization: `Bearer ${account.token}` },
      data: { closed },
    })
  await set(true)
  await expect(page.getByText('This link was closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await set(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This link was closed.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
})

test('comments are resolved one after the other without moving the pointer, and count as read @core', async ({
  ownerPage: page,
  project,
}) => {
  test.slow()
  const count = 12
  for (let number = 1; number <= count; number += 1)
    await project.addComment({ text: number % 3 === 0 ? 'Short' : 'A thing. '.repeat(9), x: 200, y: 150 })
  await openProject(page, project._id)
  const { x, y, width, height } = await boxOf(
    page.getByRole('button', { name: 'Resolve comment 1', exact: true }),
  )
  await page.mouse.move(x + width / 2, y + height / 2)
  for (let number = 1; number <= 10; number += 1) {
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.getByRole('button', { name: `Resolve comment ${number}`, exact: true })).toHaveCount(0)
  }
  await page.getByRole('radio', { name: 'Open 2' }).click()
  await page.goto('/')
  await expect(page.getByRole('article')).toContainText('2 new')
})

test('a printed project has its name, its design and the complete list', async ({ page, project }) => {
  test.slow()
  await project.addComment({ text: 'Printed words' })
  await openProject(page, project._id)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: project.name })).toBeVisible()
  await expect(commentRow(page, 'Printed words')).toBeVisible()
  for (const name of ['Hide Comments', 'Expand', 'Looks good', 'Search comments'])
    await expect(page.getByRole('button', { name }).first()).toBeHidden()
  const image = await boxOf(design(page))
  expect(image.height / image.width).toBeCloseTo(3200 / 1440, 1)
  // Otherwise the browser moves it to the second page, and leaves the first one empty.
  const pageHeight = await page.evaluate(() => window.innerHeight)
  expect(image.height).toBeLessThan(pageHeight)
  expect((await boxOf(commentRow(page, 'Printed words'))).y).toBeGreaterThan(image.y + image.height)
})

test('a printed brief is complete, however long it is', async ({ page, project, request, account }) => {
  const headers = { Authorization: `Bearer ${account.token}` }
  const data = { description: 'Please look at the hero and the prices first. '.repeat(30) }
  expect((await request.put(`/projects/${project._id}`, { headers, data })).ok()).toBe(true)
  await openProject(page, project._id)
  const brief = page.locator('.project-brief')
  const hiddenPx = () => brief.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await hiddenPx()).toBeGreaterThan(20)
  await page.emulateMedia({ media: 'print' })
  expect(await hiddenPx()).toBe(0)
})

test.describe('on a phone of 360 x 640', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('no heading is printed without its words', async ({ page, project }) => {
    await openProject(page, project._id)
    await expect(sheetHandle(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const headings = await page.getByRole('heading').allInnerTexts()
    expect(headings.filter((words) => words.trim() === '')).toEqual([])
  })

  test('the open comment is printed', async ({ page, project }) => {
    await project.addComment({ text: 'Printed words' })
    await openProject(page, project._id)
    await pin(page, 1).tap()
    await expect(page.getByRole('button', { name: 'Next comment' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Next comment' })).toBeHidden()
    await expect(page.getByRole('article').getByText('Printed words')).toBeVisible()
  })

  test('the page says how to comment until the first one, and Add comment is within reach', async ({
    page,
    project,
  }) => {
    test.slow()
    await openProject(page, project._id)
    const hint = page.getByText('Tap the design to comment')
    await expect(hint).toBeVisible()
    await page.getByRole('button', { name: 'Add comment' }).tap()
    await expect(page.getByText('Tap the spot you want to comment on.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).tap()
    await expect(page.getByText('Tap the spot you want to comment on.')).toHaveCount(0)

    await design(page).tap({ position: { x: 150, y: 180 } })
    await composer(page).getByLabel('Your name').fill('Priya')
    const text = composer(page).getByLabel('Your comment')
    await text.fill('Calmer, please')
    const [field, button] = [
      await boxOf(text),
      await boxOf(composer(page).getByRole('button', { name: 'Submit' })),
    ]
    expect(field.y + field.height).toBeLessThanOrEqual(button.y)
    await composer(page).getByRole('button', { name: 'Submit' }).tap()
    await expect(pin(page, 1)).toBeAttached()
    await expect(hint).toHaveCount(0)
  })

  test('the link can be shared with the apps of the phone', async ({ page, project }) => {
    test.slow()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: (data: ShareData) => {
          document.documentElement.dataset['shared'] = JSON.stringify(data)
          return Promise.resolve()
        },
      })
    })
    await openProject(page, project._id)
    await page.getByRole('button', { name: 'Share' }).tap()
    await page.getByRole('button', { name: 'Send link…' }).tap()
    const shared = await page.evaluate(() => document.documentElement.dataset['shared'] ?? '')
    expect(JSON.parse(shared)).toEqual({
      title: project.name,
      url: expect.stringMatching(new RegExp(`/project/${project._id}$`)),
    })
  })

  test('a reply without a name shows its field and its error completely, above the button', async ({
    page,
    project,
  }) => {
    test.slow()
    await project.addComment({ text: 'A thread '.repeat(30) })
    await openProject(page, project._id)
    await pin(page, 1).tap()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Without a name')
    const button = page.getByRole('button', { name: 'Reply', exact: true })
    await button.tap()
    const name = page.getByLabel('Your name')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(/\w/)
    for (const part of [name, page.getByRole('textbox', { name: 'Reply' }), button]) {
      const { y, height } = await boxOf(part)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(640)
      await expect(part).toBeInViewport({ ratio: 1 })
    }
  })
})
