import { setTimeout as pause } from 'node:timers/promises'
import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import { givenComment, givenProject, mustCall } from '@pinmark/testbed/client'
import { startMailServer } from '@pinmark/testbed/mail-server'
import { startWebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { figure, ratioAtLeast } from '../figure'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import type { Row } from '../row'
import { startSite, type Site } from '../site'

const body = JSON.stringify({
  commenter: 'Priya',
  text: 'Could the heading keep a little more distance from the picture? [<id>]',
  x: 30,
  y: 20,
  createdAt: new Date().toISOString(),
})
/** The server checks every five seconds whether a digest is due, and sends its mail a second later. */
const minSeconds = 7
/** Covers messages that are being sent, and the pause of the reader after a load. */
const settleMs = 5_000
const peerName = 'without both'

/** Two servers, one of them with receivers, in alternating rounds. */
export const p14: Row = {
  id: 'P14',
  work: 'post a comment while a webhook is told of every one and a digest is due',
  beside: 'a server without webhook and mail',
  deadlineSeconds: { quick: 420, full: 900 },
  run: async (bench) => {
    const receiver = await startWebhookReceiver()
    bench.afterwards(() => receiver.stop())
    const post = await startMailServer()
    bench.afterwards(() => post.stop())
    const quiet = await startSite(bench, { dataFolder: 'quiet' })
    const telling = await startSite(bench, {
      environment: {
        WEBHOOK_ALLOW_PRIVATE: 'true',
        SMTP_URL: post.url,
        MAIL_FROM: 'Pinmark <pins@studio.test>',
        PUBLIC_URL: 'http://pinmark.test',
      },
    })
    const load = LoadGenerator.start(bench)
    const seconds = Math.max(minSeconds, bench.seconds)
    const sendComments = ({ url }: Site, projectId: string, connections: number) =>
      load.run({ url: `${url}/comment/add/${projectId}`, method: 'POST', body, connections, seconds })
    const untold = async (connections: number) => {
      const { _id } = await givenProject(quiet.url, quiet.owner)
      return sendComments(quiet, _id, connections)
    }
    const told = async (connections: number) => {
      const { token, email, password } = telling.owner
      const webhooks = `${telling.url}/users/me/webhooks`
      const url = receiver.newAddress()
      const options = { method: 'POST', token, body: { url, format: 'generic', password } }
      const { webhook } = await mustCall<CreatedWebhook>(201, webhooks, options)
      const { _id, name } = await givenProject(telling.url, telling.owner)
      await makeDigestDue(telling, _id)
      const sample = await sendComments(telling, _id, connections)
      // Both throw if nothing was sent.
      const messages = await receiver.reach(url, 1)
      await post.next(email, ({ subject }) => subject?.endsWith(` on ${name}`) === true)
      bench.onProgress(`${messages.length} messages and a digest while comments were posted; the others wait`)
      await mustCall(204, `${webhooks}/${webhook._id}`, { method: 'DELETE', token })
      await forgetWhatWaits(telling)
      return sample
    }
    const sides = (connections: number) => ({
      told: () => told(connections),
      untold: () => untold(connections),
    })
    const many = await interleave(bench, sides(32))
    const one = await interleave(bench, sides(1))
    return [['1 writer', one] as const, ['32 writers on one project', many] as const].map(([what, samples]) =>
      figure({
        what,
        unit: 'comments/s',
        ours: samples('told').map(({ rate }) => rate),
        peer: { name: peerName, values: samples('untold').map(({ rate }) => rate) },
        judge: ratioAtLeast(0.95),
      }),
    )
  },
}

/** As if a comment had waited for its digest for two hours: the owner gets a mail about it and the comments after it. */
async function makeDigestDue({ url, mongo, database }: Site, projectId: string): Promise<void> {
  await givenComment(url, projectId)
  const at = new Date(Date.now() - 2 * 3_600_000)
  await mongo.withClient(async (client) => {
    const notices = client.db(database).collection('notices')
    while ((await notices.updateMany({ state: 'waiting' }, { $set: { at } })).matchedCount === 0)
      await pause(50)
  })
}

/** Makes the server skip the comments of this load, which it would otherwise report during the next one. */
async function forgetWhatWaits({ mongo, database }: Site): Promise<void> {
  await mongo.withClient(async (client) => {
    const db = client.db(database)
    await db.collection('comments').updateMany({ unread: { $gt: 0 } }, { $unset: { unread: 1 } })
    await db.collection('events').deleteMany({})
    await pause(settleMs)
    await db.collection('notices').deleteMany({})
  })
}
