import mongoose from 'mongoose'
import { expect, test, vi } from 'vitest'
import { startWebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { givenComment, givenProject } from '../../test/given-project'
import { givenLogin, givenUser } from '../../test/given-user'
import { givenTestApp } from '../../test/app-under-test'
import { TaskModel } from '../core/task.record'
import { sharedMailingApp } from '../../test/mailing-app'
import { scanDatabase } from '../../test/scan-database'

const app = sharedMailingApp()

const forget = (email: string) => app.api.post('/users/forgotten-password').send({ email })
const reset = (token: string, newPassword = 'a brighter light table') =>
  app.api.put('/users/forgotten-password').send({ token, newPassword })
const tokenIn = (text: string | undefined) => /\/reset#(\S+)/.exec(text ?? '')?.[1] ?? ''

test('the link of a mail replaces a forgotten password, once, and ends every login', async () => {
  const user = await givenUser(app.api)
  expect((await forget(user.email)).status).toBe(204)
  const mail = await app.post.next(user.email)
  expect(mail).toMatchObject({
    subject: 'A new password for Pinmark',
    from: { text: '"Pinmark" <pins@studio.test>' },
  })
  const token = tokenIn(mail.text)
  expect(mail.html).toContain(`https://pins.studio.test/reset#${token}`)
  expect(mail.html).not.toMatch(/<img|src=|url\(/)
  expect(await scanDatabase([token])).toEqual({ [token]: [] })

  expect((await reset(token, 'short')).body.code).toBe('password_too_short')
  expect((await reset(token)).status).toBe(204)

  expect((await app.api.get('/users/me').set(user.auth)).body.code).toBe('session_ended')
  await givenLogin(app.api, { email: user.email, password: 'a brighter light table' })
  expect((await reset(token)).body).toEqual({
    code: 'reset_link_over',
    error: 'This link is used or too old.',
  })
})

test('an unknown address gets the same answer, but no mail', async () => {
  const user = await givenUser(app.api)
  const known = await forget(user.email)
  const unknown = await forget('nobody-at-all@studio.test')
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  await app.post.next(user.email)
  expect(app.post.mails.some(({ to }) => JSON.stringify(to).includes('nobody-at-all'))).toBe(false)
})

test('a link ends after half an hour, after a change of password, or when one letter is changed', async () => {
  const user = await givenUser(app.api)
  await forget(user.email)
  const token = tokenIn((await app.post.next(user.email)).text)
  const [id = '', time = '', seal = ''] = token.split('.')
  const later = [id, (Number.parseInt(time, 36) + 60).toString(36), seal].join('.')
  const other = [id, time, seal.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))].join('.')
  for (const wrong of [later, other, '', 'x', `${id}..`, token.slice(1)]) {
    expect((await reset(wrong)).body.code).toBe('reset_link_over')
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
  expect((await reset(token)).body.code).toBe('reset_link_over')
  vi.useRealTimers()
  const change = { currentPassword: user.password, newPassword: 'a brighter light table' }
  await app.api.put('/users/password').set(user.auth).send(change).expect(200)
  expect((await reset(token)).body.code).toBe('reset_link_over')
})

test('a deferred mail is sent again, and a repeated request sends one mail', async () => {
  const user = await givenUser(app.api)
  app.post.refuse(451)
  const before = app.post.asked()
  await forget(user.email)
  await forget(user.email)
  await vi.waitFor(() => expect(app.post.asked()).toBe(before + 1), 10_000)
  app.post.refuse(null)
  await app.post.next(user.email)
  expect(app.post.mails.filter(({ to }) => JSON.stringify(to).includes(user.email))).toHaveLength(1)
})

test('many requests for one address send a few mails soon, then one every half hour', async () => {
  const { email } = await givenUser(app.api)
  const [minuteMs, halfHourMs] = [60_000, 30 * 60_000]
  const start = Math.ceil(Date.now() / halfHourMs) * halfHourMs
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let minute = 0; minute < 60; minute += 2) {
      vi.setSystemTime(start + minute * minuteMs)
      await forget(email)
    }
  } finally {
    vi.useRealTimers()
  }

  const asked = { kind: 'reset', createdAt: { $gte: new Date(start) } }
  expect(await mongoose.connection.collection('mails').countDocuments(asked)).toBe(4 + 2)
  await mongoose.connection.collection('mails').deleteMany(asked)
})

test('a mail is not repeated at once if the database fails to record that it was sent', async () => {
  const db = mongoose.connection.db
  if (!db) throw new Error('The database is not connected.')
  const [first, second] = [await givenUser(app.api), await givenUser(app.api)]
  const mailsFor = ({ email }: { email: string }) =>
    app.post.mails.filter(({ to }) => JSON.stringify(to).includes(email))
  const triesOf = async ({ email }: { email: string }) => {
    const mail = await db.collection<{ _id: string; email: string }>('mails').findOne({ email })
    return (await TaskModel.findOne({ mail: mail?._id ?? '', lease: null }))?.tries
  }
  await db.command({ collMod: 'mails', validator: { state: { $ne: 'done' } } })
  try {
    for (const user of [first, second]) {
      await forget(user.email)
      await app.post.next(user.email)
      await vi.waitFor(async () => expect(await triesOf(user)).toBeGreaterThan(0), 20_000)
    }

    for (const user of [first, second]) expect(mailsFor(user)).toHaveLength((await triesOf(user)) ?? 0)
  } finally {
    await db.command({ collMod: 'mails', validator: {} })
    await db.collection('mails').deleteMany({ state: 'waiting' })
  }
})

test('the owner of a paused webhook gets one mail with the reason, and none after it is on again', async () => {
  const receiver = await startWebhookReceiver()
  receiver.answer(() => 410)
  const project = await givenProject(app.api)
  const { auth, email, password } = project.owner
  const url = receiver.newAddress('secret-of-a-chat')
  const body = { url, format: 'slack', password }
  const added = await app.api.post('/users/me/webhooks').set(auth).send(body).expect(201)
  expect((await app.post.next(email)).subject).toBe('A new webhook address in your account')
  await givenComment(app.api, project._id)

  const mail = await app.post.next(email, ({ subject }) => subject === 'A webhook was switched off')

  expect(mail.text).toContain(`Messages to ${new URL(url).host} could not be delivered`)
  expect(mail.text).toContain('The last try was answered with status 410.')
  expect(mail.html).toContain('https://pins.studio.test/account')
  expect(`${mail.text} ${mail.html}`).not.toContain('secret-of-a-chat')
  receiver.answer(() => 200)
  const turnOn = { paused: false }
  await app.api.patch(`/users/me/webhooks/${added.body.webhook._id}`).set(auth).send(turnOn).expect(200)
  await givenComment(app.api, project._id)
  await receiver.reach(url, 3)
  const mails = app.post.mails.filter(({ to }) => JSON.stringify(to).includes(email))
  expect(mails).toHaveLength(2)
  await receiver.stop()
})

test('the account is told about each new API token and each new address of a webhook, without its secret parts', async () => {
  const { auth, email, password } = await givenUser(app.api)
  const told = (subject: string) => app.post.next(email, (mail) => mail.subject === subject)
  await app.api.post('/users/me/tokens').set(auth).send({ name: 'Build', scope: 'read' }).expect(201)
  const mail = await told('A new API token for your account')
  expect(mail.text).toContain('An API token was made for your account: Build (read).')
  expect(mail.text).toContain('If it was not you, change your password.')
  const body = { url: 'http://127.0.0.1:9/secret-of-a-chat', format: 'slack', password }
  await app.api.post('/users/me/webhooks').set(auth).send(body).expect(201)
  const other = await told('A new webhook address in your account')
  expect(other.text).toContain('News of your projects now goes to 127.0.0.1:9.')
  expect(`${other.text} ${other.html}`).not.toContain('secret-of-a-chat')
})

test('without a mail server, no mail is promised', async () => {
  const silent = await givenTestApp()
  const answer = await silent.api.post('/users/forgotten-password').send({ email: 'mara@studio.test' })
  expect(answer.body.code).toBe('mail_not_set_up')
  expect((await silent.api.get('/instance')).body.mail).toBe(false)
  expect((await app.api.get('/instance')).body.mail).toBe(true)
})
