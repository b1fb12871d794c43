import mongoose from 'mongoose'
import { expect, inject, test, vi } from 'vitest'
import { startProgram } from '../../../test/own-process'
import { openForUpkeep, type Upkeep } from '../database'
import { StartError } from '../../base/failures'
import { Lease, LeaseLostError, migrate, shapeOf } from './migrate'
import { latestMigration, migrations } from './migration'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let upkeep: Upkeep
let database = 0

/** An empty database with documents to migrate. */
async function givenDatabase(documents = 0) {
  database += 1
  const name = `${mongoose.connection.name}-${database}`
  upkeep = await openForUpkeep(inject('mongodbUri'), 'start', name)
  const counted = upkeep.db.collection('counted')
  if (documents > 0)
    await counted.insertMany(Array.from({ length: documents }, () => ({ shape: 'old', touched: 0 })))
  const startMigrating = (leaseMs = 30_000, maxParts = Infinity) =>
    startProgram('migrate-counted', {}, [inject('mongodbUri'), name, String(leaseMs), String(maxParts)])
  const end = async () => {
    await upkeep.db.dropDatabase()
    await upkeep.close()
  }
  return { db: upkeep.db, counted, startMigrating, end }
}

const done = { shape: 'new', touched: 2, order: [1, 2] }

test('five processes that start together migrate every document once and in order', async () => {
  const { db, counted, startMigrating, end } = await givenDatabase(200)

  const processes = Array.from({ length: 5 }, () => startMigrating())
  const codes = await Promise.all(processes.map((process) => process.ended()))

  expect(codes).toEqual([0, 0, 0, 0, 0])
  expect(await counted.countDocuments(done)).toBe(200)
  expect(await shapeOf(db)).toBe(2)
  const working = processes.filter(({ output }) => output.includes('Migrating the database'))
  expect(working).toHaveLength(1)
  expect(processes.every(({ output }) => output.endsWith('migrated\n'))).toBe(true)
  await end()
})

test('a migration of a killed process is continued by the next, and nothing is done twice', async () => {
  const { counted, startMigrating, end } = await givenDatabase(200)
  expect(await startMigrating(1_500, 7).ended()).toBeNull()
  expect(await counted.countDocuments({ shape: 'old' })).toBe(130)

  const others = [startMigrating(1_500), startMigrating(1_500)]

  expect(await Promise.all(others.map((process) => process.ended()))).toEqual([0, 0])
  expect(await counted.countDocuments(done)).toBe(200)
  await end()
})

test('a delayed process cannot write after another has taken over', async () => {
  const { db, counted, end } = await givenDatabase(1)
  const late = await Lease.take(db, 30_000)
  await db.collection('migrationLease').updateOne({}, { $set: { expiresAt: new Date(0) } })
  const next = await Lease.take(db, 30_000)
  expect(await Lease.take(db, 30_000)).toBeNull()

  const writing = late?.inFence((session) => counted.updateMany({}, { $set: { shape: 'late' } }, { session }))

  await expect(writing).rejects.toBeInstanceOf(LeaseLostError)
  expect(await counted.countDocuments({ shape: 'late' })).toBe(0)
  await next?.inFence((session) => counted.updateMany({}, { $set: { shape: 'next' } }, { session }))
  expect(await counted.countDocuments({ shape: 'next' })).toBe(1)
  await Promise.all([late?.release(), next?.release()])
  await end()
})

test('a database of a newer version is refused with one sentence, and left unchanged', async () => {
  const { db, end } = await givenDatabase()
  await migrate(db)
  expect(await shapeOf(db)).toBe(latestMigration)
  const records = db.collection<{ _id: number; name: string }>('migrations')
  await records.insertOne({ _id: latestMigration + 1, name: 'from the future' })

  await expect(migrate(db)).rejects.toThrow(StartError)

  await expect(migrate(db)).rejects.toThrow(/^This database .* newer version of Pinmark\. [^.]+\.$/)
  await end()
})

test('a failing migration stops the start, and the next process starts it again', async () => {
  const { db, end } = await givenDatabase()
  const failing = [{ id: 1, name: 'fails', apply: () => Promise.reject(new Error('disk full')) }]
  await expect(migrate(db, { migrations: failing })).rejects.toThrow('disk full')
  expect(await shapeOf(db)).toBe(0)

  await migrate(db, { migrations: [{ id: 1, name: 'works', apply: async () => {} }] })

  expect(await shapeOf(db)).toBe(1)
  await end()
})

test('the migrations are numbered 1, 2, 3 without a gap', () => {
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, at) => at + 1))
})
