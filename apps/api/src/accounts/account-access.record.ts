/** New passwords, and the end of what gives access to an account: its logins, API tokens and webhooks. One transaction ends
 *  all of them. docs/credentials.md lists what ends what. */
import mongoose, { type Types } from 'mongoose'
import { forgetApiTokens } from './api-token.record'
import { endedLogins, UserModel, type SignOn, type UserRecord } from './user.record'
import { isNot } from '../mongo/queries'
import { inTransaction } from '../mongo/database'
import { endWebhooksOf } from '../webhooks/webhook.record'

const { Schema } = mongoose

interface Ending {
  keepTokensAndWebhooks: boolean
}

/** Replaces the password that belongs to `currentHash`, and ends every login of the account.
 *  @returns the account as it is now; null when the password was changed meanwhile */
export function replacePassword(
  { _id, passwordHash }: Pick<UserRecord, '_id' | 'passwordHash'>,
  newHash: string,
  ending: Ending,
): Promise<UserRecord | null> {
  return endAccess({ _id, passwordHash }, { passwordHash: { $literal: newHash } }, ending)
}

/** Sets the password of an account without checking the present one, and ends all access to the account.
 *  @returns null without such an account */
export function setPassword(email: string, passwordHash: string): Promise<UserRecord | null> {
  return endAccess({ email }, { passwordHash: { $literal: passwordHash } }, { keepTokensAndWebhooks: false })
}

/** Ends every login of the account.
 *  @returns null without such an account */
export function endLogins(_id: Types.ObjectId, ending: Ending): Promise<UserRecord | null> {
  return endAccess({ _id }, {}, ending)
}

/** Links the account with this address to a person at an issuer of single sign-on. Until now it was never proven whose the
 *  address is, so everything ends that an earlier holder of the account may have, its password included.
 *  @returns null without such an account, or if it is linked to another person at this issuer */
export function linkSignOn(email: string, signOn: SignOn): Promise<UserRecord | null> {
  return endAccess(
    { email, 'signOn.issuer': isNot(signOn.issuer) },
    { passwordHash: { $literal: '' }, signOn: { $literal: signOn } },
    { keepTokensAndWebhooks: false },
  )
}

/** Lets the account with this address be linked again, after a person got another name at the issuer.
 *  @returns false without such a link */
export async function unlinkSignOn(email: string): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { email, 'signOn.subject': isNot(null) },
    { $unset: { signOn: 1 } },
  )
  return matchedCount === 1
}

function endAccess(
  which: mongoose.QueryFilter<UserRecord>,
  change: { passwordHash?: { $literal: string }; signOn?: { $literal: SignOn } },
  { keepTokensAndWebhooks }: Ending,
): Promise<UserRecord | null> {
  return inTransaction(async (session) => {
    const ended = await UserModel.findOneAndUpdate(which, [{ $set: { ...change, ...endedLogins() } }], {
      ...{ session, returnDocument: 'after', updatePipeline: true },
    }).lean<UserRecord>()
    if (ended && !keepTokensAndWebhooks) {
      await forgetApiTokens(ended._id, session)
      await endWebhooksOf({ owner: ended._id }, session)
    }
    return ended
  })
}

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
