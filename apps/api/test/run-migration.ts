import mongoose from 'mongoose'
import { inject } from 'vitest'
import { Lease } from '../src/mongo/migrations/migrate'
import type { Migration } from '../src/mongo/migrations/migration'
import { openForUpkeep } from '../src/mongo/database'

/** Applies one migration to the database of this test file, under a lease as at a start. */
export async function runMigration(apply: Migration['apply']): Promise<void> {
  const { db, close } = await openForUpkeep(inject('mongodbUri'), 'start', mongoose.connection.name)
  try {
    const lease = await Lease.take(db, 30_000)
    if (!lease) throw new Error('Another process holds the lease.')
    await apply({ db, inFence: (part) => lease.inFence(part) })
    await lease.release()
  } finally {
    await close()
  }
}
