import mongoose from 'mongoose'

const { Schema } = mongoose

interface RevokedTokenRecord {
  /** The token's `jti`. */
  _id: string
  /** When the token would have ended by itself; the database then forgets it. */
  expiresAt: Date
}

const revokedTokenSchema = new Schema<RevokedTokenRecord>(
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { collection: 'revokedTokens', versionKey: false },
)
revokedTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const RevokedTokenModel = mongoose.model('RevokedToken', revokedTokenSchema)

/** Ends one login, for every process and for as long as its token would have lived. */
export async function revokeToken(tokenId: string, expiresAt: Date): Promise<void> {
  await RevokedTokenModel.updateOne({ _id: tokenId }, { $set: { expiresAt } }, { upsert: true })
}

export async function isRevoked(tokenId: string): Promise<boolean> {
  return (await RevokedTokenModel.exists({ _id: tokenId })) !== null
}
