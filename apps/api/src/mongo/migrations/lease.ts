import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'

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
