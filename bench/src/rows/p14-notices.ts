import { setTimeout as pause } from 'node:timers/promises'
import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import { givenProject, mustCall } from '@pinmark/testbed/client'
import { startWebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { figure, ratioAtLeast } from '../figure'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import type { Row } from '../row'
import { startSite } from '../site'

const body = JSON.stringify({
  commenter: 'Priya',
  text: 'Could the heading keep a little more distance from the picture? [<id>]',
  x: 30,
  y: 20,
  createdAt: new Date().toISOString(),
})
/** The first message of a webhook leaves within a second, or two while the server is busy. */
const minSeconds = 4
/** Longer than the outbox takes to notice that nobody listens any more. */
const outboxEndsMs = 5_000
const peerName = 'without a webhook'

/** The same server with and without someone to tell, in turns. */
export const p14: Row = {
  id: 'P14',
  work: 'post a comment while a webhook is told of every one',
  beside: 'the same server without a webhook',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const site = await startSite(bench, { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
    const receiver = await startWebhookReceiver()
    bench.afterwards(() => receiver.stop())
    const load = LoadGenerator.start(bench)
    const { token } = site.owner
    const webhooks = `${site.url}/users/webhooks`
    const post = async (connections: number) => {
      const { _id } = await givenProject(site.url, site.owner)
      const url = `${site.url}/comment/add/${_id}`
      return load.run({
        url,
        method: 'POST',
        body,
        connections,
        seconds: Math.max(minSeconds, bench.seconds),
      })
    }
    const told: number[] = []
    const postAndTell = async (connections: number) => {
      const url = receiver.newAddress()
      const options = { method: 'POST', token, body: { url, format: 'generic' } }
      const { webhook } = await mustCall<CreatedWebhook>(201, webhooks, options)
      const sample = await post(connections)
      told.push(receiver.at(url).length)
      await mustCall(204, `${webhooks}/${webhook._id}`, { method: 'DELETE', token })
      await pause(outboxEndsMs)
      return sample
    }
    const sides = (connections: number) => ({
      told: () => postAndTell(connections),
      untold: () => post(connections),
    })
    const many = await interleave(bench, sides(32))
    const one = await interleave(bench, sides(1))
    const messages = told.reduce((sum, count) => sum + count, 0)
    if (messages === 0) throw new Error('No webhook was told anything.')
    bench.onProgress(`${messages} messages while comments were posted; the others wait`)
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
