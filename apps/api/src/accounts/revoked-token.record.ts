import mongoose, { type Types } from 'mongoose'

const { Schema } = mongoose

export interface RevokedTokenRecord {
  /** The token's `jti`. */
  _id: string
  /** When the token would have expired. The database then removes the record. */
  expiresAt: Date
  account: Types.ObjectId
}

const revokedTokenSchema = new Schema<RevokedTokenRecord>(
  {
    _id: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    account: { type: Schema.Types.ObjectId, required: true },
  },
  { collection: 'revokedTokens', versionKey: false },
)
revokedTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
revokedTokenSchema.index({ account: 1 })

const RevokedTokenModel = mongoose.model<RevokedTokenRecord>('RevokedToken', revokedTokenSchema)

/** Ends one login for every process, for the remaining lifetime of its token. */
export async function revokeToken({ _id, expiresAt, account }: RevokedTokenRecord): Promise<void> {
  await RevokedTokenModel.updateOne({ _id }, { $set: { expiresAt, account } }, { upsert: true })
}

/** Removes the ended logins of a deleted account, because none of its tokens is valid any more. */
export async function forgetRevokedTokens(account: Types.ObjectId): Promise<void> {
  await RevokedTokenModel.deleteMany({ account })
}

export async function isRevoked(tokenId: string): Promise<boolean> {
  return (await RevokedTokenModel.exists({ _id: tokenId })) !== null
}
