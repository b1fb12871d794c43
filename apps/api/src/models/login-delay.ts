import mongoose from 'mongoose'
import { isOneOf, startsWith } from './filter-operators'

const { Schema } = mongoose

interface LoginDelayRecord {
  /** Hash of the account, a dot, hash of the account and a network or a browser. */
  _id: string
  /** Tries since the last that succeeded. */
  tries: number
  /** No further try before then. */
  nextAt: Date
  expiresAt: Date
}

const loginDelaySchema = new Schema<LoginDelayRecord>(
  { _id: { type: String, required: true }, tries: Number, nextAt: Date, expiresAt: Date },
  { collection: 'loginDelays', versionKey: false },
)
loginDelaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const LoginDelayModel = mongoose.model<LoginDelayRecord>('LoginDelay', loginDelaySchema)

/** The driver's own collection: mongoose does not know pipelines as updates. */
const delays = () =>
  LoginDelayModel.db.collection<LoginDelayRecord>(LoginDelayModel.collection.collectionName)

const rememberMs = 24 * 3_600_000

export interface DelayRule {
  /** So many tries are free. */
  freeTries: number
  firstMs: number
  maxMs: number
}

/** Takes a try, if none has to be waited for. It counts as failed from the start, so that many at once get no further
 *  than one after the other; `forgetTries` takes it back.
 *  @returns null, or how long to wait */
export async function takeTry(key: string, rule: DelayRule): Promise<number | null> {
  for (;;) {
    const now = new Date()
    if (await countTry(key, rule, now)) return null
    const delay = await LoginDelayModel.findById(key, { nextAt: 1 }).lean()
    // The delay is over. Another try was only faster in creating the first record, or in removing it.
    if (delay && delay.nextAt > now) return delay.nextAt.getTime() - now.getTime()
  }
}

/** Counts a try whose time has come. False when it has not, or when another one came in between. */
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
    await delays().updateOne({ _id: key, nextAt: { $lte: now } }, change, { upsert: true })
    return true
  } catch (error) {
    // The record is there and did not match, so the upsert wanted to make a second one.
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return false
    throw error
  }
}

export async function forgetTries(keys: readonly string[]): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: isOneOf(keys) })
}

/** Forgets the login tries of an account from all networks and browsers. */
export async function forgetAllTries(loginKey: string): Promise<void> {
  await LoginDelayModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}
