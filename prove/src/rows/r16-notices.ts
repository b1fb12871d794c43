import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import {
  call,
  givenComment,
  givenOwner,
  givenProject,
  mustCall,
  newComment,
  withoutLimits,
} from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import { startWebhookReceiver, type WebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import {
  givenMailedProject,
  hurryDigests,
  judgeMails,
  startRefusingMailServer,
  type MailedProject,
} from '../notices/told-by-mail'
import type { Finding, Promised, Trial } from '../promise'

const sizes = {
  quick: { comments: 60, kills: 3 },
  everyday: { comments: 500, kills: 9 },
  long: { comments: 20_000, kills: 400 },
}
const projectCount = 4
const database = 'notices'
/** Of the messages that arrive; each is tried again five seconds later. */
const refusedShare = 0.01
/** A server that was killed holds the outbox for ten seconds more. */
const outboxMs = 11_000
/** As many as an account may have. */
const badReceivers = 20
const arrivesWithinMs = 120_000

/** Each project has one writer, who waits for each answer: so its comments have an order. */
export const noticesOnce: Promised = {
  id: 'R16',
  promise:
    'Every webhook message arrives, in the order of its project, and under one id however often it is sent; digests tell owners and guests of every comment and reply once',
  shownBy:
    'Two processes post comments and replies. One of them, or the database, is killed again and again while ' +
    'messages and mails are under way. Receivers refuse some of the messages. Receivers of another account ' +
    'never answer, or ask for another protocol. Mails count once for each Message-ID.',
  target: '500 comments, 0 lost, 0 under two ids, 0 out of order; 0 lost or told twice by mail',
  isQuick: false,
  try: (trial) => run(trial, 'kept'),
  control: {
    without: 'with the position of the reader forgotten with its process',
    try: (trial) => run(trial, 'forgotten'),
  },
}

async function run(trial: Trial, position: 'kept' | 'forgotten'): Promise<Finding> {
  const { comments, kills } = sizes[trial.size]
  const mongo = await MongoSet.start()
  trial.afterwards(() => mongo.remove())
  const [node] = mongo.nodes
  if (!node) throw new Error('A set has a node.')
  const environment: Record<string, string> = {
    ...withoutLimits,
    MONGODB_URI: mongo.uri(database),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const dataDir = join(trial.folder, 'instance')
  const servers = [await Instance.on({ dataDir, environment }), await Instance.on({ dataDir, environment })]
  const [first, second] = servers
  if (!first || !second) throw new Error('There are two servers.')
  const post = await startRefusingMailServer(trial, refusedShare)
  const mail = { SMTP_URL: post.url, MAIL_FROM: 'Pinmark <pins@studio.test>', PUBLIC_URL: first.url }
  Object.assign(environment, mail)
  for (const api of servers) {
    trial.afterwards(() => api.end('SIGKILL'))
    await api.start()
    // The first one holds the outbox, and is killed first.
    await waitForHolder(mongo)
  }
  const receiver = await startWebhookReceiver()
  trial.afterwards(() => receiver.stop())
  receiver.answer(({ path }) => {
    if (path.includes('silent')) return () => undefined
    if (path.includes('upgrade'))
      return (res) => res.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end()
    return trial.random.next() < refusedShare ? 503 : 200
  })
  const owner = await givenOwner(first.url)
  const address = receiver.newAddress()
  const options = {
    method: 'POST',
    token: owner.token,
    body: { url: address, format: 'generic', events: ['comment'] },
  }
  await mustCall<CreatedWebhook>(201, `${first.url}/users/webhooks`, options)
  await givenBadReceivers(first.url, receiver)

  let isOver = false
  const written: string[][] = []
  const mailed: MailedProject[] = []
  for (let at = 0; at < projectCount; at += 1) {
    const created = await givenProject(first.url, owner)
    mailed.push(await givenMailedProject(first.url, post, owner, created))
  }
  const endHurry = hurryDigests(mongo, database)
  trial.afterwards(endHurry)
  const write = async ({ _id, thread, written: sums }: MailedProject, at: number) => {
    const ids: string[] = [thread]
    written.push(ids)
    for (let count = 0; count < comments / projectCount; count += 1) {
      ids.push(await send(servers, count + at, _id))
      sums.all += 1
      if (isEven(count)) {
        await send(servers, count + at, _id, thread)
        sums.all += 1
        sums.replies += 1
      }
      // As long as there are kills to come, comments are posted beside them.
      if (!isOver) await pause((kills * outboxMs) / (comments / projectCount))
    }
  }
  const writing = Promise.all(mailed.map(write))
  for (let count = 0; count < kills; count += 1) {
    await pause(outboxMs * (0.3 + trial.random.next()))
    if (count % 3 === 2) {
      await node.kill()
      await node.start()
    } else {
      const api = count % 3 === 0 ? first : second
      await api.end('SIGKILL')
      if (position === 'forgotten') {
        // Just before the other process takes over.
        await pause(outboxMs - 1_500)
        await forgetPosition(mongo)
      }
      await api.start()
    }
    trial.onProgress(`${count + 1} of ${kills} kills, ${receiver.at(address).length} messages`)
  }
  isOver = true
  await writing
  const hasAll = () => {
    const { lost } = judgeMails(post, mailed)
    return lost === 0 && ids(receiver, address).size >= written.flat().length
  }
  if (position === 'kept') await waitFor(hasAll)
  else await pause(outboxMs * 2)
  const messages = judgeMessages(receiver, address, written)
  const mails = judgeMails(post, mailed)
  return {
    held: messages.held && mails.lost + mails.doubled === 0,
    figure:
      `${messages.figure} over ${kills} kills; by mail ${mails.lost} of ${mails.expected} lost, ${mails.doubled} told twice; ` +
      `${messages.again} messages and ${mails.again} mails arrived more than once`,
  }
}

async function waitForHolder(mongo: MongoSet): Promise<void> {
  const isHeld = () =>
    mongo.withClient(async (client) => {
      const outbox = await client.db(database).collection('outbox').findOne()
      return typeof outbox?.['holder'] === 'string'
    })
  while (!(await isHeld())) await pause(100)
}

/** Another account whose receivers are meant to keep all others waiting. */
async function givenBadReceivers(url: string, receiver: WebhookReceiver): Promise<void> {
  const owner = await givenOwner(url)
  for (let count = 0; count < badReceivers; count += 1) {
    const body = { url: receiver.newAddress(isEven(count) ? 'silent' : 'upgrade'), format: 'generic' }
    await mustCall(201, `${url}/users/webhooks`, { method: 'POST', token: owner.token, body })
  }
  const { _id } = await givenProject(url, owner)
  for (let count = 0; count < 20; count += 1) await givenComment(url, _id)
}

const isEven = (number: number) => number % 2 === 0

/** Posts a comment, or a reply to `thread`, until one of the servers has acknowledged it. */
async function send(
  servers: readonly Instance[],
  turn: number,
  projectId: string,
  thread?: string,
): Promise<string> {
  const { commenter, text, ...spot } = newComment()
  const body = thread === undefined ? { commenter, text, ...spot } : { commenter, text }
  const path =
    thread === undefined ? `/comment/add/${projectId}` : `/projects/${projectId}/comments/${thread}/replies`
  const headers = { 'Idempotency-Key': `${projectId} ${text}` }
  for (let attempt = 0; ; attempt += 1) {
    const api = servers[(turn + attempt) % servers.length]
    const options = { method: 'POST', body, headers, timeoutMs: 5_000 }
    const answer = await call<Comment>(`${api?.url}${path}`, options).catch(() => null)
    if (answer?.status === 201) return answer.body._id
    await pause(100)
  }
}

/** What a reader does that begins with the present whenever its process does. */
async function forgetPosition(mongo: MongoSet): Promise<void> {
  const now = { resume: null, seconds: Math.ceil(Date.now() / 1_000) }
  await mongo.withClient((client) => client.db(database).collection('outbox').updateOne({}, { $set: now }))
}

async function waitFor(hasAll: () => boolean): Promise<void> {
  const end = Date.now() + arrivesWithinMs
  while (!hasAll() && Date.now() < end) await pause(200)
}

/** Ids of messages by comment, in the order of their first arrival. */
function ids(receiver: WebhookReceiver, address: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.at(address)) {
    const { data }: { data: { comment: { _id: string } } } = JSON.parse(body)
    const known = found.get(data.comment._id) ?? new Set()
    found.set(data.comment._id, known.add(headers['webhook-id'] ?? ''))
  }
  return found
}

function judgeMessages(receiver: WebhookReceiver, address: string, written: string[][]) {
  const arrived = ids(receiver, address)
  const order = [...arrived.keys()]
  const lost = written.flat().filter((id) => !arrived.has(id))
  const doubled = [...arrived.values()].filter((known) => known.size > 1)
  const messageIds = new Set([...arrived.values()].flatMap((known) => [...known]))
  const shared = arrived.size + doubled.length > messageIds.size
  const misplaced = written.flatMap((project) => {
    const places = project.map((id) => order.indexOf(id)).filter((place) => place >= 0)
    return places.filter((place, at) => at > 0 && place < (places[at - 1] ?? 0))
  })
  const sent = receiver.at(address).length
  return {
    held: lost.length + doubled.length + misplaced.length === 0 && !shared,
    figure: `${lost.length} of ${written.flat().length} lost, ${doubled.length} under two ids, ${misplaced.length} out of order`,
    again: sent - arrived.size,
  }
}
