import mongoose from 'mongoose'
import { isDuplicate } from '../mongo/duplicate-key'
import { isOneOf, startsWith } from '../mongo/queries'

const { Schema } = mongoose

interface LoginDelayRecord {
  /** Hash of the account, a dot, hash of the account and a network or a browser. */
  _id: string
  /** Attempts since the last successful one. */
  tries: number
  /** No attempt is admitted before this time. */
  nextAt: Date
  expiresAt: Date
}

const loginDelaySchema = new Schema<LoginDelayRecord>(
  { _id: { type: String, required: true }, tries: Number, nextAt: Date, expiresAt: Date },
  { collection: 'loginDelays', versionKey: false },
)
loginDelaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const LoginDelayModel = mongoose.model<LoginDelayRecord>('LoginDelay', loginDelaySchema)

const rememberMs = 24 * 3_600_000

export interface DelayRule {
  /** This number of attempts has no delay. */
  freeTries: number
  firstMs: number
  maxMs: number
}

/** Admits an attempt if no delay is running, by the clock of the database alone. It counts as failed from the start, so
 *  that concurrent attempts have no advantage over sequential ones; `forgetTries` takes it back.
 *  @returns null, or the time to wait */
export async function takeTry(key: string, { freeTries, firstMs, maxMs }: DelayRule): Promise<number | null> {
  const delayAfter = (tries: object | string) => {
    const doublings = { $min: [{ $subtract: [tries, freeTries] }, 30] }
    const delayMs = { $min: [{ $multiply: [firstMs, { $pow: [2, doublings] }] }, maxMs] }
    return { $cond: [{ $lt: [tries, freeTries] }, 0, delayMs] }
  }
  const restMs = { $subtract: ['$nextAt', '$$NOW'] }
  // The rest is longer than the delay if the clock was set back.
  const isDelayed = { $and: [{ $gt: [restMs, 0] }, { $lte: [restMs, delayAfter('$tries')] }] }
  const tries = { $add: [{ $ifNull: ['$tries', 0] }, 1] }
  const count = {
    tries: { $cond: [isDelayed, '$tries', tries] },
    nextAt: { $cond: [isDelayed, '$nextAt', { $add: ['$$NOW', delayAfter(tries)] }] },
    expiresAt: { $cond: [isDelayed, '$expiresAt', { $add: ['$$NOW', rememberMs] }] },
  }
  const take = () =>
    LoginDelayModel.findOneAndUpdate({ _id: key }, [{ $set: count }], {
      ...{ upsert: true, updatePipeline: true, returnDocument: 'before' },
      projection: { _id: 0, waitMs: { $cond: [isDelayed, restMs, null] } },
    }).lean<{ waitMs: number | null }>()
  const before = await take().catch((error: unknown) => {
    // Another attempt was faster in creating the record.
    if (isDuplicate(error)) return take()
    throw error
  })
  return before?.waitMs ?? null
}

export async function forgetTries(keys: readonly string[]): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: isOneOf(keys) })
}

/** Removes the records about login attempts of an account, from all networks and browsers. */
export async function forgetAllTries(loginKey: string): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}
