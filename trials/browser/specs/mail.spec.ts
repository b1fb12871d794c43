import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { givenCertificate } from '@pinmark/testbed/certificate'
import { Instance } from '@pinmark/testbed/instance'
import { startMailServer, type MailServer } from '@pinmark/testbed/mail-server'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectGoodAtWidths, expectNoSidewaysScroll } from '../support/accessibility'
import { unique } from '../support/api-client'
import { leaveComment, openProject, pin } from '../support/project-page'
import { test as base, expect, phone } from '../support/test'

interface Mailing {
  instance: Instance
  post: MailServer
  mongo: MongoSet
}

/** A server that sends mail, for all tests of this file. */
async function startMailing(folder: string): Promise<Mailing> {
  const certificate = await givenCertificate('localhost')
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, certificate.cert)
  const post = await startMailServer({ ...certificate, secure: true })
  const mongo = await MongoSet.start()
  const environment: Record<string, string> = {
    MONGODB_URI: mongo.uri(),
    // As docs/running-for-a-team.md describes it for a private certificate authority.
    NODE_EXTRA_CA_CERTS: authority,
    SMTP_URL: post.url.replace('127.0.0.1', 'localhost'),
    MAIL_FROM: 'Pinmark <pins@studio.test>',
    LOG_LEVEL: 'error',
  }
  const instance = await Instance.on({ dataDir: join(folder, 'data'), environment })
  environment['PUBLIC_URL'] = instance.url
  await instance.start()
  return { instance, post, mongo }
}

const test = base.extend<object, { mailing: Mailing }>({
  mailing: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'pinmark-mail-'))
      const mailing = await startMailing(folder)
      await use(mailing)
      await mailing.instance.end()
      await mailing.mongo.remove()
      await mailing.post.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ mailing }, use) => use(mailing.instance.url),
})
test.use({ hasNewAccount: true })
// All tests share one server, one after the other. A guest needs two browsers and two mails.
test.describe.configure({ mode: 'default', timeout: 90_000 })

/** Ends the quiet period before a digest, when the given number of notices wait for an address. */
async function endQuietSpell({ mongo }: Mailing, email: string, count: number): Promise<void> {
  const at = new Date(Date.now() - 3 * 60_000)
  await mongo.withClient(async (client) => {
    const db = client.db('pinmark')
    const subscriber = await db.collection('subscribers').findOne({ email })
    const waiting = { user: subscriber?._id, state: 'waiting' }
    await expect.poll(() => db.collection('notices').countDocuments(waiting), { timeout: 20_000 }).toBe(count)
    await db.collection('notices').updateMany(waiting, { $set: { at } })
  })
}

/** The address in a mail whose path starts with `path`, without its origin. */
function linkIn(text: string | undefined, path: string): string {
  const found = new RegExp(`https?://[^/\\s]+(${path}\\S+)`).exec(text ?? '')?.[1]
  if (found === undefined) throw new Error(`The mail has no link to ${path}: ${text}`)
  return found
}

const replyMail = (page: Page) => page.getByRole('dialog', { name: /^Comment \d+ added$/ })

test('the link of a mail replaces a forgotten password @core @axe', async ({
  page,
  account,
  mailing: { post },
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Sent, if there is an account.')).toBeVisible()
  await expectAccessible(page, 'the link is sent')
  const { text } = await post.next(account.email)

  await page.goto(linkIn(text, '/reset#'))
  await page.getByLabel('New password', { exact: true }).fill('a brighter light table')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The new password is set. You can log in now.')).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill('a brighter light table')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a guest subscribes to mail about replies, gets it, and removes their address, ${colorScheme} @axe`, async ({
    page,
    openPage,
    newProject,
    request,
    mailing,
  }) => {
    const { instance, post, mongo } = mailing
    await page.emulateMedia({ colorScheme })
    const name = unique('Norra Nights')
    const project = await newProject({ name })
    const email = `${unique('ana')}@ruiz.test`.toLowerCase()
    await openProject(page, project._id)
    await leaveComment(page, { x: 300, y: 200 }, { name: 'Ana Ruiz', text: 'Could this be calmer?' })
    await expect(replyMail(page)).toBeVisible()
    await expect(pin(page, 1)).toBeFocused()
    await expectAccessible(page, 'mail about replies is offered')
    await page.keyboard.press('Tab')
    await expect(replyMail(page)).toBeFocused()
    await replyMail(page).getByLabel('Tell me about replies').fill('ana@')
    await page.keyboard.press('Enter')
    await expect(replyMail(page).getByText('This e-mail address does not look right.')).toBeVisible()
    await expectAccessible(page, 'an address that cannot be right')
    await replyMail(page).getByLabel('Tell me about replies').fill(email)
    await page.keyboard.press('Enter')
    await expect(replyMail(page).getByText(`Check your mail once to confirm: ${email}`)).toBeVisible()
    await expectAccessible(page, 'the address waits to be confirmed')
    const asked = await post.next(email)
    const other = await openPage({ baseURL: instance.url, colorScheme, ...phone })
    await other.goto(linkIn(asked.text, '/confirm#'))
    await expect(other.getByRole('button', { name: 'Confirm' })).toBeVisible()
    await expectAccessible(other, 'the question before an address is confirmed')
    await other.getByRole('button', { name: 'Confirm' }).click()
    await expect(other.getByRole('heading', { name: 'Mail about replies is on' })).toBeFocused()
    await expectAccessible(other, 'a confirmed address')
    await expectNoSidewaysScroll(other, 'a confirmed address')
    // The visitor returns to the tab of the project.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(replyMail(page).getByText('You get mail about replies and new versions.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(replyMail(page)).toBeHidden()

    const comment = await project.readFirstComment()
    await project.addReply(comment._id, 'Much calmer now.')
    const longName = await request.post(`/projects/${project._id}/comments/${comment._id}/replies`, {
      data: { commenter: 'W'.repeat(60), text: 'أهدأ بكثير' },
    })
    expect(longName.status()).toBe(201)
    const { buffer: image } = await drawDesign({ marker: { x: 40, y: 40 } })
    await project.addVersion({ image, note: 'The moon is smaller' })
    await endQuietSpell(mailing, email, 3)
    // The mail before has no name of a project.
    const mail = await post.next(email, ({ subject }) => subject?.includes(name) === true)

    const reader = await openPage({ colorScheme })
    for (const width of [640, 360]) {
      await reader.setViewportSize({ width, height: 800 })
      // A mail loads nothing from outside: its pictures are attached.
      await reader.setContent(mail.html || '')
      await expect(reader.getByText('Much calmer now.')).toBeVisible()
      await expect(reader.getByText('أهدأ بكثير')).toHaveCSS('direction', 'rtl')
      await expectGoodAtWidths(reader, 'the mail', [width])
      await reader.screenshot({
        path: test.info().outputPath(`mail-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    }
    await page.goto(linkIn(mail.text, `/project/${project._id}\\?comment=`))
    const thread = page.getByRole('dialog', { name: /^Comment 1 by Ana/ })
    await expect(thread.getByText('Much calmer now.')).toBeVisible()
    await thread.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Tell me about replies' }).click()
    await expect(thread.getByText('You get mail about replies and new versions.')).toBeVisible()
    await expectAccessible(page, 'mail about replies is on')

    await page.goto(linkIn(mail.text, '/stop/'))
    await expect(page.getByRole('button', { name: 'Stop and remove' })).toBeVisible()
    await expectAccessible(page, 'the question before an address is removed')
    await page.getByRole('button', { name: 'Stop and remove' }).click()
    await expect(page.getByText('Your address is removed. You can still comment.')).toBeVisible()
    await expectAccessible(page, 'an address that was removed')
    const left = await mongo.withClient((client) =>
      client.db('pinmark').collection('subscribers').countDocuments({ email }),
    )
    expect(left).toBe(0)
  })
}

test('on a phone the offer fits the screen, and its cross closes it @axe', async ({
  openPage,
  project,
  mailing: { instance },
}) => {
  const page = await openPage({ baseURL: instance.url, ...phone, viewport: { width: 360, height: 740 } })
  await openProject(page, project._id)
  await leaveComment(page, { x: 150, y: 200 }, { name: 'Ana Ruiz', text: 'Calmer?' })
  await expect(replyMail(page)).toBeVisible()
  await expectAccessible(page, 'the offer on a phone')
  await expectNoSidewaysScroll(page, 'the offer on a phone')
  await page.getByRole('button', { name: 'Close', exact: true }).tap()
  await expect(replyMail(page)).toBeHidden()
})
