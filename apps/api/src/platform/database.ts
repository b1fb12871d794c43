import mongoose from 'mongoose'

/** Acknowledged means: the majority of the replica set has it, in its journal. */
const writeConcern = { w: 'majority', journal: true, wtimeoutMS: 10_000 } as const

/** Connects mongoose. A database that is gone is reported within two seconds, and found again by itself.
 *  @param databaseName another database than the one the address names */
export async function connectDatabase(uri: string, databaseName?: string): Promise<void> {
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
    dbName: databaseName ?? nameIn(uri) ?? 'pinmark',
  })
}

/** The database an address names after its hosts; the driver would take `test` where it names none. */
function nameIn(uri: string): string | undefined {
  return /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1]
}

/** Builds every index the models declare, before the first request is answered. */
export async function buildIndexes(): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}

export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect()
}
