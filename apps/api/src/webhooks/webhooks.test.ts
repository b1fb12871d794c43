import { Resolver } from 'node:dns/promises'
import type { ServerResponse } from 'node:http'
import { startWebhookReceiver, type WebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import mongoose, { type Types } from 'mongoose'
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { CreatedWebhook, FullDelivery, Webhook } from '@pinmark/shared/entities/webhook'
import { limits } from '@pinmark/shared/limits'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenVersion, openProject } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, givenReply, newKey } from '../../test/given-project'
import { givenLogin, givenUser, type GivenUser } from '../../test/given-user'
import { givenDeliveries } from '../../test/given-webhook'
import { scanDatabase } from '../../test/scan-database'
import { findDeliveries, storeDeliveries } from './delivery.record'
import { ProjectModel } from '../projects/project.record'
import { ThreadModel } from '../comments/comment.record'
import { UserModel } from '../accounts/user.record'
import { VerdictModel } from '../rounds/verdict.record'
import { insertWebhook, removeWebhooksOf, WebhookModel } from './webhook.record'
import { sealAddress } from './find-address'
import { sweepAccounts, startBackgroundWork } from '../ops/background-work'

const app = sharedTestApp({ webhookAllowPrivate: true })
let receiver: WebhookReceiver
let endWork: () => Promise<void>
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  endWork = startBackgroundWork(app.config, pino({ level: 'silent' }))
})
afterEach(() => receiver.answer(() => 200))
afterAll(async () => {
  await endWork()
  await receiver.stop()
})

async function add(owner: GivenUser, body: object = {}): Promise<CreatedWebhook> {
  const answer = await app.api
    .post('/users/me/webhooks')
    .set(owner.auth)
    .send({ url: receiver.newAddress(), format: 'generic', password: owner.password, ...body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

const at = ({ _id }: Webhook, rest = '') => `/users/me/webhooks/${_id}${rest}`
const list = async ({ auth }: GivenUser): Promise<Webhook[]> =>
  (await app.api.get('/users/me/webhooks').set(auth)).body
const deliveries = async ({ auth }: GivenUser, webhook: Webhook): Promise<FullDelivery[]> =>
  (await app.api.get(at(webhook, '/deliveries')).set(auth)).body
const bodies = async (address: string, count: number) =>
  (await receiver.reach(address, count)).map(({ body }) => JSON.parse(body))

test('all events of a review arrive signed, once and in order, with links and without e-mail addresses', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook, secret } = await add(owner)
  const guest = givenGuest()

  const comment = await givenComment(app.api, project._id, { text: 'Calmer?' }, guest)
  const reply = await givenReply(app.api, project._id, comment._id)
  const path = `/projects/${project._id}`
  await app.api.patch(`${path}/comments/${comment._id}`).set(owner.auth).send({ resolved: true }).expect(200)
  const verdict = { verdict: 'changes', name: 'Tom Keller', note: 'Nearly' }
  await app.api.put(`${path}/round/verdict`).set(guest).send(verdict).expect(200)
  const version = await givenVersion(app.api, project, { note: 'Calmer' })
  await app.api.patch(`${path}/round`).set(owner.auth).send({ closed: true, message: 'Thanks' }).expect(200)
  await app.api.patch(`${path}/round`).set(owner.auth).send({ closed: false }).expect(200)

  const messages = await receiver.reach(webhook.url, 8)
  const url = expect.stringContaining(`/project/${project._id}?comment=${comment._id}`)
  const about = { project: { _id: project._id, name: 'Landing page' } }
  const round = (state: string) => ({ ...about, round: { number: 2, state } })
  expect(messages.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      type: 'comment.created',
      data: { ...about, url, comment: { _id: comment._id, number: 1, text: 'Calmer?' } },
    },
    { type: 'reply.created', data: { ...about, url, reply: { _id: reply._id }, comment: { number: 1 } } },
    { type: 'comment.resolved', data: { ...about, comment: { number: 1, resolved: { by: owner.name } } } },
    { type: 'verdict.given', data: { ...about, verdict: { ...verdict, round: 1 } } },
    { type: 'version.added', data: { ...about, version: { _id: version._id, number: 2, note: 'Calmer' } } },
    { type: 'round.opened', data: round('open') },
    { type: 'round.closed', data: round('closed') },
    { type: 'round.reopened', data: round('open') },
  ])
  const verifier = new Verifier(secret ?? '')
  for (const { headers, body } of messages) {
    expect(verifier.verify(body, headers)).toBeTruthy()
    expect(() => verifier.verify(body.replace('"type"', '"typo"'), headers)).toThrow(
      'No matching signature found',
    )
    expect(body).not.toContain(owner.email)
  }
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(8)
  expect((await list(owner))[0]?.deliveries).toMatchObject([
    { what: 'Round 2 open again', state: 'done', status: 200, tries: 1 },
    { what: 'Round 2 closed' },
    { what: 'Round 2 opened' },
  ])
})

test('versions from before a webhook was added are not sent when their design is changed', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  await givenVersion(app.api, project, { note: 'Before' })
  const minuteAgo = new Date(Date.now() - 60_000)
  await ProjectModel.updateOne(
    { publicId: project._id },
    { $set: { 'designs.0.versions.$[].createdAt': minuteAgo } },
  )
  const { webhook } = await add(owner, { events: ['version', 'comment'] })

  const [design] = (await openProject(app.api, project)).designs
  const version = await givenVersion(app.api, project, { note: 'After' })
  const title = { title: 'Start page' }
  await app.api
    .patch(`/projects/${project._id}/designs/${design?._id}`)
    .set(owner.auth)
    .send(title)
    .expect(200)
  await givenComment(app.api, project._id, { text: 'The last of what happened' })

  expect(await bodies(webhook.url, 2)).toMatchObject([
    { type: 'version.added', timestamp: version.createdAt, data: { version: { _id: version._id } } },
    { type: 'comment.created' },
  ])
})

test.each([
  ['slack', ({ text }: { text: string }) => text, '&lt;!channel&gt; &amp;'],
  ['discord', ({ content }: { content: string }) => content, String.raw`\[x\]\(y\)`],
  [
    'teams',
    ({ attachments: [{ content }] }: { attachments: [{ content: { body: { text: string }[] } }] }) =>
      content.body.map(({ text }) => text).join('\n'),
    String.raw`\[x\]\(y\)`,
  ],
])(
  'a chat of the kind %s gets text, with its special characters escaped',
  async (format, textOf, harmless) => {
    const project = await givenProject(app.api, { name: 'Norra & Nights' })
    const { webhook, secret } = await add(project.owner, { format })
    expect(secret).toBeNull()
    await givenComment(app.api, project._id, { commenter: 'Ana *R*', text: '<!channel> & @everyone [x](y)' })

    const [message] = await receiver.reach(webhook.url, 1)
    const body = JSON.parse(message?.body ?? '')
    const text = textOf(body)
    // The only design has the name of its project, which is said once.
    expect(text).toMatch(/ commented in /)
    expect(text.match(/Norra/g)).toHaveLength(1)
    expect(JSON.stringify(body)).toContain(`/project/${project._id}?comment=`)
    expect(JSON.stringify(body)).toContain(JSON.stringify(harmless).slice(1, -1))
    expect(message?.headers['webhook-signature']).toBeUndefined()
  },
)

test('the messages to a chat, their list and a failure are in the language of the account', async () => {
  const project = await givenProject(app.api, { name: 'Norra' })
  const { owner } = project
  await app.api.patch('/users/me').set(owner.auth).send({ language: 'de' }).expect(200)
  const { webhook } = await add(owner, { format: 'slack' })
  const comment = await givenComment(app.api, project._id, { commenter: 'Ana', text: 'Ruhiger?' })
  await givenReply(app.api, project._id, comment._id, { commenter: 'Tom' })
  const path = `/projects/${project._id}`
  await app.api.patch(`${path}/comments/${comment._id}`).set(owner.auth).send({ resolved: true }).expect(200)
  const verdict = { verdict: 'changes', name: 'Tom', note: '' }
  await app.api.put(`${path}/round/verdict`).set(givenGuest()).send(verdict).expect(200)
  await givenVersion(app.api, project)
  await app.api.patch(`${path}/round`).set(owner.auth).send({ closed: true }).expect(200)

  const texts = (await bodies(webhook.url, 7)).map(({ text }) => text.replace(/<[^|]*\|([^>]*)>/, '$1'))
  expect(texts).toEqual([
    '*Ana* hat in Norra kommentiert\n> Ruhiger?',
    expect.stringMatching(/^\*Tom\* hat in Norra auf Kommentar 1 geantwortet\n> /),
    `*${owner.name}* hat in Norra Kommentar 1 erledigt\n> Ruhiger?`,
    '*Tom* sagt „Änderungen nötig“ zu Runde 1 in Norra',
    'In Norra wurde Version 2 hochgeladen',
    'Runde 2 in Norra ist offen',
    'Runde 2 in Norra ist geschlossen',
  ])
  await vi.waitFor(async () =>
    expect((await list(owner))[0]?.deliveries.map(({ what }) => what)).toEqual([
      'Runde 2 geschlossen',
      'Runde 2 geöffnet',
      'Version 2 hinzugefügt',
    ]),
  )
  receiver.answer(() => (res) => res.destroy())
  const broken = await app.api.post(at(webhook, '/test')).set(owner.auth)
  expect(broken.body).toMatchObject({ status: null, problem: 'Die Verbindung ist fehlgeschlagen.' })
})

test('a webhook gets the chosen events of the chosen project, from the moment it is added', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const other = await givenProject(app.api, { owner, name: 'Other' })
  await givenComment(app.api, project._id, { text: 'Before' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const replies = await add(owner, { events: ['reply'] })
  const ofOne = await add(owner, { project: project._id })
  const everything = await add(owner)

  await givenComment(app.api, other._id, { text: 'Elsewhere' })
  const comment = await givenComment(app.api, project._id, { text: 'Here' })
  await givenReply(app.api, project._id, comment._id)

  expect(await bodies(everything.webhook.url, 3)).toHaveLength(3)
  expect((await bodies(ofOne.webhook.url, 2)).map(({ type }) => type)).toEqual([
    'comment.created',
    'reply.created',
  ])
  expect((await bodies(replies.webhook.url, 1)).map(({ type }) => type)).toEqual(['reply.created'])
  expect(ofOne.webhook.project).toEqual({ _id: project._id, name: 'Landing page' })
})

test('an address is not stored for a login that ended while its name was resolved', async () => {
  const strict = await givenTestApp({ webhookAllowPrivate: false })
  const owner = await givenUser(app.api)
  const { webhook } = await add(owner)
  const { password } = owner
  const body = { url: 'https://slow.studio.test/', format: 'generic', password }
  const inTime = vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([])
  const late = vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(async () => {
    await app.api.post('/users/logout').set(auth)
    return ['203.0.114.7']
  })
  onTestFinished(() => [inTime, late].forEach((spy) => spy.mockRestore()))

  let { auth } = owner
  expect((await strict.api.post('/users/me/webhooks').set(auth).send(body)).status).toBe(401)
  auth = { Authorization: `Bearer ${(await givenLogin(app.api, owner)).token}` }
  expect((await strict.api.patch(at(webhook)).set(auth).send({ url: body.url, password })).status).toBe(401)

  auth = { Authorization: `Bearer ${(await givenLogin(app.api, owner)).token}` }
  expect((await list({ ...owner, auth })).map(({ url }) => url)).toEqual([webhook.url])
})

test('a failed message is retried under its id and blocks later ones of its project only', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const other = await givenProject(app.api, { owner })
  const { webhook } = await add(owner)
  let failures = 1
  receiver.answer(({ body }) => (body.includes('First') && (failures -= 1) >= 0 ? 503 : 200))

  await givenComment(app.api, project._id, { text: 'First' })
  await givenComment(app.api, project._id, { text: 'Second' })
  await givenComment(app.api, other._id, { text: 'Beside' })

  const messages = await receiver.reach(webhook.url, 4)
  const texts = messages.map(({ body }) => JSON.parse(body).data.comment.text)
  expect(texts.filter((text) => text !== 'Beside')).toEqual(['First', 'First', 'Second'])
  expect(texts.indexOf('Beside')).toBeLessThan(3)
  const ids = messages
    .filter(({ body }) => body.includes('First'))
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  await vi.waitFor(async () => {
    const first = (await deliveries(owner, webhook)).find(({ request }) => request.includes('First'))
    expect(first).toMatchObject({ _id: ids[0], tries: 2, state: 'done', status: 200, response: 'ok' })
  }, 10_000)
})

test('a few accounts with many slow receivers do not delay the messages of others', async () => {
  const project = await givenProject(app.api)
  const { webhook } = await add(project.owner)
  const slow = receiver.newAddress('slow')
  const held: ServerResponse[] = []
  receiver.answer(({ path }) => (slow.endsWith(path) ? (res) => void held.push(res) : 200))
  const owners = Array.from({ length: 32 }, () => new mongoose.Types.ObjectId())
  for (const owner of owners) await givenLanes({ owner, url: slow, lanes: 20 })
  await vi.waitUntil(() => held.length === 64, { timeout: 20_000 })

  await givenComment(app.api, project._id, { text: 'In time' })
  await vi.waitUntil(async () => (await deliveries(project.owner, webhook)).length === 1, { timeout: 20_000 })
  held[0]?.end()

  expect(await receiver.reach(webhook.url, 1)).toHaveLength(1)
  for (const owner of owners) await removeWebhooksOf(owner)
  receiver.answer(() => 200)
  for (const res of held) res.end()
})

/** Messages that wait for one webhook, each about another project. */
async function givenLanes({ owner, url, lanes }: { owner: Types.ObjectId; url: string; lanes: number }) {
  const now = new Date()
  const { _id: webhook } = await insertWebhook({
    ...{ publicId: newKey(), owner, project: null, format: 'generic', events: ['comment'], origin: app.url },
    sealed: sealAddress(app.config.secrets.pepper, { url, key: null }),
    ...{ createdAt: now, listensSince: now, pausedAt: null, deletedAt: null },
  })
  const message = { event: 'comment', what: 'Comment 1 added', order: '0', body: '{}' } as const
  await storeDeliveries(
    Array.from({ length: lanes }, () => {
      return { _id: newKey(), webhook, project: new mongoose.Types.ObjectId(), owner, ...message }
    }),
  )
}

test('a dead receiver pauses its webhook, and its waiting messages are sent after it is turned on', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  receiver.answer(() => 410)
  await givenComment(app.api, project._id, { text: 'Waits' })
  await vi.waitFor(async () => expect((await list(owner))[0]?.pausedAt).not.toBeNull(), 10_000)
  const [waiting] = await deliveries(owner, webhook)
  expect(waiting).toMatchObject({ state: 'waiting', status: 410, response: 'not now' })

  receiver.answer(() => 200)
  const turnedOn = await app.api.patch(at(webhook)).set(owner.auth).send({ paused: false })

  expect(turnedOn.body).toMatchObject({ pausedAt: null })
  const messages = await receiver.reach(webhook.url, 2)
  expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([waiting?._id, waiting?._id])
})

test('a webhook is turned on together with its waiting messages, or not at all', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  await app.api.patch(at(webhook)).set(owner.auth).send({ paused: true }).expect(200)
  const [waiting] = await givenDeliveries(webhook, project._id, 1)
  const { db } = mongoose.connection
  // The sender holds the messages of a paused webhook.
  const isHeld = () => db?.collection('tasks').findOne({ kind: 'deliver', dueAt: null })
  await vi.waitFor(async () => expect(await isHeld()).not.toBeNull(), 10_000)

  const allow = (validator: object) => db?.command({ collMod: 'tasks', validator })
  await allow({ dueAt: null })
  const turnedOn = await app.api.patch(at(webhook)).set(owner.auth).send({ paused: false })
  await allow({})
  expect(turnedOn.status).toBe(500)
  expect((await list(owner))[0]?.pausedAt).not.toBeNull()
  await app.api.patch(at(webhook)).set(owner.auth).send({ paused: false }).expect(200)

  const [message] = await receiver.reach(webhook.url, 1)
  expect(message?.headers['webhook-id']).toBe(waiting)
})

test('a comment is sent even if another project has a comment with the same id', async () => {
  const owner = await givenUser(app.api)
  const projects = [await givenProject(app.api, { owner }), await givenProject(app.api, { owner })]
  const { webhook } = await add(owner)
  const _id = newKey()

  for (const [at, project] of projects.entries()) {
    await givenComment(app.api, project._id, { _id, text: `Said in ${at}` })
  }

  const told = await bodies(webhook.url, 2)
  const texts = new Set(told.map(({ data }) => data.comment.text))
  expect(texts).toEqual(new Set(['Said in 0', 'Said in 1']))
})

test.each([
  // https://docs.slack.dev/messaging/unfurling-links-in-messages
  ['slack', { unfurl_links: false, unfurl_media: false }],
  // SUPPRESS_EMBEDS: https://discord.com/developers/docs/resources/message#message-object-message-flags
  ['discord', { flags: 4, allowed_mentions: { parse: [] } }],
])(
  'a chat of the kind %s shows no picture and no preview of what a visitor links to',
  async (format, look) => {
    const project = await givenProject(app.api)
    const { webhook } = await add(project.owner, { format })
    await givenComment(app.api, project._id, { text: 'https://studio.test/picture.png' })

    expect(await bodies(webhook.url, 1)).toMatchObject([look])
  },
)

test('no text of a visitor makes a message longer than Discord accepts', async () => {
  const project = await givenProject(app.api, { name: '*'.repeat(120) })
  const { webhook } = await add(project.owner, { format: 'discord' })
  const texts = ['*'.repeat(5_000), '\n.'.repeat(2_500), '🙂'.repeat(5_000), `${'a'.repeat(900)} end`]
  for (const text of texts) await givenComment(app.api, project._id, { commenter: '_'.repeat(60), text })

  const contents = (await bodies(webhook.url, texts.length)).map(({ content }) => content)

  for (const content of contents) {
    // https://discord.com/developers/docs/resources/webhook#execute-webhook
    expect(content.length).toBeLessThanOrEqual(2_000)
    expect(content.isWellFormed()).toBe(true)
  }
  expect(contents[0]).toMatch(/[^\\](?:\\\*)+…$/)
  expect(contents[3]).toMatch(/a end$/)
})

test('a webhook with too many waiting messages is paused, and nothing more is stored', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  receiver.answer(() => 503)
  await givenDeliveries(webhook, project._id, limits.deliveriesWaiting)

  await givenComment(app.api, project._id, { text: 'One too many' })

  await vi.waitFor(async () => expect((await list(owner))[0]?.pausedAt).not.toBeNull(), 10_000)
  const kept = await deliveries(owner, webhook)
  expect(kept.some(({ request }) => request.includes('One too many'))).toBe(false)
})

test('a test and a redelivery report their result', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  const tested = await app.api.post(at(webhook, '/test')).set(owner.auth)
  expect(tested.body).toEqual({ status: 200, problem: null, ms: expect.any(Number) })
  const comment = await givenComment(app.api, project._id)
  await receiver.reach(webhook.url, 2)

  const [delivery] = await deliveries(owner, webhook)
  expect(delivery).toMatchObject({ what: 'Comment 1 added', request: expect.stringContaining(comment._id) })
  const again = await app.api.post(at(webhook, `/deliveries/${delivery?._id}`)).set(owner.auth)

  expect(again.body).toMatchObject({ status: 200 })
  const [, first, second] = await receiver.reach(webhook.url, 3)
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])

  receiver.answer(() => (res) => res.destroy())
  const broken = await app.api.post(at(webhook, '/test')).set(owner.auth)
  expect(broken.body).toMatchObject({ status: null, problem: 'The connection failed.' })
  receiver.answer(() => (res) => res.writeHead(302, { Location: receiver.newAddress() }).end())
  expect((await app.api.post(at(webhook, '/test')).set(owner.auth)).body).toMatchObject({ status: 302 })
  receiver.answer(() => (res) => res.end('x'.repeat(1_000_000)))
  await app.api
    .post(at(webhook, `/deliveries/${delivery?._id}`))
    .set(owner.auth)
    .expect(200)
  expect((await deliveries(owner, webhook))[0]?.response).toHaveLength(2_048)
})

/** A comment that could not be delivered, so that the queue of its project waits for an hour, and one behind it. */
async function givenWaitingQueue() {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  receiver.answer(() => 503)
  await givenComment(app.api, project._id, { text: 'First' })
  await vi.waitFor(
    async () => expect((await deliveries(owner, webhook))[0]?.tries).toBeGreaterThan(0),
    10_000,
  )
  const user = await UserModel.findOne({ email: owner.email })
  const inAnHour = new Date(Date.now() + 3_600_000)
  await mongoose.connection
    .collection('tasks')
    .updateMany({ account: user?._id ?? null, kind: 'deliver' }, { $set: { dueAt: inAnHour, tries: 9 } })
  await givenComment(app.api, project._id, { text: 'Second' })
  await vi.waitFor(async () => expect(await deliveries(owner, webhook)).toHaveLength(2), 10_000)
  return { owner, webhook }
}
const textOf = ({ body }: { body: string }) => JSON.parse(body).data.comment?.text
const untilSecondArrives = (address: string) =>
  vi.waitFor(() => expect(receiver.at(address).map(textOf)).toContain('Second'), 10_000)

test('a successful redelivery releases the messages behind it', async () => {
  const { owner, webhook } = await givenWaitingQueue()
  const [, first] = await deliveries(owner, webhook)
  receiver.answer(() => 200)
  await app.api
    .post(at(webhook, `/deliveries/${first?._id}`))
    .set(owner.auth)
    .expect(200)
  await untilSecondArrives(webhook.url)
  expect(receiver.at(webhook.url).map(textOf)).toEqual(['First', 'First', 'Second'])
})

test('a successful test releases the messages that wait for the next attempt, and a failed one does not', async () => {
  const { owner, webhook } = await givenWaitingQueue()
  await app.api.post(at(webhook, '/test')).set(owner.auth).expect(200)
  expect(receiver.at(webhook.url).map(textOf)).not.toContain('Second')
  receiver.answer(() => 200)
  await app.api.post(at(webhook, '/test')).set(owner.auth).expect(200)
  await untilSecondArrives(webhook.url)
})

test('a new address releases the messages that wait for the old one', async () => {
  const { owner, webhook } = await givenWaitingQueue()
  const url = receiver.newAddress()
  receiver.answer(() => 200)
  await app.api.patch(at(webhook)).set(owner.auth).send({ url, password: owner.password }).expect(200)
  await untilSecondArrives(url)
  expect(receiver.at(url).map(textOf)).toEqual(['First', 'Second'])
})

test('the failure of an old address neither holds back nor pauses the new one', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  const [url, held] = [receiver.newAddress(), [] as ServerResponse[]]
  receiver.answer(({ path }) => (url.endsWith(path) ? 200 : (res) => void held.push(res)))
  await givenComment(app.api, project._id, { text: 'First' })
  await vi.waitUntil(() => held.length === 1, { timeout: 10_000 })

  await app.api.patch(at(webhook)).set(owner.auth).send({ url, password: owner.password }).expect(200)
  held[0]?.writeHead(410).end()

  await vi.waitFor(() => expect(receiver.at(url).map(textOf)).toEqual(['First']), 10_000)
  expect((await list(owner))[0]).toMatchObject({ pausedAt: null, url })
})

test('what happens between the deletion of a webhook and its Undo is sent after the Undo', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner)
  const { webhook: other } = await add(owner)
  await app.api.delete(at(webhook)).set(owner.auth).expect(204)
  await givenComment(app.api, project._id, { text: 'Meanwhile' })
  await receiver.reach(other.url, 1)
  expect(receiver.at(webhook.url)).toEqual([])

  await app.api.patch(at(webhook)).set(owner.auth).send({ removed: false }).expect(200)
  await givenComment(app.api, project._id, { text: 'Afterwards' })

  const messages = await receiver.reach(webhook.url, 2)
  expect(messages.map(textOf)).toEqual(['Meanwhile', 'Afterwards'])
})

test('an address that cannot be read is a failed try of its webhook, and stops no other', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const [{ webhook: broken }, { webhook }] = [await add(owner), await add(owner)]
  await WebhookModel.updateOne({ publicId: broken._id }, { sealed: 'AA' })
  const { _id } = await WebhookModel.findOne({ publicId: broken._id }).orFail()
  await givenComment(app.api, project._id)
  const firstTry = vi.waitFor(
    async () =>
      expect(await findDeliveries(_id, 1)).toMatchObject([{ tries: 1, status: null, state: 'waiting' }]),
    10_000,
  )
  await receiver.reach(webhook.url, 1)
  await firstTry
  await app.api.delete(at(broken)).set(owner.auth).expect(204)
  expect(await list(owner)).toHaveLength(1)
})

test('a webhook cannot be restored once its time for Undo is over', async () => {
  const { owner } = await givenProject(app.api)
  const { webhook } = await add(owner)
  await app.api.delete(at(webhook)).set(owner.auth).expect(204)
  await WebhookModel.updateOne(
    { publicId: webhook._id },
    { deletedAt: new Date(Date.now() - limits.commentUndoMs - 1_000) },
  )
  const restored = await app.api.patch(at(webhook)).set(owner.auth).send({ removed: false })
  expect(restored.body.code).toBe('webhook_not_found')
})

test('what happened long ago is not sent again when its record changes', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const { webhook } = await add(owner, { events: ['comment', 'resolve', 'verdict'] })
  const done = await givenComment(app.api, project._id, { text: 'Done' })
  const path = `/projects/${project._id}/comments/${done._id}`
  await app.api.patch(path).set(owner.auth).send({ resolved: true }).expect(200)
  const reviewer = await givenUser(app.api)
  await app.api
    .put(`/projects/${project._id}/round/verdict`)
    .set(reviewer.auth)
    .send({ verdict: 'good', name: 'Tom Keller' })
    .expect(200)
  await bodies(webhook.url, 3)
  const hourAgo = new Date(Date.now() - 3_600_000)
  await ThreadModel.updateOne({ publicId: done._id }, { 'resolved.at': hourAgo })
  await VerdictModel.updateOne({ name: 'Tom Keller', verdict: 'good' }, { at: hourAgo })

  await app.api.delete(path).set(owner.auth).expect(200)
  await app.api.patch(path).set(owner.auth).send({ deleted: false }).expect(200)
  await app.api.post('/users/deletion').set(reviewer.auth).send({ password: reviewer.password }).expect(204)
  await sweepAccounts(new Date(Date.now() + 6 * 60_000))
  await givenComment(app.api, project._id, { text: 'The last of what happened' })

  const types = (await bodies(webhook.url, 4)).map(({ type }) => type)
  expect(types).toEqual(['comment.created', 'comment.resolved', 'verdict.given', 'comment.created'])
})

test('an answer that switches protocols counts as a broken connection', async () => {
  const owner = await givenUser(app.api)
  const { webhook } = await add(owner)
  receiver.answer(() => (res) => res.writeHead(101, { Connection: 'Upgrade', Upgrade: 'websocket' }).end())

  const tested = await app.api.post(at(webhook, '/test')).set(owner.auth)

  expect(tested.body).toMatchObject({ status: null, problem: 'The connection failed.' })
})

test('receivers of one account that do not answer do not delay other accounts', async () => {
  const project = await givenProject(app.api)
  const second = await givenProject(app.api, { owner: project.owner })
  const silent = await Promise.all(Array.from({ length: 20 }, () => add(project.owner)))
  const paths = new Set(silent.map(({ webhook }) => new URL(webhook.url).pathname))
  receiver.answer(({ path }) => (paths.has(path) ? () => undefined : 200))
  await givenComment(app.api, project._id)
  await givenComment(app.api, second._id)
  await vi.waitFor(() => {
    const reached = silent.flatMap(({ webhook }) => receiver.at(webhook.url))
    expect(reached.length).toBeGreaterThan(1)
  }, 10_000)

  const other = await givenProject(app.api)
  const { webhook } = await add(other.owner)
  await givenComment(app.api, other._id)

  expect(await receiver.reach(webhook.url, 1)).toHaveLength(1)
  // Nothing is retried in the tests that follow.
  for (const {
    webhook: { _id },
  } of silent) {
    await app.api.delete(`/users/me/webhooks/${_id}`).set(project.owner.auth).expect(204)
  }
})

test('an address with white space inside is called as it is shown', async () => {
  const owner = await givenUser(app.api)
  const address = receiver.newAddress()
  const { webhook } = await add(owner, { url: `${address.replace(':', ':\t')}/the team` })

  expect(webhook.url).toBe(`${address}/the%20team`)
  await app.api.post(at(webhook, '/test')).set(owner.auth).expect(200)
  expect(await receiver.reach(webhook.url, 1)).toHaveLength(1)
})

test('a webhook can be changed, removed and restored by its own account only', async () => {
  const owner = await givenUser(app.api)
  const other = await givenUser(app.api)
  const { webhook } = await add(owner)
  const change = { events: ['verdict'], url: receiver.newAddress() }
  const { auth, password } = owner
  const changed = await app.api
    .patch(at(webhook))
    .set(auth)
    .send({ ...change, password })
  expect(changed.body).toEqual({ ...webhook, ...change })

  for (const request of [
    app.api.patch(at(webhook)).send({ paused: true }),
    app.api.delete(at(webhook)),
    app.api.post(at(webhook, '/test')),
    app.api.get(at(webhook, '/deliveries')),
  ]) {
    expect((await request.set(other.auth)).body.code).toBe('webhook_not_found')
  }
  expect(await list(other)).toEqual([])

  await app.api.delete(at(webhook)).set(owner.auth).expect(204)
  expect(await list(owner)).toEqual([])
  await app.api.patch(at(webhook)).set(owner.auth).send({ paused: true }).expect(404)
  await app.api.patch(at(webhook)).set(owner.auth).send({ removed: false }).expect(200)
  expect(await list(owner)).toHaveLength(1)
})

test.each([
  [{ url: 'ftp://hooks.test/' }, 'webhook_address_not_valid'],
  [{ url: 'https://user:word@hooks.test/' }, 'webhook_address_has_login'],
  [{ url: 'hooks.test' }, 'webhook_address_not_valid'],
  [{ format: 'irc' }, 'webhook_format_unknown'],
  [{ events: [] }, 'webhook_events_not_valid'],
  [{ events: ['like'] }, 'webhook_events_not_valid'],
  [{ project: '7Qm2xVd0kT4rYb9ZsLw8aE' }, 'project_not_found'],
])('a webhook with %j is refused as %s', async (body, code) => {
  const { auth, password } = await givenUser(app.api)
  const answer = await app.api
    .post('/users/me/webhooks')
    .set(auth)
    .send({ url: receiver.newAddress(), format: 'generic', password, ...body })
  expect(answer.body.code).toBe(code)
})

test('a new webhook and a new address need the password of the account, and nothing else does', async () => {
  const owner = await givenUser(app.api)
  const { webhook } = await add(owner)
  const url = receiver.newAddress()
  const post = app.api.post('/users/me/webhooks').set(owner.auth)
  expect((await post.send({ url, format: 'generic' })).body.code).toBe('password_required')
  const change = async (body: object) => (await app.api.patch(at(webhook)).set(owner.auth).send(body)).body
  expect((await change({ url })).code).toBe('password_required')
  expect((await change({ url, password: 'guess' })).code).toBe('wrong_current_password')
  expect(await change({ events: ['comment'] })).toMatchObject({ url: webhook.url, events: ['comment'] })
  expect(await change({ url, password: owner.password })).toMatchObject({ url })
})

test('an internal address is refused when it is entered, and never called', async () => {
  const strict = await givenTestApp()
  const { auth, password } = await givenUser(strict.api)
  const send = (url: string) =>
    strict.api.post('/users/me/webhooks').set(auth).send({ url, format: 'slack', password })
  for (const url of [
    receiver.newAddress(),
    'http://localhost/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
  ]) {
    expect((await send(url)).body.code).toBe('webhook_address_inside')
  }
  const outside = await send('https://hooks.studio.test/x')
  expect(outside).toMatchObject({ status: 201 })
  expect((await strict.api.post(at(outside.body.webhook, '/test')).set(auth)).body).toMatchObject({
    status: null,
    problem: 'This address cannot be found.',
  })
})

test('the secret and the address are encrypted in the database, and no later answer contains the secret', async () => {
  const owner = await givenUser(app.api)
  const { webhook, secret } = await add(owner)
  const key = secret?.replace('whsec_', '') ?? ''
  const path = new URL(webhook.url).pathname
  expect(await scanDatabase([key, `${path}"`, webhook.url])).toEqual({
    [key]: [],
    [`${path}"`]: [],
    [webhook.url]: [],
  })
  expect(JSON.stringify(await list(owner))).not.toContain(key)
  expect(app.log.join('\n')).not.toContain(key)
})

test('of twenty concurrent additions and restores of webhooks, exactly as many succeed as fit', async () => {
  const owner = await givenUser(app.api)
  const removed: Webhook[] = []
  for (let count = 0; count < 18; count += 1) removed.push((await add(owner)).webhook)
  for (const webhook of removed) await app.api.delete(at(webhook)).set(owner.auth).expect(204)
  for (let count = 0; count < 18; count += 1) await add(owner)
  const body = { url: receiver.newAddress(), format: 'generic', password: owner.password }
  const addOne = () =>
    app.api.post('/users/me/webhooks').set(owner.auth).set('Idempotency-Key', newKey()).send(body)
  const takeBack = (webhook: Webhook) => app.api.patch(at(webhook)).set(owner.auth).send({ removed: false })

  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => addOne()),
    ...removed.slice(0, 10).map(takeBack),
  ])

  const done = answers.filter(({ status }) => status === 201 || status === 200)
  const refused = answers.filter(({ body: { code } }) => code === 'webhook_limit_reached')
  expect([done.length, refused.length]).toEqual([2, 18])
  expect(await list(owner)).toHaveLength(20)
})

test('many quick deliveries leave no timers that Node warns about', async () => {
  const project = await givenProject(app.api)
  const webhooks: CreatedWebhook[] = []
  while (webhooks.length < limits.webhooksPerAccount) webhooks.push(await add(project.owner))
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)

  await givenComment(app.api, project._id)
  for (const { webhook } of webhooks) await receiver.reach(webhook.url, 1)

  process.off('warning', note)
  expect(warnings).not.toContain('MaxListenersExceededWarning')
})
