import type { mongo, Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import type { LoginThrottle } from './login-throttle'
import { verifyPassword } from './passwords/passwords'
import { lockAccount, UserModel, type UserRecord } from './user.record'
import { idFrom } from '../base/ids'
import type { Config } from '../config'
import { type Actor, passwordWaiter, requireUser } from '../core/actor'
import { storeMail } from '../mail/mail.record'
import { inTransaction } from '../mongo/database'

/** Changes what an account has: its projects, tokens and webhooks. One change of an account follows the other, so that a
 *  limit which `work` has checked still holds when it writes, and a login that it has found alive has not ended.
 *  @param work may run several times; its reads and writes take the session
 *  @throws AppError session_ended without such an account, and what `work` throws, after which nothing is stored */
export function changeAccount<T>(
  account: Types.ObjectId,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  return inTransaction(async (session) => {
    if (!(await lockAccount(account, session))) throw new AppError('session_ended')
    return work(session)
  })
}

/** How long a login by single sign-on stands for the password that the account does not have. */
const recentMs = 10 * 60_000

/** The refusals of a call that needs the password again. */
export const passwordErrors: ErrorCode[] = [
  'password_required',
  'wrong_current_password',
  'recent_login_needed',
  'too_many_logins',
  'server_busy',
]

/** The account behind the request, after its password is checked. A token can be stolen, so it is not enough for
 *  actions that cannot be undone, or that give access which outlasts the login. An account without a password shows by a
 *  recent login that its person is there.
 *  @throws AppError sign_in_required, session_ended, password_required, wrong_current_password, recent_login_needed,
 *  too_many_logins */
export async function confirmAccount(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  password: string | undefined,
): Promise<UserRecord> {
  const user = await requireAccount(actor)
  if (user.passwordHash === '' || config.signOn?.isOnly) {
    if (Date.now() - requireUser(actor).since > recentMs) throw new AppError('recent_login_needed')
    return user
  }
  if (password === undefined) throw new AppError('password_required')
  return checkPassword(config, throttle, actor, { user, password })
}

/** The account behind the request, after its password is checked. The throttle keeps a token's holder from finding out the
 *  password.
 *  @throws AppError sign_in_required, session_ended, wrong_current_password, too_many_logins */
export async function confirmPassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  password: string,
): Promise<UserRecord> {
  return checkPassword(config, throttle, actor, { user: await requireAccount(actor), password })
}

async function requireAccount(actor: Actor): Promise<UserRecord> {
  const user = await UserModel.findOne({ _id: requireUser(actor).id, deletedAt: null }).lean()
  if (!user) throw new AppError('session_ended')
  return user
}

async function checkPassword(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { user, password }: { user: UserRecord; password: string },
): Promise<UserRecord> {
  const isKnown = await throttle.admit(user.email, actor)
  const isRight = await verifyPassword(
    config,
    passwordWaiter(actor, isKnown),
    password,
    user.passwordHash || null,
  )
  if (!isRight) throw new AppError('wrong_current_password')
  await throttle.succeeded(user.email, actor)
  return user
}

interface NewAccess {
  kind: 'token' | 'address'
  /** Identifies what happened, so that each time has its own mail. */
  id: string
  /** What the mail says about it. */
  about: string
}

/** Sends an account a mail about a new API token or a new address of a webhook, if the server sends mail. Its owner can
 *  then revoke what a thief of a login has made. */
export async function tellAccount(
  { mail }: Config,
  user: Types.ObjectId,
  { kind, id, about }: NewAccess,
): Promise<void> {
  if (mail === null) return
  await storeMail({ _id: idFrom(`${kind} ${id}`), kind, user, about })
}
