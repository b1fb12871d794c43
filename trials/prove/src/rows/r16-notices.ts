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
import { startMailServer } from '@pinmark/testbed/mail-server'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import { startMongo } from '@pinmark/testbed/scoped-server'
import {
  startWebhookReceiver,
  type ReceivedMessage,
  type WebhookReceiver,
} from '@pinmark/testbed/webhook-receiver'
import { acknowledgeLate, type LateReceiver } from '../notices/late-receiver'
import { givenMailedProject, hurryDigests, judgeMails, type MailedProject } from '../notices/mailed-project'
import type { Finding, Promised, Trial } from '../promise'

const sizes = {
  quick: { comments: 60, kills: 3 },
  everyday: { comments: 500, kills: 9 },
  long: { comments: 20_000, kills: 400 },
}
const projectCount = 4
const database = 'notices'
/** After a kill, the leases of the process last fifteen seconds more. */
const leaseMs = 16_000
/** Longer than that, than a server waits for its database, and than it waits for a receiver. */
const haltedMs = 20_000
/** The maximum of an account. */
const badReceivers = 20
/** A message that failed three times, as during a halt, waits two minutes for its next attempt. */
const arrivesWithinMs = 240_000
/** Number of comments that the control posts while their marks are lost. */
const unreadComments = 8

/** Each project has one writer, who waits for each answer, so that its comments have an order. */
export const noticesOnce: Promised = {
  id: 'R16',
  promise:
    'Every webhook message arrives, in the order of its project, and under one id however often it is sent; digests inform owners and guests about every comment and reply once',
  shownBy:
    'Two processes post comments and replies. One of them, or the database, is killed repeatedly while ' +
    'messages and mails are being sent, or SIGSTOP halts the database while the receiver of the ' +
    'messages does not answer. The receivers read every tenth message and mail without acknowledging ' +
    'it, so that it arrives again. They ignore ids that they have read. Receivers of another account ' +
    'never answer, or ask for another protocol.',
  target:
    '500 comments, 0 lost, 0 under two ids, 0 out of order; 0 lost or mailed twice; some messages and mails arrive more than once',
  isQuick: false,
  try: (trial) => run(trial, 'kept'),
  control: {
    without: 'with the marks of unread comments lost at each kill',
    try: (trial) => run(trial, 'lost'),
  },
}

async function run(trial: Trial, marks: 'kept' | 'lost'): Promise<Finding> {
  const { comments, kills } = sizes[trial.size]
  const mongo = await startMongo(trial)
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
  const reader = acknowledgeLate()
  const post = await startMailServer({ acknowledges: ({ messageId = '' }) => reader.acknowledges(messageId) })
  trial.afterwards(() => post.stop())
  const mail = { SMTP_URL: post.url, MAIL_FROM: 'Pinmark <pins@studio.test>', PUBLIC_URL: first.url }
  Object.assign(environment, mail)
  for (const api of servers) {
    trial.afterwards(() => api.end('SIGKILL'))
    await api.start()
  }
  const receiver = await startWebhookReceiver()
  trial.afterwards(() => receiver.stop())
  const hook = acknowledgeLate()
  let late = 0
  let isHalted = false
  receiver.answer(({ path, headers }) => {
    if (isHalted || path.includes('silent')) return () => undefined
    if (path.includes('upgrade'))
      return (res) => res.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end()
    if (hook.acknowledges(headers['webhook-id'] ?? '')) return 200
    late += 1
    return isEven(late) ? 503 : (res) => res.destroy()
  })
  const owner = await givenOwner(first.url)
  const address = receiver.newAddress()
  const options = {
    method: 'POST',
    token: owner.token,
    body: { url: address, format: 'generic', events: ['comment'], password: owner.password },
  }
  await mustCall<CreatedWebhook>(201, `${first.url}/users/me/webhooks`, options)
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
      // Comments are posted until the last kill.
      if (!isOver) await pause((kills * leaseMs) / (comments / projectCount))
    }
  }
  let isWritten = false
  const writing = Promise.all(mailed.map(write)).then(() => (isWritten = true))
  for (let count = 0; count < kills; count += 1) {
    await pause(leaseMs * (0.3 + trial.random.next()))
    const turn = count % 4
    if (turn === 3) {
      isHalted = true
      node.freeze()
      await pause(haltedMs)
      node.thaw()
      isHalted = false
    } else if (turn === 2) {
      await node.kill()
      await node.start()
    } else {
      const api = turn === 0 ? first : second
      await api.end('SIGKILL')
      if (marks === 'lost') {
        const enough = written.flat().length + unreadComments
        await loseMarks(mongo, () => isWritten || written.flat().length >= enough)
      }
      await api.start()
    }
    trial.onProgress(`${count + 1} of ${kills} kills, ${receiver.at(address).length} messages`)
  }
  isOver = true
  await writing
  const judge = () => ({
    messages: judgeMessages(receiver.at(address), written, hook),
    mails: judgeMails(post, mailed, reader),
  })
  if (marks === 'kept') {
    await waitFor(() => {
      const { messages, mails } = judge()
      return messages.lost + mails.lost === 0
    })
  } else await pause(leaseMs * 2)
  const { messages, mails } = judge()
  const faults = messages.lost + messages.doubled + messages.misplaced + mails.lost + mails.doubled
  return {
    held: faults === 0 && messages.again > 0 && mails.again > 0,
    figure:
      `${messages.lost} of ${messages.expected} lost, ${messages.doubled} under two ids, ${messages.misplaced} out of order over ${kills} kills and halts; ` +
      `by mail ${mails.lost} of ${mails.expected} lost, ${mails.doubled} told twice; ` +
      `${messages.again} messages and ${mails.again} mails arrived more than once`,
  }
}

/** Another account, whose receivers are slow on purpose, to delay all others. */
async function givenBadReceivers(url: string, receiver: WebhookReceiver): Promise<void> {
  const owner = await givenOwner(url)
  for (let count = 0; count < badReceivers; count += 1) {
    const address = receiver.newAddress(isEven(count) ? 'silent' : 'upgrade')
    const body = { url: address, format: 'generic', password: owner.password }
    await mustCall(201, `${url}/users/me/webhooks`, { method: 'POST', token: owner.token, body })
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

/** Loses what is unread, as a reader would that remembers in its process what it has read. */
async function loseMarks(mongo: MongoSet, isTime: () => boolean): Promise<void> {
  await mongo.withClient(async (client) => {
    const comments = client.db(database).collection('comments')
    while (!isTime()) {
      await comments.updateMany({ unread: { $gt: 0 } }, { $unset: { unread: 1 } })
      await pause(10)
    }
  })
}

async function waitFor(hasAll: () => boolean): Promise<void> {
  const end = Date.now() + arrivesWithinMs
  while (!hasAll() && Date.now() < end) await pause(200)
}

/** Compares the messages of a receiver, counted once per id, with the written comments.
 *  @param written ids of comments by project, in order */
function judgeMessages(sent: readonly ReceivedMessage[], written: string[][], { isOwed }: LateReceiver) {
  const idOf = ({ headers }: ReceivedMessage) => headers['webhook-id'] ?? ''
  const kept = [...new Map(sent.map((message) => [idOf(message), message])).values()]
  const told = kept.filter((message) => !isOwed(idOf(message))).map(commentIn)
  const places = new Map(told.map((id, place) => [id, place]))
  const misplaced = written.flatMap((project) => {
    const own = project.flatMap((id) => places.get(id) ?? [])
    return own.filter((place, at) => at > 0 && place < (own[at - 1] ?? 0))
  })
  return {
    expected: written.flat().length,
    lost: written.flat().filter((id) => !places.has(id)).length,
    doubled: told.length - places.size,
    misplaced: misplaced.length,
    again: sent.length - kept.length,
  }
}

function commentIn({ body }: ReceivedMessage): string {
  const { data }: { data: { comment: { _id: string } } } = JSON.parse(body)
  return data.comment._id
}
