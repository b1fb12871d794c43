import { createHash } from 'node:crypto'
import mongoose from 'mongoose'
import { newPublicId } from '../base/ids'
import { isAbove } from '../mongo/queries'

const { Schema } = mongoose

/** How long an invitation can be used. */
export const invitationDays = 7
const dayMs = 24 * 60 * 60_000

/** Lets one person register while `REGISTRATION` is `invited`. */
interface InvitationRecord {
  /** The e-mail address, as accounts store it. */
  _id: string
  /** The token in the address is not stored. */
  tokenHash: string
  expiresAt: Date
}

const invitationSchema = new Schema<InvitationRecord>(
  {
    _id: { type: String, required: true },
    tokenHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'invitations', versionKey: false },
)
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const InvitationModel = mongoose.model<InvitationRecord>('Invitation', invitationSchema)

/** Makes an invitation for an address, instead of an earlier one. @returns the token for its link */
export async function makeInvitation(email: string): Promise<string> {
  const token = newPublicId() + newPublicId()
  const expiresAt = new Date(Date.now() + invitationDays * dayMs)
  await InvitationModel.updateOne(
    { _id: email },
    { $set: { tokenHash: hashOf(token), expiresAt } },
    { upsert: true },
  )
  return token
}

/** The filter of an invitation that still holds. The database removes older ones only now and then. */
function valid(email: string, token: string) {
  return { _id: email, tokenHash: hashOf(token), expiresAt: isAbove(new Date()) }
}

export async function isInvited(email: string, token: string): Promise<boolean> {
  return (await InvitationModel.exists(valid(email, token))) !== null
}

/** Uses an invitation. @returns false when it is over, or another registration was faster */
export async function redeemInvitation(email: string, token: string): Promise<boolean> {
  return (await InvitationModel.deleteOne(valid(email, token))).deletedCount === 1
}

export async function withdrawInvitation(email: string): Promise<void> {
  await InvitationModel.deleteOne({ _id: email })
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
