import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { Instance } from '@pinmark/testbed/instance'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { givenAccount, givenProject } from '../support/api-client'
import {
  boxOf,
  clickDesign,
  commentRow,
  composer,
  frame,
  openProject,
  openSheet,
  pin,
  submitComment,
} from '../support/project-page'
import { holdAnswers, holdBack } from '../support/hold-back'
import { expect, phone, test } from '../support/test'
import { smallTargets, touchScreen } from '../support/touch'

async function file(name: string, background = '#36a', width = 640, height = 480) {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Opens a draft from its row of the list. */
async function openDraft(page: Page, text: string) {
  await commentRow(page, text)
    .getByRole('button', { name: /^Draft/ })
    .click()
}

/** Drops or pastes files on an element. */
async function give(
  place: Locator,
  how: 'drop' | 'paste',
  files: readonly Awaited<ReturnType<typeof file>>[],
) {
  const sent = files.map(({ buffer, ...rest }) => ({ ...rest, base64: buffer.toString('base64') }))
  await place.evaluate(
    (element, { kind, list }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { kind: how, list: sent },
  )
}

const toSend = (place: Locator) => place.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem')
/** Waits until all files are uploaded without an error. */
async function expectAttached(place: Locator, count: number) {
  await expect(toSend(place)).toHaveCount(count)
  await expect(place.getByRole('progressbar')).toHaveCount(0)
  await expect(place.getByText('Not added')).toHaveCount(0)
}

async function choose(page: Page, place: Locator, files: Awaited<ReturnType<typeof file>>[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    place.getByRole('button', { name: /^Attach a picture/ }).click(),
  ])
  await chooser.setFiles(files)
}

/** A comment with two pictures, by a guest. */
async function givenPictured(request: APIRequestContext, projectId: string, text = 'Lift it by 20 px') {
  const headers = { [guestSecretHeader]: randomBytes(16).toString('base64url') }
  const pictures: string[] = []
  for (const image of [await file('train 1440.png', '#36a'), await file('calm.png', '#a63', 300, 900)]) {
    const answer = await request.post(`/projects/${projectId}/pictures`, { headers, multipart: { image } })
    expect(answer.status(), await answer.text()).toBe(201)
    pictures.push((await answer.json())._id)
  }
  const data = { commenter: 'Tom Keller', text, x: 300, y: 200, pictures }
  expect((await request.post(`/comment/add/${projectId}`, { headers, data })).status()).toBe(201)
}

const thumbnail = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name} by Tom Keller, open`, exact: true })
const lightbox = (page: Page) => page.getByRole('dialog', { name: /^Tom Keller/ })

/** Opens a project and starts a comment of Tom Keller on it. */
async function beginComment(page: Page, projectId: string): Promise<void> {
  await openProject(page, projectId)
  await clickDesign(page, 200, 150)
  await composer(page).getByLabel('Your name').fill('Tom Keller')
}

/** Keeps the script of a page busy, so that it receives nothing meanwhile. */
async function stayBusy(page: Page): Promise<void> {
  await page.evaluate(() => {
    const end = performance.now() + 3000
    while (performance.now() < end);
  })
}

test('a guest drops, pastes and chooses pictures; everyone sees them at once, without any text @core', async ({
  page,
  ownerPage,
  openPage,
  project,
}) => {
  await openProject(ownerPage, project._id)
  const guest = await openPage()
  await openProject(guest, project._id)
  await clickDesign(guest, 200, 150)
  await composer(guest).getByLabel('Your name').fill('Tom Keller')

  await give(composer(guest), 'drop', [await file('a.png')])
  await give(composer(guest).getByLabel('Your comment'), 'paste', [await file('b.png', '#a63')])
  await expectAttached(composer(guest), 2)
  await choose(guest, composer(guest), [await file('c.png', '#6a3')])
  await expectAttached(composer(guest), 3)
  await composer(guest).getByRole('button', { name: 'Remove picture 2' }).click()
  await expectAttached(composer(guest), 2)
  await expect(
    composer(guest)
      .getByRole('button', { name: /^Remove/ })
      .first(),
  ).toBeFocused()
  await submitComment(guest)

  const row = page.getByRole('listitem').filter({ hasText: 'Tom Keller' })
  await expect(row.getByRole('img', { name: 'Picture by Tom Keller' })).toHaveCount(2)
  await pin(page, 1).click()
  await expect(thumbnail(page, 'Picture 2')).toBeVisible()
  const reply = page.getByRole('dialog').locator('form')
  await choose(page, reply, [await file('so.png')])
  await expectAttached(reply, 1)
  await reply.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Picture by Mara Hald, open' })).toBeVisible()
  await expect(toSend(reply)).toHaveCount(0)
})

test('refused files show a message, and no text or other picture is lost @axe', async ({ page, project }) => {
  await beginComment(page, project._id)
  await composer(page).getByLabel('Your comment').fill('Like this')
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5.2 * 1024 * 1024) }
  const pdf = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  const damaged = { name: 'damaged.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }

  await give(composer(page), 'drop', [await file('a.png'), large])
  await expect(composer(page).getByText('The picture is 5.2 MB. The limit is 5 MB.')).toBeVisible()
  await give(composer(page), 'drop', [pdf])
  await expect(composer(page).getByText(/not a supported picture/)).toBeVisible()
  await give(composer(page), 'drop', [damaged])
  const failed = toSend(composer(page)).filter({ hasText: 'Not added' })
  await expect(failed).toContainText('Use JPEG, PNG, WebP, AVIF or GIF.')
  const reason = composer(page).getByRole('alert').filter({ hasText: 'not a supported picture' })
  await expect(reason).toBeVisible()
  // The same file would be refused again.
  await expect(failed.getByRole('button')).toHaveText([''])
  await expectAccessible(page, 'a picture that was refused')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(reason).toBeVisible()
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Like this')
  await failed.getByRole('button', { name: /^Remove/ }).click()
  await give(composer(page), 'drop', [
    await file('b.png'),
    await file('c.png'),
    await file('d.png'),
    await file('e.png'),
  ])
  await expect(composer(page).getByText('A message takes at most 4 pictures.')).toBeVisible()
  await expectAttached(composer(page), 4)
  await composer(page)
    .getByRole('button', { name: /Submit|Retry/ })
    .click()
  await expect(commentRow(page, 'Like this').getByRole('img')).toHaveCount(4)
})

test('the message about refused files is clear of the buttons of a low popup', async ({
  openPage,
  project,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 360, height: 560 } })
  await beginComment(page, project._id)
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await choose(page, composer(page), [await file('a.png'), notes])
  await expectAttached(composer(page), 1)
  const said = await boxOf(composer(page).getByRole('alert'))
  const attach = await boxOf(composer(page).getByRole('button', { name: /^Attach a picture/ }))
  expect(said.y + said.height).toBeLessThanOrEqual(attach.y)
})

test('a picture added without network survives a reload and is sent later, once', async ({
  page,
  context,
  project,
}) => {
  await beginComment(page, project._id)
  await composer(page).getByLabel('Your comment').fill('Begun online')
  await give(composer(page), 'drop', [await file('first.png')])
  await expectAttached(composer(page), 1)
  await context.setOffline(true)
  await give(composer(page), 'drop', [await file('second.png', '#a63')])
  await expect(toSend(composer(page))).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(commentRow(page, 'Begun online')).toContainText('2 pictures')
  await context.setOffline(false)

  await page.reload()
  await openDraft(page, 'Begun online')
  await expectAttached(composer(page), 2)
  await expect
    .poll(() =>
      toSend(composer(page))
        .locator('img')
        .evaluateAll((all) => all.map((image) => image instanceof HTMLImageElement && image.naturalWidth)),
    )
    .toEqual([640, 640])
  await context.setOffline(true)
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(commentRow(page, 'Begun online')).toContainText('Waits for a connection')
  await context.setOffline(false)
  await expect(commentRow(page, 'Begun online').getByRole('img')).toHaveCount(2)
  const opened = await project.read()
  expect(opened.comments).toHaveLength(1)
  expect(opened.comments[0]?.pictures).toHaveLength(2)
})

test('a picture with an aborted upload says so, is sent again by Retry, and is one picture', async ({
  page,
  project,
}) => {
  await beginComment(page, project._id)
  let tries = 0
  await page.route('**/pictures', async (route) => {
    tries += 1
    if (tries > 1) return route.continue()
    // The server has received it, but the answer is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await give(composer(page), 'drop', [await file('a.png')])

  await toSend(composer(page)).getByRole('button', { name: 'Retry: picture' }).click()
  await expectAttached(composer(page), 1)
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await pin(page, 1).click()
  await expect(thumbnail(page, 'Picture')).toBeVisible()
})

test('two tabs with one draft of text and pictures lose nothing and send nothing twice', async ({
  page,
  context,
  project,
}) => {
  await beginComment(page, project._id)
  await composer(page).getByLabel('Your comment').fill('Like this')
  await give(composer(page), 'drop', [await file('first.png')])
  await expectAttached(composer(page), 1)

  const other = await context.newPage()
  await openProject(other, project._id)
  await openDraft(other, 'Like this')
  await expectAttached(composer(other), 1)
  await give(composer(other), 'drop', [await file('second.png', '#a63')])
  await expectAttached(composer(other), 2)
  await composer(other).getByLabel('Your comment').fill('Like this, and like that')
  await expect(composer(page).getByLabel('Your comment')).toHaveValue('Like this, and like that')
  await expectAttached(composer(page), 2)

  const held = await holdBack(page, '**/comment/add/**')
  await composer(page).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(other).getByRole('button', { name: 'Sending...' })).toBeDisabled()
  held.release()
  for (const tab of [page, other]) {
    await expect(composer(tab)).toBeHidden()
    await expect(commentRow(tab, 'Like this, and like that').getByRole('img')).toHaveCount(2)
    await expect(tab.getByRole('button', { name: /^Draft/ })).toHaveCount(0)
  }
  const opened = await project.read()
  expect(opened.comments).toMatchObject([{ text: 'Like this, and like that' }])
  expect(opened.comments[0]?.pictures).toHaveLength(2)
})

test('what is typed in another tab stays when this tab learns of it only after an upload has ended', async ({
  page,
  context,
  project,
}) => {
  await beginComment(page, project._id)
  await composer(page).getByLabel('Your comment').fill('Like')
  const { release } = await holdAnswers(page, '**/pictures')
  await give(composer(page), 'drop', [await file('first.png')])
  await expect(toSend(composer(page))).toHaveCount(1)
  const other = await context.newPage()
  await openProject(other, project._id)
  await openDraft(other, 'Like')
  await expectAttached(composer(other), 1)

  // The answer arrives first at the busy tab, then what is typed in the other one.
  const busy = stayBusy(page)
  release()
  await other.waitForTimeout(500)
  await composer(other).getByLabel('Your comment').pressSequentially(' this')
  await busy
  await expectAttached(composer(page), 1)
  for (const tab of [page, other])
    await expect(composer(tab).getByLabel('Your comment')).toHaveValue('Like this')
})

test('a draft survives a kill of the server between picture and comment, and is sent once afterwards', async ({
  playwright,
  openPage,
  expectedConsole,
}) => {
  test.setTimeout(120_000)
  expectedConsole.push(/ERR_CONNECTION/, /ERR_INCOMPLETE/)
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-pictures-'))
  const server = await Instance.on({ dataDir })
  try {
    await server.start()
    const request = await playwright.request.newContext({ baseURL: server.url })
    const page = await openPage({ baseURL: server.url })
    const { _id } = await givenProject(request, await givenAccount(request))
    await beginComment(page, _id)
    await composer(page).getByLabel('Your comment').fill('Like this')
    await give(composer(page), 'drop', [await file('a.png')])
    await expectAttached(composer(page), 1)
    await server.end('SIGKILL')
    await composer(page).getByRole('button', { name: 'Submit' }).click()
    await expect(composer(page).getByText('Could not send. Your text is kept.')).toBeVisible({
      timeout: 30_000,
    })
    await expect(toSend(composer(page))).toHaveCount(1)

    await server.start()
    await page.reload()
    await commentRow(page, 'Like this')
      .getByRole('button', { name: /^(Draft|Not sent)/ })
      .click()
    await expectAttached(composer(page), 1)
    await composer(page)
      .getByRole('button', { name: /Submit|Retry/ })
      .click()
    await expect(commentRow(page, 'Like this').getByRole('img')).toHaveCount(1)
    const opened = await (await request.get(`/projects/${_id}?image=none`)).json()
    expect(opened.comments).toHaveLength(1)
    await request.dispose()
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the focus goes to the design when the comment of an open picture is deleted by another person', async ({
  page,
  project,
  request,
}) => {
  await givenPictured(request, project._id)
  await openProject(page, project._id)
  await pin(page, 1).press('Enter')
  await thumbnail(page, 'Picture').press('Enter')
  await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await project.deleteComment((await project.readFirstComment())._id)
  await expect(lightbox(page)).toBeHidden()
  await expect(frame(page)).toBeFocused()
})

test('the lightbox steps, zooms and closes by keyboard, and returns the focus; its author removes and restores a picture', async ({
  page,
  ownerPage,
  project,
  request,
}) => {
  await givenPictured(request, project._id)
  await openProject(ownerPage, project._id)
  await pin(page, 1).focus()
  await page.keyboard.press('Enter')
  await thumbnail(page, 'Picture').focus()
  await page.keyboard.press('Enter')

  await expect(lightbox(page)).toContainText('comment 1 train 1440.png 1 of 2')
  await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()
  const image = lightbox(page).getByRole('img')
  await expect(image).toHaveAccessibleName('train 1440.png, by Tom Keller')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640)
  await page.keyboard.press('+')
  await expect(image).toHaveCSS('width', '960px')
  await page.keyboard.press('0')
  await expect(image).toHaveCSS('width', '640px')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page)).toContainText('calm.png 2 of 2')
  await lightbox(page).getByRole('button', { name: 'Previous picture' }).click()
  await expect(lightbox(page)).toContainText('1 of 2')
  const download = page.waitForEvent('download')
  await lightbox(page).getByRole('link', { name: 'Download picture' }).click()
  expect((await download).suggestedFilename()).toMatch(/^train 1440/)
  await page.keyboard.press('Escape')
  await expect(lightbox(page)).toBeHidden()
  await expect(thumbnail(page, 'Picture')).toBeFocused()

  await page.keyboard.press('Enter')
  await lightbox(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(lightbox(page)).toContainText('calm.png')
  await expect(lightbox(page).getByRole('button', { name: 'Remove picture' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(thumbnail(page, 'Picture 2')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(commentRow(page, 'Lift it').getByRole('img')).toHaveCount(2)

  // Each Undo brings back its own picture.
  await thumbnail(page, 'Picture').click()
  await lightbox(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(lightbox(page)).toContainText('calm.png')
  await lightbox(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(lightbox(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(commentRow(page, 'Lift it').getByRole('img')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(commentRow(page, 'Lift it').getByRole('img')).toHaveCount(2)
})

test.describe('in a language from right to left', () => {
  test.use({ locale: 'ar' })

  test('the next picture is on the left, for the eye and for the arrow keys', async ({
    page,
    project,
    request,
  }) => {
    await givenPictured(request, project._id)
    await page.goto(`/project/${project._id}`)
    await pin(page, 1).click()
    await thumbnail(page, 'Picture').click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const next = await boxOf(lightbox(page).getByRole('button', { name: 'Next picture' }))
    const previous = await boxOf(lightbox(page).getByRole('button', { name: 'Previous picture' }))
    expect(next.x).toBeLessThan(previous.x)
    await page.keyboard.press('ArrowLeft')
    await expect(lightbox(page)).toContainText('calm.png')
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page)).toContainText('train 1440.png')
  })
})

test('the report shows pictures 150 px wide, and who agrees by name', async ({ page, project, request }) => {
  await givenPictured(request, project._id)
  const { _id } = await project.readFirstComment()
  const agreed = await request.put(`/projects/${project._id}/comments/${_id}/agreement`, {
    headers: { [guestSecretHeader]: randomBytes(16).toString('base64url') },
    data: { agree: true, commenter: 'Priya' },
  })
  expect(agreed.status()).toBe(200)

  await page.goto(`/project/${project._id}/report`)

  const comment = page.getByRole('article').filter({ hasText: 'Lift it by 20 px' })
  await expect(comment).toContainText('Agreed by Priya')
  const pictures = comment.getByRole('img', { name: 'By Tom Keller' })
  await expect(pictures).toHaveCount(2)
  await expect(pictures.first()).toHaveCSS('width', '150px')
  await expect.poll(() => pictures.last().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pictures are accessible at every width, ${colorScheme} @axe`, async ({ page, project, request }) => {
    await givenPictured(request, project._id)
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await pin(page, 1).click()
      const reply = page.getByRole('dialog').locator('form')
      await give(reply, 'drop', [await file('a.png')])
      await expectAttached(reply, 1)
      await expectGoodAtWidths(page, 'a thread with pictures', [width])
      await thumbnail(page, 'Picture').click()
      await expect(lightbox(page).getByRole('img')).toBeVisible()
      await expectGoodAtWidths(page, 'the lightbox', [width])
      await page.keyboard.press('Escape')
      await toSend(reply)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await page.keyboard.press('Escape')
    }
  })

  test(`pictures are added and viewed by touch on a phone, ${colorScheme} @axe`, async ({
    openPage,
    project,
    request,
  }) => {
    await givenPictured(request, project._id)
    for (const width of [390, 360]) {
      const page = await openPage({ ...phone, viewport: { width, height: 844 }, colorScheme })
      await openProject(page, project._id)
      await pin(page, 1).tap()
      await openSheet(page)
      const form = page
        .locator('form')
        .filter({ has: page.getByRole('button', { name: 'Reply', exact: true }) })
      await choose(page, form, [await file('a.png')])
      await expectAttached(form, 1)
      expect(await smallTargets(form)).toEqual([])
      await expectGoodAtWidths(page, 'a thread with pictures', [width])
      await thumbnail(page, 'Picture').tap()
      await expect(lightbox(page)).toContainText('1 of 2')
      const screen = await touchScreen(page)
      await screen.drag([{ x: 300, y: 300 }], [{ x: 100, y: 300 }])
      await expect(lightbox(page)).toContainText('2 of 2')
      expect(await smallTargets(lightbox(page))).toEqual([])
      await expectGoodAtWidths(page, 'the lightbox', [width])
      await lightbox(page).getByRole('button', { name: 'Close' }).tap()
      await expect(lightbox(page)).toBeHidden()
      await expect(commentRow(page, 'Lift it')).toHaveCount(0)
    }
  })
}
