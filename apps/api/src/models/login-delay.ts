import mongoose from 'mongoose'

const { Schema } = mongoose

interface LoginDelayRecord {
  /** Hash of account and network. */
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
export async function takeTry(key: string, { freeTries, firstMs, maxMs }: DelayRule): Promise<number | null> {
  const now = new Date()
  const tries = { $add: [{ $ifNull: ['$tries', 0] }, 1] }
  const doublings = { $min: [{ $subtract: ['$tries', freeTries] }, 30] }
  const delayMs = {
    $cond: [
      { $lt: ['$tries', freeTries] },
      0,
      { $min: [{ $multiply: [firstMs, { $pow: [2, doublings] }] }, maxMs] },
    ],
  }
  try {
    await delays().updateOne(
      { _id: key, nextAt: { $lte: now } },
      [
        { $set: { tries } },
        { $set: { nextAt: { $add: [now, delayMs] }, expiresAt: new Date(now.getTime() + rememberMs) } },
      ],
      { upsert: true },
    )
    return null
  } catch (error) {
    // The key is there, and its time has not come: the upsert wanted to make a second one.
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11_000) throw error
  }
  const delay = await LoginDelayModel.findById(key, { nextAt: 1 }).lean()
  return Math.max(1, (delay?.nextAt.getTime() ?? 0) - now.getTime())
}

export async function forgetTries(key: string): Promise<void> {
  await LoginDelayModel.deleteOne({ _id: key })
}
