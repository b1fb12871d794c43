import { createHash } from 'node:crypto'
import mongoose, { type mongo } from 'mongoose'

const { Schema } = mongoose

interface InstanceRecord {
  _id: string
  fingerprint: string
}

const instanceSchema = new Schema<InstanceRecord>(
  { _id: { type: String, required: true }, fingerprint: { type: String, required: true } },
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

/** Identifies a pepper without revealing it. */
export function fingerprintOf(pepper: string): string {
  return createHash('sha256').update(`fingerprint:${pepper}`).digest('base64url')
}
