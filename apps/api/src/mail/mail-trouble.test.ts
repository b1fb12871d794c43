import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import mongoose from 'mongoose'
import type { MailServerOptions } from '@pinmark/testbed/mail-server'
import { beforeAll, expect, test, vi } from 'vitest'
import { startWebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { givenCertificate, type GivenCertificate } from '@pinmark/testbed/certificate'
import { givenComment, givenProject } from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { startMailingApp, type MailingApp } from '../../test/mailing-app'
import { retryWaitsMs } from '../core/run-tasks'
import { storeTasks, TaskModel } from '../core/task.record'
import { newPublicId } from '../base/ids'
import { ThreadModel } from '../comments/comment.record'
import { storeMail } from './mail.record'
import { UserModel } from '../accounts/user.record'

let certificate: GivenCertificate
beforeAll(async () => void (certificate = await givenCertificate('localhost')))

const byName = (url: string) => url.replace('127.0.0.1', 'localhost')
const trusting = (url: string) => `${byName(url)}?tls.ca=${encodeURIComponent(certificate.cert)}`
const forget = (app: MailingApp, email: string) =>
  app.api.post('/users/forgotten-password').send({ email }).expect(204)
/** Skips the wait until the next attempt. */
const hurry = () =>
  mongoose.connection
    .collection('tasks')
    .updateMany({ lease: null, tries: { $gt: 0 } }, { $set: { dueAt: new Date(0) } })
const errorsIn = ({ told }: MailingApp) =>
  told.flatMap((line) => {
    const { level, msg } = JSON.parse(line)
    return level >= 50 ? String(msg) : []
  })
async function withApp(
  server: MailServerOptions,
  reach: (url: string) => string,
  work: (app: MailingApp) => Promise<void>,
) {
  const app = await startMailingApp(server, reach)
  try {
    await work(app)
  } finally {
    await app.stop()
    // The next test starts without the mails that wait for this server and without the shares of limits its app took.
    for (const name of ['mails', 'tasks', 'rateWindows'])
      await mongoose.connection.collection(name).deleteMany({})
  }
}

test.each([
  ['STARTTLS', {}, (url: string) => `${trusting(url)}&requireTLS=true`],
  ['TLS from the beginning', { secure: true }, trusting],
])('a mail is sent over %s, with a trusted certificate', async (_what, server, reach) => {
  await withApp({ ...certificate, ...server }, reach, async (app) => {
    const { email } = await givenUser(app.api)
    await forget(app, email)
    expect(app.post.isEncrypted(await app.post.next(email))).toBe(true)
    expect(errorsIn(app)).toEqual([])
  })
})

test.each([
  ['STARTTLS', {}],
  ['TLS from the beginning', { secure: true }],
])('an untrusted certificate is refused over %s, and logged once', async (_what, server) => {
  await withApp({ ...certificate, ...server }, byName, async (app) => {
    const users = [await givenUser(app.api), await givenUser(app.api)]
    for (const { email } of users) await forget(app, email)
    await vi.waitFor(() => expect(tried(app)).toBe(2), 10_000)
    expect(errorsIn(app)).toEqual([expect.stringContaining('certificate of the mail server is not trusted')])
    expect(app.post.mails).toEqual([])
  })
})

test('missing encryption that is required is logged once', async () => {
  await withApp(
    {},
    (url) => `${url}?requireTLS=true`,
    async (app) => {
      await forget(app, (await givenUser(app.api)).email)
      await vi.waitFor(() => expect(tried(app)).toBe(1), 10_000)
      expect(errorsIn(app)).toEqual([expect.stringContaining('does not offer the encryption')])
    },
  )
})

test('a wrong login is logged once, and so is the recovery', async () => {
  let isRight = false
  const onAuth: MailServerOptions['onAuth'] = (_auth, _session, done) =>
    isRight ? done(null, { user: 'pins' }) : done(new Error('Authentication failed'))
  const reach = (url: string) => url.replace('smtp://', 'smtp://pins:word@')
  await withApp({ authOptional: false, allowInsecureAuth: true, onAuth }, reach, async (app) => {
    const users = [await givenUser(app.api), await givenUser(app.api)]
    for (const { email } of users) await forget(app, email)
    await vi.waitFor(() => expect(tried(app)).toBe(2), 10_000)
    expect(errorsIn(app)).toEqual([
      'Mails cannot be sent: the mail server rejects the user and password of SMTP_URL.',
    ])
    isRight = true
    await hurry()
    for (const { email } of users) await app.post.next(email)
    expect(app.told.filter((line) => line.includes('accepts mails again'))).toHaveLength(1)
    expect(app.told.join('\n')).not.toMatch(/studio\.test|pins:word/)
  })
})

test.each([450, 451])('a mail that is deferred with %i is sent by the next attempt, once', async (status) => {
  await withApp({}, String, async (app) => {
    const { email } = await givenUser(app.api)
    app.post.refuse(status)
    await forget(app, email)
    await vi.waitFor(() => expect(tried(app)).toBe(1), 10_000)
    app.post.refuse(null)
    await hurry()
    await app.post.next(email)
    expect(app.post.mails).toHaveLength(1)
    expect(errorsIn(app)).toEqual([])
  })
})

test('a permanently refused receiver is not tried again', async () => {
  await withApp({}, String, async (app) => {
    const { email } = await givenUser(app.api)
    app.post.refuse(550)
    await forget(app, email)
    await vi.waitFor(() => expect(tried(app)).toBe(1), 10_000)
    app.post.refuse(null)
    await hurry()
    const other = await givenUser(app.api)
    await forget(app, other.email)
    await app.post.next(other.email)
    expect(app.post.asked()).toBe(2)
    expect(app.post.mails).toHaveLength(1)
  })
})

test('an address that was refused for a moment gets a mail at the next request', async () => {
  await withApp({}, String, async (app) => {
    const { email } = await givenUser(app.api)
    app.post.refuse(550)
    await forget(app, email)
    await vi.waitFor(() => expect(tried(app)).toBe(1), 10_000)
    app.post.refuse(null)

    await forget(app, email)

    expect(await app.post.next(email)).toMatchObject({ subject: 'A new password for Pinmark' })
    expect(app.post.mails).toHaveLength(1)
  })
})

test('a mail that cannot be written has a failed try, and stops no other', async () => {
  await withApp({}, String, async (app) => {
    const { db } = mongoose.connection
    const now = new Date()
    const broken = { _id: newPublicId(), kind: 'of a later version', state: 'waiting', createdAt: now }
    await db?.collection<{ _id: string }>('mails').insertOne(broken)
    const task = { _id: `mail ${broken._id}`, kind: 'mail', account: null, project: null } as const
    await storeTasks([{ ...task, mail: broken._id }])
    const { email } = await givenUser(app.api)
    await forget(app, email)
    await app.post.next(email)

    await vi.waitFor(() => expect(app.told.join('')).toContain('a task failed'), 10_000)
    const stored = await TaskModel.findOne({ _id: task._id, lease: null }).orFail()
    expect(stored.tries).toBe(1)
    expect(stored.dueAt?.getTime()).toBeGreaterThan(now.getTime())

    await TaskModel.updateOne({ _id: task._id }, { dueAt: new Date(0), tries: retryWaitsMs.length })
    const mails = mongoose.connection.collection<{ _id: string; state: string }>('mails')
    await vi.waitFor(
      async () => expect(await mails.findOne({ _id: broken._id })).toMatchObject({ state: 'done' }),
      10_000,
    )
  })
})

test('a slow mail server still gets its mail', async () => {
  const late = (done: () => void) => void pause(400).then(done)
  const server: MailServerOptions = {
    onConnect: (_session, done) => late(done),
    onMailFrom: (_address, _session, done) => late(done),
    onRcptTo: (_address, _session, done) => late(done),
  }
  await withApp(server, String, async (app) => {
    const { email } = await givenUser(app.api)
    await forget(app, email)
    expect(await app.post.next(email)).toMatchObject({ subject: 'A new password for Pinmark' })
  })
})

test('a receiver without an answer does not delay other mails', async () => {
  const held: (() => void)[] = []
  const server: MailServerOptions = {
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('slow-') ? void held.push(() => done()) : done(),
  }
  await withApp(server, String, async (app) => {
    const slow = await givenUser(app.api, { email: 'slow-receiver@studio.test' })
    const { email } = await givenUser(app.api)
    await forget(app, slow.email)
    await vi.waitFor(() => expect(held).toHaveLength(1), 10_000)
    await forget(app, email)
    await app.post.next(email)
    expect(app.post.mails).toHaveLength(1)
    for (const release of held) release()
    await app.post.next(slow.email)
  })
})

test('digests leave a place for other mails, and a receiver gets one digest at a time', async () => {
  const held: { address: string; release: () => void }[] = []
  const server: MailServerOptions = {
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('digest-') ? void held.push({ address, release: () => done() }) : done(),
  }
  await withApp(server, String, async (app) => {
    const emails = [1, 2, 3, 4].map((at) => `digest-${at}@studio.test`)
    const owners = await Promise.all(emails.map((email) => givenUser(app.api, { email })))
    for (const owner of [...owners.slice(0, 1), ...owners]) await givenDueDigest(app, owner)
    await vi.waitFor(() => expect(held).toHaveLength(3), 10_000)
    const { email } = await givenUser(app.api)
    await forget(app, email)

    await app.post.next(email)
    expect(held.map(({ address }) => address).toSorted()).toEqual(emails.slice(0, 3))
    for (const { release } of held.splice(0)) release()
    await vi.waitFor(
      () => expect(held.map(({ address }) => address).toSorted()).toEqual([emails[0], emails[3]]),
      10_000,
    )
    for (const { release } of held) release()
  })
})

async function givenDueDigest(app: MailingApp, owner: GivenUser): Promise<void> {
  const { _id } = await givenProject(app.api, { owner })
  const comment = await givenComment(app.api, _id)
  const { project, _id: message } = await ThreadModel.findOne({ publicId: comment._id }).orFail()
  const user = (await UserModel.findOne({ email: owner.email }).orFail())._id
  await storeMail({ _id: `digest ${_id}`, kind: 'digest', user, project, messages: [message] })
}

test('a mail server that accepts connections but never answers delays no webhook, and is logged once', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  const port = await listenOnFreePort(silent)
  const receiver = await startWebhookReceiver()
  await withApp(
    {},
    () => `smtp://127.0.0.1:${port}`,
    async (app) => {
      const project = await givenProject(app.api)
      const url = receiver.newAddress()
      const webhook = { url, format: 'generic', password: project.owner.password }
      await app.api.post('/users/me/webhooks').set(project.owner.auth).send(webhook).expect(201)
      await forget(app, project.owner.email)
      // One mail about the new webhook, and one for a new password.
      await vi.waitFor(() => expect(sockets).toHaveLength(2), 10_000)
      await givenComment(app.api, project._id)
      expect(await receiver.reach(url, 1)).toHaveLength(1)
      await vi.waitFor(() => expect(tried(app)).toBe(2), 20_000)
      expect(errorsIn(app)).toEqual([expect.stringContaining('does not answer in time')])
    },
  )
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  await receiver.stop()
}, 40_000)

/** Number of mails with a failed attempt. */
function tried({ told }: MailingApp): number {
  return told.filter((line) => line.includes('a mail was not accepted')).length
}
