import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Instance } from '@pinmark/testbed/instance'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import { givenAccount, givenProject, type Account } from '../support/api-client'
import {
  clickDesign,
  commentRow,
  composer,
  design,
  leaveComment,
  openProject,
  pin,
  pinTip,
} from '../support/project-page'
import { expect, logIn, test } from '../support/test'

// All tests share both processes, one after the other.
test.describe.configure({ mode: 'default' })

let mongo: MongoSet
let dataDir: string
let first: Instance
let second: Instance

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pinmark-two-'))
  mongo = await MongoSet.start()
  const environment = { MONGODB_URI: mongo.uri(), LOG_LEVEL: 'error' }
  first = await Instance.on({ dataDir, environment })
  second = await Instance.on({ dataDir, environment })
  // One after the other, because the first creates the secrets that both use.
  await first.start()
  await second.start()
})

test.afterAll(async () => {
  await first.end()
  await second.end()
  await mongo.remove()
  await rm(dataDir, { recursive: true, force: true })
})

/** A separate browser that uses the address of one process. */
function browserOn(browser: Browser, { url }: Instance): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
}

interface Meeting {
  account: Account
  projectId: string
  /** Logged in at the first process. */
  owner: Page
  /** At the second process. */
  guest: Page
}

async function meet(browser: Browser): Promise<Meeting> {
  const [ownerBrowser, guestBrowser] = [await browserOn(browser, first), await browserOn(browser, second)]
  const account = await givenAccount(ownerBrowser.request)
  const { _id: projectId } = await givenProject(ownerBrowser.request, account)
  const [owner, guest] = [await ownerBrowser.newPage(), await guestBrowser.newPage()]
  await logIn(owner, account)
  await openProject(owner, projectId)
  await openProject(guest, projectId)
  return { account, projectId, owner, guest }
}

async function endMeeting({ owner, guest }: Meeting): Promise<void> {
  await owner.context().close()
  await guest.context().close()
}

const presence = (page: Page) => page.getByRole('paragraph').filter({ hasText: '1 other viewing' })

const thread = (page: Page) => page.getByRole('dialog', { name: /^Comment \d+ by / })

async function chooseMore(page: Page, item: string) {
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a change in one process reaches the page of another process', async ({ browser }) => {
  const meeting = await meet(browser)
  const { account, projectId, owner, guest } = meeting
  const api = owner.context().request
  const headers = { Authorization: `Bearer ${account.token}` }

  await test.step('the other visitors', async () => {
    await expect(presence(guest)).toContainText('Mara Hald')
    await leaveComment(guest, { x: 200, y: 200 }, { name: 'Luis', text: 'Is this the final logo?' })
    await expect(presence(owner)).toContainText('Luis')
  })

  await test.step('a comment and a reply', async () => {
    await expect(commentRow(owner, 'Is this the final logo?')).toBeVisible()
    await pin(owner, 1).click()
    await thread(owner).getByRole('textbox', { name: 'Reply as Mara Hald' }).fill('Not yet')
    await thread(owner).getByRole('button', { name: 'Reply' }).click()
    await expect(commentRow(guest, 'Is this the final logo?').getByText('1 reply')).toBeVisible()
    await pin(guest, 1).click()
    const reply = thread(guest).getByRole('article', { name: 'Message by Mara Hald' })
    await expect(reply.getByText('Not yet')).toBeVisible()
    await expect(reply.getByText('Designer')).toBeVisible()
  })

  await test.step('an edit, in the thread that the other page has open', async () => {
    await chooseMore(guest, 'Edit')
    await guest.getByRole('textbox', { name: 'Edit your comment' }).fill('Is this the last logo?')
    await guest.getByRole('button', { name: 'Save' }).click()
    await expect(thread(owner).getByText('Is this the last logo?')).toBeVisible()
    await expect(thread(owner).getByText('edited')).toBeVisible()
  })

  await test.step('a move', async () => {
    const before = await pinTip(pin(owner, 1))
    await chooseMore(guest, 'Move')
    await expect(guest.getByRole('button', { name: /^New place of the pin/ })).toBeFocused()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await guest.keyboard.press(key)
    await expect.poll(async () => (await pinTip(pin(owner, 1))).y - before.y).toBeCloseTo(30, 0)
  })

  await test.step('resolve and reopen', async () => {
    await thread(owner).getByRole('button', { name: 'Resolve' }).click()
    await expect(guest.getByRole('radio', { name: 'Resolved 1' })).toBeVisible()
    await expect(pin(guest, 1)).toHaveCount(0)
    await thread(owner).getByRole('button', { name: 'Reopen' }).click()
    await expect(pin(guest, 1)).toBeVisible()
  })

  await test.step('a deletion, announced to the person who has the thread open', async () => {
    await leaveComment(guest, { x: 500, y: 300 }, { text: 'Never mind' })
    await thread(owner).getByRole('button', { name: 'Close', exact: true }).click()
    await pin(owner, 2).click()
    await expect(thread(owner).getByText('Never mind')).toBeVisible()
    await pin(guest, 2).click()
    await chooseMore(guest, 'Delete')
    await expect(owner.getByText('That comment was deleted.')).toBeVisible()
    await expect(pin(owner, 2)).toHaveCount(0)
  })

  await test.step('a new name, and a new permission', async () => {
    await api.put(`/projects/${projectId}`, { headers, data: { name: 'Named at the other end' } })
    await expect(guest.getByRole('heading', { name: 'Named at the other end', level: 1 })).toBeVisible()
    await api.patch(`/projects/${projectId}/settings`, { headers, data: { permission: 'view' } })
    await expect(guest.getByText('View only')).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Add comment' })).toHaveCount(0)
  })
  await endMeeting(meeting)
})

test('a restart of a killed process leaves its pages without a gap or a duplicate', async ({ browser }) => {
  const meeting = await meet(browser)
  const { owner, guest } = meeting
  await leaveComment(guest, { x: 150, y: 150 }, { name: 'Luis', text: 'Before the crash' })
  await second.end('SIGKILL')

  await leaveComment(owner, { x: 400, y: 200 }, { text: 'During it, one' })
  await leaveComment(owner, { x: 600, y: 300 }, { text: 'During it, two' })
  await clickDesign(guest, 300, 350)
  await composer(guest).getByLabel('Your comment').fill('Written into a dead line')
  await composer(guest).getByRole('button', { name: 'Submit' }).click()
  await expect(composer(guest).getByRole('alert')).toHaveText('Could not send. Your text is kept.', {
    timeout: 30_000,
  })
  await expect(guest.getByText('Connection lost. Trying again.')).toBeVisible()

  await second.start()
  await expect(commentRow(guest, 'During it, one')).toBeVisible({ timeout: 30_000 })
  await expect(commentRow(guest, 'During it, two')).toBeVisible()
  await expect(guest.getByText('Connection lost. Trying again.')).toBeHidden()
  await expect(composer(guest).getByLabel('Your comment')).toHaveValue('Written into a dead line')
  await composer(guest).getByRole('button', { name: 'Retry' }).click()
  await expect(composer(guest)).toBeHidden()
  for (const page of [owner, guest]) {
    for (const text of ['Before the crash', 'During it, one', 'During it, two', 'Written into a dead line']) {
      await expect(commentRow(page, text)).toHaveCount(1)
    }
    await expect(page.getByText(/^(Open )?4( open)?$/).first()).toBeVisible()
  }
  await expect(presence(owner)).toContainText('Luis')
  await endMeeting(meeting)
})

test('a comment written without a network is sent once, and the comments of others meanwhile arrive', async ({
  browser,
}) => {
  const meeting = await meet(browser)
  const { projectId, owner, guest } = meeting
  const context = guest.context()
  await context.setOffline(true)
  await expect(guest.getByText('You are offline. Drafts are kept.')).toBeVisible()
  await leaveComment(guest, { x: 150, y: 150 }, { name: 'Luis', text: 'From the tunnel' })
  await expect(commentRow(guest, 'From the tunnel').getByText('Waits for a connection')).toBeVisible()
  await leaveComment(owner, { x: 400, y: 200 }, { text: 'Meanwhile, outside' })

  await context.setOffline(false)
  await expect(commentRow(guest, 'Meanwhile, outside')).toBeVisible({ timeout: 20_000 })
  await expect(commentRow(owner, 'From the tunnel')).toBeVisible()

  // The network is lost again, and the tab is closed. The comment is sent with the next visit.
  await context.setOffline(true)
  await leaveComment(guest, { x: 550, y: 300 }, { text: 'From the second tunnel' })
  await guest.close()
  await context.setOffline(false)
  const back = await context.newPage()
  await openProject(back, projectId)
  for (const page of [owner, back]) {
    for (const text of ['From the tunnel', 'Meanwhile, outside', 'From the second tunnel']) {
      await expect(commentRow(page, text)).toHaveCount(1, { timeout: 20_000 })
    }
    await expect(page.getByText(/^(Open )?3( open)?$/).first()).toBeVisible()
    await expect(design(page)).toBeVisible()
  }
  await endMeeting({ ...meeting, guest: back })
})
