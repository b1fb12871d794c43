import type { PasswordReset } from '@pinmark/shared/entities/user'
import { AppError } from '@pinmark/shared/errors'
import { passwordWaiter, type Actor } from '../core/actor'
import type { LoginThrottle } from './login-throttle'
import { RateCounter } from '../http/limits/rate-counter'
import { idFrom } from '../base/sha256'
import type { Config } from '../config'
import { replacePassword } from './account-access.record'
import { storeMail } from '../mail/mail.record'
import { outboxWaker } from '../outbox/outbox.record'
import { UserModel } from './user.record'
import { accountOfToken, isResetToken, resetMs } from '../base/signed-tokens'
import { sealOf } from '../base/seal'
import { hashNewPassword } from './new-password'

/** Least time between two mails to one address. */
const againMs = 2 * 60_000
/** Counts the requests for each address in a day. Beyond the limit `resetMs` is the least time, because a stranger may
 *  send them. A link is valid for that time, so that the last mail or the next one always helps the owner of the address. */
export const countResets = ({ rates }: Config) => RateCounter.of('reset', rates)

/** Stores a mail with a link for an address. Whether an account has this address is checked when the mail is sent, so
 *  that known and unknown addresses take the same steps and the same time here.
 *  @throws AppError mail_not_set_up */
export async function forgetPassword(
  { mail, secrets }: Config,
  perAddress: RateCounter,
  email: string,
): Promise<void> {
  if (mail === null) throw new AppError('mail_not_set_up')
  const { isOver } = await perAddress.count(sealOf(secrets.pepper, 'count mails', email))
  const turnMs = isOver ? resetMs : againMs
  const turn = Math.floor(Date.now() / turnMs) * turnMs
  await storeMail({ _id: idFrom(`reset ${email} ${turn} ${turnMs}`), kind: 'reset', email })
  outboxWaker.wake()
}

/** Sets a new password with the token of a link. The token, every login, API token and webhook of the
 *  account, and the delays after wrong passwords end.
 *  @throws AppError reset_link_over, password_too_common, password_has_own_words */
export async function resetPassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { token, newPassword }: PasswordReset,
): Promise<void> {
  const publicId = accountOfToken(token)
  const user = publicId === null ? null : await UserModel.findOne({ publicId, deletedAt: null }).lean()
  if (!user || !isResetToken(config.secrets.pepper, user, token)) throw new AppError('reset_link_over')
  const passwordHash = await hashNewPassword(config, passwordWaiter(actor, true), newPassword, user)
  const changed = await replacePassword(user, passwordHash, { keepTokensAndWebhooks: false })
  if (!changed) throw new AppError('reset_link_over')
  await throttle.endDelays(changed.email)
}
