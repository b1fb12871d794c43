import { AppError } from '@pinmark/shared/errors'
import type { Login, PasswordChange, Session } from '@pinmark/shared/entities/user'
import { requireUser, type Actor } from '../../access/actor'
import type { LoginThrottle } from '../../access/login-throttle'
import type { Config } from '../../config'
import { revokeToken } from '../../models/revoked-token'
import { replacePassword, UserModel, type UserRecord } from '../../models/user'
import { hashPassword, verifyPassword } from '../../platform/passwords/passwords'
import { issueToken, readToken } from '../../platform/tokens'
import { presentUser } from '../../presenters/user'
import { checkNewPassword } from './new-password'

/** Every failing case gets the same answer after the same work, so that nobody learns which accounts there are.
 *  @throws AppError wrong_login, too_many_logins, server_busy */
export async function logIn(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { email, password }: Login,
): Promise<Session> {
  await throttle.admit(email, actor.network)
  const user = await UserModel.findOne({ email }).lean()
  const isRight = await verifyPassword(config, password, user?.passwordHash ?? null)
  if (!user || !isRight) throw new AppError('wrong_login')
  await throttle.succeeded(email, actor.network)
  return newSession(config, user)
}

/** Ends the login that `token` belongs to; the account's others stay.
 *  @throws AppError sign_in_required, session_ended */
export async function logOut(config: Config, actor: Actor, token: string | null): Promise<void> {
  requireUser(actor)
  const claims = token === null ? null : readToken(config, token)
  if (claims === null) throw new AppError('session_ended')
  await revokeToken(claims.jti, new Date(claims.exp * 1_000))
}

/** Changes the password, ends every login and begins a new one.
 *  @throws AppError sign_in_required, session_ended, wrong_current_password, password_too_common, too_many_logins */
export async function changePassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Session> {
  const { id } = requireUser(actor)
  const user = await UserModel.findById(id).lean()
  if (!user) throw new AppError('session_ended')
  // Whoever has a stolen token is not to find out the password with it.
  await throttle.admit(user.email, actor.network)
  const isRight = await verifyPassword(config, currentPassword, user.passwordHash)
  if (!isRight) throw new AppError('wrong_current_password')
  await throttle.succeeded(user.email, actor.network)

  await checkNewPassword(config, newPassword, user)
  const changed = await replacePassword(user._id, user.passwordHash, await hashPassword(config, newPassword))
  if (!changed) throw new AppError('wrong_current_password')
  return newSession(config, changed)
}

function newSession(config: Config, user: UserRecord): Session {
  return { token: issueToken(config, user), user: presentUser(user) }
}
