import mongoose from 'mongoose'
import { startsWith } from './filter-operators'

const { Schema } = mongoose

interface KnownNetworkRecord {
  /** Hash of the account, a dot, hash of account and network. */
  _id: string
  expiresAt: Date
}

const knownNetworkSchema = new Schema<KnownNetworkRecord>(
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { collection: 'knownNetworks', versionKey: false },
)
knownNetworkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const KnownNetworkModel = mongoose.model<KnownNetworkRecord>('KnownNetwork', knownNetworkSchema)

const rememberMs = 180 * 86_400_000

/** Remembers that the account logged in from that network. */
export async function rememberNetwork(key: string): Promise<void> {
  const expiresAt = new Date(Date.now() + rememberMs)
  await KnownNetworkModel.updateOne({ _id: key }, { $set: { expiresAt } }, { upsert: true })
}

/** Forgets all networks of an account. */
export async function forgetNetworks(loginKey: string): Promise<void> {
  await KnownNetworkModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}

export async function isKnownNetwork(key: string): Promise<boolean> {
  return (await KnownNetworkModel.exists({ _id: key })) !== null
}
