import mongoose from 'mongoose'
import { isDuplicate } from './duplicate-key'
import { isAbove, isOneOf, isUpTo, startsWith } from './filter-operators'

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

/** Admits an attempt if no delay is running. It counts as failed from the start, so that concurrent attempts
 *  have no advantage over sequential ones; `forgetTries` takes it back.
 *  @returns null, or the time to wait */
export async function takeTry(key: string, rule: DelayRule): Promise<number | null> {
  for (;;) {
    const now = new Date()
    if (await countTry(key, rule, now)) return null
    const delay = await LoginDelayModel.findById(key, { nextAt: 1 }).lean()
    // The delay is over. Another attempt was faster in creating the first record, or in removing it.
    if (delay && delay.nextAt > now) return delay.nextAt.getTime() - now.getTime()
  }
}

/** Counts an attempt that is due. False if it is not due, or if another one came first. */
async function countTry(key: string, { freeTries, firstMs, maxMs }: DelayRule, now: Date): Promise<boolean> {
  const doublings = { $min: [{ $subtract: ['$tries', freeTries] }, 30] }
  const delayMs = { $min: [{ $multiply: [firstMs, { $pow: [2, doublings] }] }, maxMs] }
  const isFree = { $lt: ['$tries', freeTries] }
  const change = [
    { $set: { tries: { $add: [{ $ifNull: ['$tries', 0] }, 1] } } },
    {
      $set: {
        nextAt: { $cond: [isFree, new Date(0), { $add: [now, delayMs] }] },
        expiresAt: new Date(now.getTime() + rememberMs),
      },
    },
  ]
  try {
    // No delay is longer than `maxMs`, unless the clock was set back.
    const latest = new Date(now.getTime() + maxMs)
    const due = { _id: key, $or: [{ nextAt: isUpTo(now) }, { nextAt: isAbove(latest) }] }
    await LoginDelayModel.updateOne(due, change, { upsert: true, updatePipeline: true })
    return true
  } catch (error) {
    // The record exists and did not match, so the upsert tried to create a second one.
    if (isDuplicate(error)) return false
    throw error
  }
}

export async function forgetTries(keys: readonly string[]): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: isOneOf(keys) })
}

/** Removes the records about login attempts of an account, from all networks and browsers. */
export async function forgetAllTries(loginKey: string): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}
