import mongoose from 'mongoose'
import { isOneOf, startsWith } from '../mongo/queries'

const { Schema } = mongoose

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

const rememberMs = 180 * 86_400_000

/** Stores that the account logged in from these places. */
export async function rememberPlaces(keys: readonly string[]): Promise<void> {
  const expiresAt = new Date(Date.now() + rememberMs)
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
