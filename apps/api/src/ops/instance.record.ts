import { createHash } from 'node:crypto'
import mongoose, { type mongo } from 'mongoose'

const { Schema } = mongoose

/** What this instance has to know of itself beside its data. */
interface InstanceRecord {
  _id: 'pepper' | 'claimed'
  fingerprint?: string
}

const instanceSchema = new Schema<InstanceRecord>(
  { _id: { type: String, required: true }, fingerprint: { type: String } },
  { collection: 'instance', versionKey: false },
)
const InstanceModel = mongoose.model<InstanceRecord>('Instance', instanceSchema)

/** Whether the passwords in this database were hashed with this pepper. The first pepper is stored. */
export async function isOurPepper(pepper: string): Promise<boolean> {
  const fingerprint = fingerprintOf(pepper)
  const kept = await InstanceModel.findOneAndUpdate(
    { _id: 'pepper' },
    { $setOnInsert: { fingerprint } },
    { upsert: true, returnDocument: 'after' },
  ).lean()
  return kept?.fingerprint === fingerprint
}

/** The fingerprint of the pepper a database belongs to; null before the first start. */
export async function keptFingerprint(db: mongo.Db): Promise<string | null> {
  const kept = await db.collection<InstanceRecord>('instance').findOne({ _id: 'pepper' })
  return kept?.fingerprint ?? null
}

/** Accepts this pepper from now on. Passwords hashed with another one are lost. */
export async function adoptPepper(pepper: string): Promise<void> {
  await InstanceModel.updateOne(
    { _id: 'pepper' },
    { $set: { fingerprint: fingerprintOf(pepper) } },
    { upsert: true },
  )
}

/** Remembers for good that this instance had an account, so that closed registration stays closed without one. */
export async function rememberClaim(): Promise<void> {
  await InstanceModel.updateOne({ _id: 'claimed' }, {}, { upsert: true })
}

/** Whether this instance had an account that is deleted now. */
export async function wasClaimed(): Promise<boolean> {
  return (await InstanceModel.exists({ _id: 'claimed' })) !== null
}

/** Identifies a pepper without revealing it. */
export function fingerprintOf(pepper: string): string {
  return createHash('sha256').update(`fingerprint:${pepper}`).digest('base64url')
}
