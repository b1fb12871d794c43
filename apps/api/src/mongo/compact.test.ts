import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compact, makeCheckpoint } from './compact'
import { openForUpkeep } from './database'
import { openDatabase } from './mongod/open-database'

const megabyte = 1024 * 1024
const storedMb = 40

test('the space of deleted data is returned to the disk', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-compact-'))
  const database = await openDatabase({ dataDir, onProgress: () => undefined })
  const { uri } = database
  const { db, close } = await openForUpkeep(uri, 'test')
  onTestFinished(async () => {
    await close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  for (const name of ['images', 'comments']) await db.createCollection(name)
  const chunks = db.collection('images.chunks')
  const fileBytes = async () => {
    await makeCheckpoint(uri)
    const [stats] = await chunks.aggregate([{ $collStats: { storageStats: {} } }]).toArray()
    return Number(stats?.['storageStats'].storageSize)
  }
  for (let count = 0; count < storedMb; count += 1) await chunks.insertOne({ data: randomBytes(megabyte) })
  expect(await fileBytes()).toBeGreaterThan(storedMb * megabyte)

  await chunks.deleteMany({})
  // MongoDB keeps deleted data for ten seconds, for readers that began earlier.
  const bytesAfterCompact = async () => {
    await compact(uri)
    return fileBytes()
  }
  await expect
    .poll(bytesAfterCompact, { timeout: 120_000, interval: 1_000 })
    .toBeLessThan((storedMb / 2) * megabyte)
})
