import { setImmediate, setTimeout, setTimeout as pause } from 'node:timers/promises'
import mongoose, { type mongo } from 'mongoose'

/** A write is acknowledged when the majority of the replica set has it in its journal. */
const writeConcern = { w: 'majority', journal: true, wtimeoutMS: 10_000 } as const

/** Error code of MongoDB. */
const namespaceExists = 48

/** The connection of the models, open or not. */
export const { connection } = mongoose

/** Connects mongoose. A lost database is reported within two seconds, and the connection is restored
 *  automatically.
 *  @param databaseName another database than the one in the address */
export async function connectDatabase(uri: string, databaseName?: string): Promise<void> {
  const name = databaseName ?? databaseNameIn(uri)
  mongoose.set('strictQuery', true)
  mongoose.set('sanitizeFilter', true)
  await mongoose.connect(uri, {
    writeConcern,
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 1_500,
    connectTimeoutMS: 1_500,
    socketTimeoutMS: 15_000,
    waitQueueTimeoutMS: 1_500,
    heartbeatFrequencyMS: 2_000,
    dbName: name,
    appName: appName('server', name),
  })
}

/** The name of a Pinmark program for the database. A restore recognises a running server by it. */
export function appName(program: string, databaseName: string): string {
  return `pinmark ${program} on ${databaseName}`
}

export interface Upkeep {
  db: mongo.Db
  close: () => Promise<void>
}

/** A separate connection for work of any duration: building indexes, migrations, backups. It waits where a
 *  request would fail after some seconds.
 *  @param program its name, such as `backup` */
export async function openForUpkeep(uri: string, program: string, databaseName?: string): Promise<Upkeep> {
  const name = databaseName ?? databaseNameIn(uri)
  const client = new mongoose.mongo.MongoClient(uri, {
    writeConcern,
    readPreference: 'primary',
    serverSelectionTimeoutMS: 10_000,
    appName: appName(program, name),
  })
  await client.connect()
  return { db: client.db(name), close: () => client.close() }
}

/** The name of the database in an address. The driver would use `test` if there is none. */
export function databaseNameIn(uri: string): string {
  return /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1] ?? 'pinmark'
}

/** Creates every collection and builds every index that the models declare, before the first request is
 *  answered. Existing ones cost nothing, and several processes may do this at once. */
export async function buildIndexes(db = connectedDatabase()): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    const name = model.collection.collectionName
    const indexes = model.schema.indexes().map(([key, options]) => ({ name: nameOf(key), ...options, key }))
    // Creates a missing collection together with its indexes, in less time than one after the other.
    if (indexes.length > 0) await db.command({ createIndexes: name, indexes })
    else await createCollection(db, name)
  }
}

/** The default name of an index, as every MongoDB tool builds it. */
function nameOf(key: object): string {
  return Object.entries(key).flat().join('_')
}

/** Creates a collection unless it exists. */
export async function createCollection(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name)
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== namespaceExists) throw error
  }
}

export function connectedDatabase(): mongo.Db {
  const { db } = connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('The database is not connected.')
  return db
}

export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect()
}

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

/** How long a transaction is tried again after conflicts with others. A request does not wait longer. */
const triesMs = 10_000
const longestPauseMs = 20

/** Runs `work` in one transaction. After a conflict with another transaction, it runs again from the start. A lost database
 *  is reported at once.
 *  @param work may run several times; its reads and writes take the session
 *  @throws what `work` throws, after which nothing is stored, and errors of the driver, after which the outcome is unknown */
export async function inTransaction<T>(work: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
  const end = performance.now() + triesMs
  const session = mongoose.connection.getClient().startSession()
  try {
    for (;;) {
      session.startTransaction()
      try {
        const result = await work(session)
        await session.commitTransaction()
        return result
      } catch (error) {
        // The server ends a transaction that it can no longer be asked to end.
        if (session.inTransaction()) await session.abortTransaction()
        if (!isConflict(error) || performance.now() > end) throw error
        await pause(Math.random() * longestPauseMs)
      }
    }
  } finally {
    await session.endSession()
  }
}

/** Whether another transaction was faster, and nothing of this one is stored. */
function isConflict(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.hasErrorLabel('TransientTransactionError')
}
