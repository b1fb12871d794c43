import { AppError } from '@pinmark/shared/errors'
import type {
  AccountDeletion,
  Login,
  LoginsEnd,
  PasswordChange,
  Session,
} from '@pinmark/shared/entities/user'
import { passwordWaiter, requireUser, type Actor } from '../core/actor'
import { confirmAccount, confirmPassword } from './change-account'
import type { LoginThrottle } from './login-throttle'
import type { Config } from '../config'
import { endLogins, replacePassword, revokeToken } from './account-access.record'
import { endAccount } from './account-removal.record'
import { type NewUser, UserModel } from './user.record'
import { verifyPassword, hashNewPassword } from './passwords/passwords'
import { issueToken, readToken } from './tokens'
import { presentUser } from './account.presenter'

/** Every failed login gets the same answer after the same work, so that no one learns which accounts exist.
 *  @throws AppError wrong_login, too_many_logins, server_busy */
export async function logIn(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { email, password }: Login,
): Promise<Session> {
  const isKnown = await throttle.admit(email, actor)
  const user = await UserModel.findOne({ email }).lean()
  const isRight = await verifyPassword(
    config,
    passwordWaiter(actor, isKnown),
    password,
    // No password of an account is like no account, which takes the same time.
    user?.passwordHash || null,
  )
  if (!user || !isRight) throw new AppError('wrong_login')
  await throttle.succeeded(email, actor)
  return newSession(config, user)
}

/** Ends the login that `token` belongs to; the account's others stay.
 *  @throws AppError sign_in_required, session_ended */
export async function logOut(config: Config, actor: Actor, token: string | null): Promise<void> {
  const { id } = requireUser(actor)
  const claims = token === null ? null : readToken(config, token)
  if (claims === null) throw new AppError('session_ended')
  await revokeToken({ _id: claims.jti, expiresAt: new Date(claims.exp * 1_000), account: id })
}

/** Ends every login of the account, including the one of this request, and its API tokens and webhooks unless they are
 *  kept.
 *  @throws AppError sign_in_required, session_ended */
export async function logOutEverywhere(actor: Actor, ending: LoginsEnd): Promise<void> {
  const { id } = requireUser(actor)
  if (!(await endLogins(id, ending))) throw new AppError('session_ended')
}

/** Changes the password, ends every login, and API tokens and webhooks unless they are kept, and begins a new login.
 *  @throws AppError sign_in_required, session_ended, wrong_current_password, password_too_common,
 *  password_has_own_words, too_many_logins */
export async function changePassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { currentPassword, newPassword, ...ending }: PasswordChange,
): Promise<Session> {
  const user = await confirmPassword(config, throttle, actor, currentPassword)
  const passwordHash = await hashNewPassword(config, passwordWaiter(actor, true), newPassword, user)
  const changed = await replacePassword(user, passwordHash, ending)
  if (!changed) throw new AppError('wrong_current_password')
  return newSession(config, changed)
}

/** Deletes the account. Every login ends and all its data are hidden at once. The sweeper removes them minutes later.
 *  @throws AppError sign_in_required, session_ended, wrong_current_password, recent_login_needed, too_many_logins */
export async function deleteAccount(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { password }: AccountDeletion,
): Promise<void> {
  const user = await confirmAccount(config, throttle, actor, password)
  const isEnded = await endAccount(user, throttle.loginKey(user.email))
  if (!isEnded) throw new AppError('session_ended')
}

/** Begins a login of an account. */
export function newSession(config: Config, user: NewUser): Session {
  return { token: issueToken(config, user), user: presentUser(user) }
}
