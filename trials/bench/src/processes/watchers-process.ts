import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { machineMs, markPattern, watchSchema } from '../watchers'
import { answerEach } from './answer'

/** Number of concurrent connection attempts. */
const wave = 25
/** A starting server or a busy machine may ask them to retry. */
const longestTries = 20

const seen = { watchers: new Map<string, number[]>(), changeStream: new Map<string, number>() }

answerEach(z.union([watchSchema, z.object({ collect: z.literal(true) })]), async (question) => {
  if ('collect' in question) return collect()
  await watchChangeStream(question.mongodbUri)
  for (let connected = 0; connected < question.count; connected += wave) {
    const now = Math.min(wave, question.count - connected)
    await Promise.all(Array.from({ length: now }, () => watch(question.url)))
  }
  return { connected: question.count }
})

function collect() {
  const result = {
    watchers: Object.fromEntries(seen.watchers),
    changeStream: Object.fromEntries(seen.changeStream),
  }
  seen.watchers = new Map()
  seen.changeStream = new Map()
  return result
}

async function watch(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const asked = get(url, { agent: false })
    const [answer] = await once(asked, 'response')
    if (answer.statusCode === 200) return follow(answer)
    asked.destroy()
    if (tries === longestTries) throw new Error(`A watcher was answered ${answer.statusCode}.`)
    await pause(250)
  }
}

function follow(answer: IncomingMessage): void {
  // A mark may arrive in two pieces.
  let rest = ''
  answer.setEncoding('latin1').on('data', (text: string) => {
    const now = machineMs()
    const whole = rest + text
    for (const [, mark = ''] of whole.matchAll(markPattern)) {
      const times = seen.watchers.get(mark) ?? []
      times.push(now)
      seen.watchers.set(mark, times)
    }
    const end = whole.lastIndexOf('\n\n')
    rest = end === -1 ? whole : whole.slice(end + 2)
  })
}

/** The change stream of MongoDB, which Pinmark is built on, without anything in between. */
async function watchChangeStream(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect()
  const stream = client
    .db()
    .collection('comments')
    .watch([{ $match: { operationType: 'insert' } }])
  stream.on('change', (change) => {
    const text = 'fullDocument' in change ? String(change.fullDocument?.['text']) : ''
    for (const [, mark = ''] of text.matchAll(markPattern)) seen.changeStream.set(mark, machineMs())
  })
  // The stream is open once it has a resume token.
  await once(stream, 'resumeTokenChanged')
}
