import { randomBytes } from 'node:crypto'
import mongoose, { type mongo } from 'mongoose'
import { expect, inject, test } from 'vitest'
import '../app'
import { buildIndexes, connectedDatabase, openForUpkeep } from './database'
import { isConnectionLost } from './raw-documents'

test('several processes that start at once on an empty database build the same indexes as one alone', async () => {
  await buildIndexes()
  const name = `${mongoose.connection.name}-${randomBytes(4).toString('hex')}`
  const processes = await Promise.all(
    Array.from({ length: 8 }, () => openForUpkeep(inject('mongodbUri'), 'test', name)),
  )

  await Promise.all(processes.map(({ db }) => buildIndexes(db)))

  const built = await Promise.all(processes.map(({ db }) => indexesIn(db)))
  const alone = await indexesIn(connectedDatabase())
  expect(alone.length).toBeGreaterThan(Object.keys(mongoose.models).length)
  expect(built).toEqual(processes.map(() => alone))
  await processes[0]?.db.dropDatabase()
  await Promise.all(processes.map(({ close }) => close()))
})

test('a database that does not answer counts as lost for the models too, and not as a bug', async () => {
  const nobody = mongoose.createConnection('mongodb://127.0.0.1:1/pinmark', { serverSelectionTimeoutMS: 100 })
  expect(isConnectionLost(await nobody.asPromise().catch((error: unknown) => error))).toBe(true)
})

/** Collection and index by name, sorted. */
async function indexesIn(db: mongo.Db): Promise<string[]> {
  const collections = await db.collections()
  const names = await Promise.all(
    collections.map(async (collection) =>
      (await collection.indexes()).map((index) => `${collection.collectionName} ${index.name}`),
    ),
  )
  return names.flat().toSorted()
}
