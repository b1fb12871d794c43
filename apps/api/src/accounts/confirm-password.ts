import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import type { Config } from '../config'
import { UserModel, type UserRecord } from './user.record'
import { verifyPassword } from './passwords/passwords'
import { passwordWaiter, requireUser, type Actor } from '../core/actor'
import type { LoginThrottle } from './login-throttle'

/** The refusals of a call that needs the password again. */
export const passwordErrors: ErrorCode[] = [
  'password_required',
  'wrong_current_password',
  'too_many_logins',
  'server_busy',
]

/** The account behind the request, after its password is checked. A token can be stolen, so it is not enough for
 *  actions that cannot be undone, or that give access which outlasts the login. The throttle keeps a token's holder from
 *  finding out the password.
 *  @throws AppError sign_in_required, session_ended, wrong_current_password, too_many_logins */
export async function confirmPassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  password: string,
): Promise<UserRecord> {
  const { id } = requireUser(actor)
  const user = await UserModel.findOne({ _id: id, deletedAt: null }).lean()
  if (!user) throw new AppError('session_ended')
  const isKnown = await throttle.admit(user.email, actor)
  const isRight = await verifyPassword(config, passwordWaiter(actor, isKnown), password, user.passwordHash)
  if (!isRight) throw new AppError('wrong_current_password')
  await throttle.succeeded(user.email, actor)
  return user
}
