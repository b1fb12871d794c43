import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { createCollection } from '../database'
import { StartError } from '../../base/start-error'
import { Lease, leaseCollection, LeaseLostError } from './lease'
import { migrations as allMigrations, type Migration } from './migration'

interface MigrationRecord {
  _id: number
  name: string
  finishedAt: Date
}

interface MigrateOptions {
  migrations?: readonly Migration[]
  onProgress?: (line: string) => void
  /** How long a killed process delays others. */
  leaseMs?: number
}

const collection = 'migrations'
const lookAgainMs = 200

/** Brings the database into the shape that this program knows. One process makes each missing change once and in
 *  order, while other starting processes wait. A change that a crash interrupted is continued.
 *  @throws StartError if a newer version of Pinmark has migrated the database */
export async function migrate(
  db: mongo.Db,
  { migrations = allMigrations, onProgress = () => {}, leaseMs = 30_000 }: MigrateOptions = {},
): Promise<void> {
  // A new database has nothing to migrate.
  const isNew = (await db.listCollections({}, { nameOnly: true }).toArray()).length === 0
  const tell = isNew ? () => {} : onProgress
  let isWaiting = false
  while ((await missing(db, migrations)).length > 0) {
    await Promise.all([createCollection(db, collection), createCollection(db, leaseCollection)])
    const lease = await Lease.take(db, leaseMs)
    if (lease) {
      await applyMissing(db, lease, migrations, tell)
      continue
    }
    if (!isWaiting) tell('Waiting for another process that migrates the database ...')
    isWaiting = true
    await pause(lookAgainMs)
  }
}

/** The number of the last migration of this database; 0 for a new one. */
export async function shapeOf(db: mongo.Db): Promise<number> {
  const [last] = await records(db).find().sort({ _id: -1 }).limit(1).toArray()
  return last?._id ?? 0
}

async function missing(db: mongo.Db, known: readonly Migration[]): Promise<Migration[]> {
  const applied = new Set((await records(db).find().toArray()).map(({ _id }) => _id))
  if (Math.max(0, ...applied) > known.length) {
    throw new StartError(
      'This database was migrated by a newer version of Pinmark. Start that version, or restore an earlier backup.',
    )
  }
  return known.filter(({ id }) => !applied.has(id))
}

async function applyMissing(
  db: mongo.Db,
  lease: Lease,
  known: readonly Migration[],
  onProgress: (line: string) => void,
): Promise<void> {
  try {
    // Read again, because the previous holder of the lease may have made all changes.
    for (const { id, name, apply } of await missing(db, known)) {
      onProgress(`Migrating the database: ${name} (${id} of ${known.length}) ...`)
      await apply({ db, inFence: (part) => lease.inFence(part) })
      await lease.inFence(async (session) => {
        await records(db).insertOne({ _id: id, name, finishedAt: new Date() }, { session })
      })
    }
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
    // This process was paused for so long that another one has taken over.
  } finally {
    await lease.release()
  }
}

const records = (db: mongo.Db) =>
  db.collection<MigrationRecord>(collection, { readConcern: { level: 'majority' } })
