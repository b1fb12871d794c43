import { setTimeout as pause } from 'node:timers/promises'
import type { mongo } from 'mongoose'

/** The right to change the shape of the database, held by one process at a time and only for a while. `fence` grows
 *  with every holder, so that a late write of an earlier one can be told apart. */
interface LeaseRecord {
  _id: 'lease'
  fence: number
  expiresAt: Date
}

/** Holds nothing worth a backup. */
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

  /** Takes the lease if nobody holds it, and keeps it until it is given back or this process ends. */
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

  /** Runs `part` in a transaction that also touches the lease: it comes to nothing when the lease is another's.
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
        // The database is away for a moment; if it stays away, the next part of the work says so.
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
