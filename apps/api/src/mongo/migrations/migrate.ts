import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { StartError } from '../../base/failures'
import { createCollection } from '../database'
import { type Migration, migrations as allMigrations } from './migration'

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

/** The right to change the shape of the database. One process at a time holds it, for a limited time. `fence` grows
 *  with every holder, so that late writes of an earlier holder are recognised. */
interface LeaseRecord {
  _id: 'lease'
  fence: number
  expiresAt: Date
}

/** Not part of backups. */
export const leaseCollection = 'migrationLease'

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** All times are the database's own, so clocks that differ do no harm. */
export class Lease {
  readonly #renewal = new AbortController()
  readonly #renewing: Promise<void>

  private constructor(
    private readonly db: mongo.Db,
    private readonly fence: number,
    private readonly leaseMs: number,
  ) {
    this.#renewing = this.#renew()
  }

  /** Takes the lease if it is free, and keeps it until it is released or this process ends. */
  static async take(db: mongo.Db, leaseMs: number): Promise<Lease | null> {
    await leases(db).updateOne(
      { _id: 'lease' },
      { $setOnInsert: { fence: 0, expiresAt: new Date(0) } },
      { upsert: true },
    )
    const taken = await leases(db).findOneAndUpdate(
      { _id: 'lease', $expr: { $lte: ['$expiresAt', '$$NOW'] } },
      [{ $set: { fence: { $add: ['$fence', 1] }, expiresAt: inAWhile(leaseMs) } }],
      { returnDocument: 'after' },
    )
    return taken && new Lease(db, taken.fence, leaseMs)
  }

  /** Runs `part` in a transaction that also writes to the lease. The transaction fails when another process holds the
   *  lease.
   *  @throws LeaseLostError */
  async inFence<T>(part: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
    return this.db.client.withSession((session) =>
      session.withTransaction(async () => {
        await this.#extend(session)
        return part(session)
      }),
    )
  }

  async release(): Promise<void> {
    this.#renewal.abort()
    await this.#renewing
    await leases(this.db).updateOne({ _id: 'lease', fence: this.fence }, { $set: { expiresAt: new Date(0) } })
  }

  /** Building an index can take longer than a lease. */
  async #renew(): Promise<void> {
    const { signal } = this.#renewal
    for (;;) {
      try {
        await pause(this.leaseMs / 3, undefined, { signal, ref: false })
        await this.#extend()
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLostError) return
        // The database is away for a moment. If it stays away, the next part of the work fails.
      }
    }
  }

  async #extend(session?: mongo.ClientSession): Promise<void> {
    const { matchedCount } = await leases(this.db).updateOne(
      { _id: 'lease', fence: this.fence },
      [{ $set: { expiresAt: inAWhile(this.leaseMs) } }],
      { ...(session && { session }) },
    )
    if (matchedCount === 0) throw new LeaseLostError('Another process has taken over the migrations.')
  }
}

const leases = (db: mongo.Db) => db.collection<LeaseRecord>(leaseCollection)
const inAWhile = (ms: number) => ({ $add: ['$$NOW', ms] })
