import { join } from 'node:path'
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
import { pause } from '../pause'
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
    'Every webhook message arrives, in the order of its project, and under one id however often it is sent',
  shownBy:
    'two processes post comments; one of them, or the database, is killed again and again while messages are under way; some are refused by their receiver; another account has receivers that never answer, or ask for another protocol',
  target: '500 comments, 0 lost, 0 under two ids, 0 out of order',
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
  const environment = { ...withoutLimits, MONGODB_URI: mongo.uri(database), WEBHOOK_ALLOW_PRIVATE: 'true' }
  const dataDir = join(trial.folder, 'instance')
  const servers = [await Instance.on({ dataDir, environment }), await Instance.on({ dataDir, environment })]
  for (const api of servers) {
    trial.afterwards(() => api.end('SIGKILL'))
    await api.start()
  }
  const [first, second] = servers
  if (!first || !second) throw new Error('There are two servers.')
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
  const options = { method: 'POST', token: owner.token, body: { url: address, format: 'generic' } }
  await mustCall<CreatedWebhook>(201, `${first.url}/users/webhooks`, options)
  await givenBadReceivers(first.url, receiver)

  let isOver = false
  const written: string[][] = []
  const write = async (at: number) => {
    const { _id } = await givenProject(first.url, owner)
    const ids: string[] = []
    written.push(ids)
    for (let count = 0; count < comments / projectCount; count += 1) {
      ids.push(await post(servers, count + at, _id))
      // As long as there are kills to come, comments are posted beside them.
      if (!isOver) await pause((kills * outboxMs) / (comments / projectCount))
    }
  }
  const writing = Promise.all(Array.from({ length: projectCount }, (_, at) => write(at)))
  for (let count = 0; count < kills; count += 1) {
    await pause(outboxMs * (0.3 + trial.random.next()))
    if (count % 3 === 2) {
      await node.kill()
      await node.start()
    } else {
      const api = count % 3 === 0 ? first : second
      await api.end('SIGKILL')
      if (position === 'forgotten') await forgetPosition(mongo)
      await api.start()
    }
    trial.onProgress(`${count + 1} of ${kills} kills, ${receiver.at(address).length} messages`)
  }
  isOver = true
  await writing
  if (position === 'kept') await waitFor(receiver, address, written.flat().length)
  else await pause(outboxMs * 2)
  return judge(receiver, address, written, kills)
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

/** Posts until one of the servers has acknowledged it. */
async function post(servers: readonly Instance[], turn: number, projectId: string): Promise<string> {
  const body = newComment()
  const headers = { 'Idempotency-Key': `${projectId} ${body.text}` }
  for (let attempt = 0; ; attempt += 1) {
    const api = servers[(turn + attempt) % servers.length]
    const options = { method: 'POST', body, headers, timeoutMs: 5_000 }
    const answer = await call<Comment>(`${api?.url}/comment/add/${projectId}`, options).catch(() => null)
    if (answer?.status === 201) return answer.body._id
    await pause(100)
  }
}

/** What a reader does that begins with the present whenever its process does. */
async function forgetPosition(mongo: MongoSet): Promise<void> {
  const now = { resume: null, seconds: Math.ceil(Date.now() / 1_000) }
  await mongo.withClient((client) => client.db(database).collection('outbox').updateOne({}, { $set: now }))
}

async function waitFor(receiver: WebhookReceiver, address: string, count: number): Promise<void> {
  const end = Date.now() + arrivesWithinMs
  while (ids(receiver, address).size < count && Date.now() < end) await pause(200)
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

function judge(receiver: WebhookReceiver, address: string, written: string[][], kills: number): Finding {
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
    figure: `${lost.length} of ${written.flat().length} lost, ${doubled.length} under two ids, ${misplaced.length} out of order over ${kills} kills; ${sent - arrived.size} arrived more than once`,
  }
}
