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
function databaseNameIn(uri: string): string {
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
