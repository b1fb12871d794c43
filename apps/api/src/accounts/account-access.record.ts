/** New passwords, and the end of what gives access to an account: its logins, API tokens and webhooks. One write ends the
 *  logins and marks the account; then its tokens and webhooks are removed. After a crash in between, the server completes
 *  this before it answers again. docs/credentials.md lists what ends what. */
import type { Types } from 'mongoose'
import { attemptEach } from '../base/failures'
import { forgetApiTokens } from './api-token.record'
import { endedLogins, UserModel, type UserRecord } from './user.record'
import { removeWebhooksOf } from '../webhooks/webhook.record'

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

async function endAccess(
  which: Partial<Pick<UserRecord, '_id' | 'email' | 'passwordHash'>>,
  change: { passwordHash?: { $literal: string } },
  { keepTokensAndWebhooks }: Ending,
): Promise<UserRecord | null> {
  const mark = keepTokensAndWebhooks ? {} : { isRevoking: true }
  const ended = await UserModel.findOneAndUpdate(
    which,
    [{ $set: { ...change, ...endedLogins(), ...mark } }],
    {
      returnDocument: 'after',
      updatePipeline: true,
    },
  ).lean<UserRecord>()
  if (ended?.isRevoking) await revoke(ended)
  return ended
}

/** Completes what a crash interrupted. */
export async function completeRevocations(): Promise<void> {
  await attemptEach(await UserModel.find({ isRevoking: true }, { _id: 1 }).lean(), revoke)
}

async function revoke({ _id }: Pick<UserRecord, '_id'>): Promise<void> {
  await forgetApiTokens(_id)
  await removeWebhooksOf(_id)
  await UserModel.updateOne({ _id }, { $unset: { isRevoking: 1 } })
}
