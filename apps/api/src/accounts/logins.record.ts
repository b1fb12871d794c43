import mongoose from 'mongoose'
import { isDuplicate, isOneOf, startsWith } from '../mongo/queries'

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

const rememberTriesMs = 24 * 3_600_000

export interface DelayRule {
  /** This number of attempts has no delay. */
  freeTries: number
  firstMs: number
  maxMs: number
}

/** Attempts that arrive together are stored one after the other, but each with the time at which it began. */
const togetherMs = 10_000

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
  // The rest is longer than the delay if the clock was set back, and a little if the stored attempt began later than this one.
  const longestMs = { $add: [delayAfter('$tries'), togetherMs] }
  const isDelayed = { $and: [{ $gt: [restMs, 0] }, { $lte: [restMs, longestMs] }] }
  const tries = { $add: [{ $ifNull: ['$tries', 0] }, 1] }
  const count = {
    tries: { $cond: [isDelayed, '$tries', tries] },
    nextAt: { $cond: [isDelayed, '$nextAt', { $add: ['$$NOW', delayAfter(tries)] }] },
    expiresAt: { $cond: [isDelayed, '$expiresAt', { $add: ['$$NOW', rememberTriesMs] }] },
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

interface KnownPlaceRecord {
  /** Hash of the account, a dot, hash of the account and a network or a browser. */
  _id: string
  expiresAt: Date
}

/** The collection has kept its name from before it held browsers. */
const knownPlaceSchema = new Schema<KnownPlaceRecord>(
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { collection: 'knownNetworks', versionKey: false },
)
knownPlaceSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const KnownPlaceModel = mongoose.model<KnownPlaceRecord>('KnownPlace', knownPlaceSchema)

const rememberPlacesMs = 180 * 86_400_000

/** Stores that the account logged in from these places. */
export async function rememberPlaces(keys: readonly string[]): Promise<void> {
  const expiresAt = new Date(Date.now() + rememberPlacesMs)
  await KnownPlaceModel.bulkWrite(
    keys.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { expiresAt } }, upsert: true } })),
    { ordered: false },
  )
}

/** Removes all places of an account. */
export async function forgetPlaces(loginKey: string): Promise<void> {
  await KnownPlaceModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}

/** Of these places, those that the account has logged in from. */
export async function findKnownPlaces(keys: readonly string[]): Promise<Set<string>> {
  const found = await KnownPlaceModel.find({ _id: isOneOf(keys) }, { _id: 1 }).lean()
  return new Set(found.map(({ _id }) => _id))
}
