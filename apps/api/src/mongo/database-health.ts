import { setImmediate, setTimeout } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { connection } from './database'

const patienceMs = 1_000

/** How many commands the database has answered since the count began. */
let answers = 0
const heard = new WeakSet<mongo.MongoClient>()
let question: Promise<boolean> | undefined

/** Health check: whether the database answers a ping, or any other command meanwhile. Concurrent callers
 *  share one ping, so that a crowd of waiting visitors does not become a crowd of pings. It takes at most 1
 *  s, and never throws. */
export function isDatabaseThere(): Promise<boolean> {
  return (question ??= ask().finally(() => {
    question = undefined
  }))
}

async function ask(): Promise<boolean> {
  const { db } = connection
  if (!db) return false
  listen(connection.getClient())
  const before = answers
  const heardSince = () => answers > before
  const answered = new AbortController()
  const silence = async () => {
    await setTimeout(patienceMs, undefined, { signal: answered.signal })
    // On a busy machine the answer may have arrived, and wait behind this timer.
    await setImmediate()
    return heardSince()
  }
  try {
    return await Promise.race([
      db.command({ ping: 1 }).then(() => true, heardSince),
      silence().catch(() => heardSince()),
    ])
  } finally {
    answered.abort()
  }
}

/** A command returns its connection when it has its answer. A broken connection is returned too, and then
 *  closed.
 *  @see
 *  https://www.mongodb.com/docs/drivers/node/current/monitoring-and-logging/monitoring/#connection-pool-events */
function listen(client: mongo.MongoClient): void {
  if (heard.has(client)) return
  heard.add(client)
  client.on('connectionCheckedIn', () => (answers += 1))
  client.on('connectionClosed', ({ reason }) => (answers -= reason === 'error' ? 1 : 0))
}
