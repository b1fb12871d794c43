import type { Instance } from '@pinmark/shared/entities/instance'
import type { Me, PasswordReset, Registration, User, UserChange } from '@pinmark/shared/entities/user'
import { AppError } from '@pinmark/shared/errors'
import type { Language } from '@pinmark/words/languages'
import { replacePassword } from './account-access.record'
import { presentUser } from './account.presenter'
import { isInvited, redeemInvitation } from './invitation.record'
import type { LoginThrottle } from './login-throttle'
import { hashNewPassword } from './passwords/passwords'
import { insertUser, type NewUser, storeLanguage, UserModel } from './user.record'
import { idFrom, newPublicId } from '../base/ids'
import { accountOfToken, isResetToken, resetMs } from '../base/seal'
import type { Config } from '../config'
import { type Actor, passwordWaiter, requireUser } from '../core/actor'
import { storageOf } from '../images/image-upkeep.record'
import { storeMail } from '../mail/mail.record'
import { wasClaimed } from '../ops/instance.record'
import { countActiveProjects, renameAccount } from '../projects/owned-projects.record'

interface Asked {
  /** The language of the browser. */
  language: Language
}

/** Opens an account with a password.
 *  @throws AppError password_too_common, password_has_own_words, and those of `openAccount` */
export async function register(
  config: Config,
  actor: Actor,
  { password, ...details }: Registration & Asked,
): Promise<User> {
  const hash = () => hashNewPassword(config, passwordWaiter(actor, false), password, details)
  return presentUser(await openAccount(config, details, async () => ({ passwordHash: await hash() })))
}

/** Opens an account. Where registration is not open, the very first one needs nothing, even if several try at once; after
 *  it, `invited` takes one with an invitation and `closed` none, even if all accounts were deleted.
 *  @param prove makes what the account logs in with, after the cheaper checks
 *  @throws AppError registration_closed, invitation_needed, invitation_over, email_taken */
export async function openAccount(
  config: Config,
  { name, email, invitation, language }: Omit<Registration, 'password'> & Asked,
  prove: () => Promise<Pick<NewUser, 'passwordHash' | 'signOn'>>,
): Promise<NewUser> {
  const isOpen = config.registration === 'open'
  const isFirst = !isOpen && !(await hasAccounts())
  const isByInvitation = !isOpen && !isFirst
  if (isByInvitation) await checkInvitation(config, email, invitation)
  // This check is cheaper than a hash. The unique index decides.
  if (await UserModel.exists({ email })) throw new AppError('email_taken')
  const user: NewUser = {
    publicId: newPublicId(),
    name,
    email,
    // English is the default, so nothing is stored for it before it is chosen.
    ...(language !== 'en' && { language }),
    ...(await prove()),
    tokenVersion: 0,
    createdAt: new Date(),
    ...(isFirst && { isFirst: true as const }),
  }
  // After the checks of the password, so that a refused one leaves the invitation.
  if (isByInvitation && !(await redeemInvitation(email, invitation ?? '')))
    throw new AppError('invitation_over')
  const outcome = await insertUser(user)
  if (outcome === 'email' || outcome === 'signOn') throw new AppError('email_taken')
  if (outcome === 'isFirst') throw new AppError('registration_closed')
  return user
}

/** Reads who may register now: before the first account everyone, whatever the setting says. */
export function registrationReader({ registration }: Config): () => Promise<Instance['registration']> {
  let isClaimed = false
  return async () => {
    if (registration === 'open') return registration
    // Remembered, because it stays true: later answers need no query.
    isClaimed ||= await hasAccounts()
    return isClaimed ? registration : 'open'
  }
}

/** Whether the instance has, or ever had, an account. */
async function hasAccounts(): Promise<boolean> {
  // In this order, because a deletion remembers the claim before it removes the account.
  return (await UserModel.exists({})) !== null || (await wasClaimed())
}

async function checkInvitation(config: Config, email: string, invitation: string | undefined): Promise<void> {
  if (config.registration === 'closed') throw new AppError('registration_closed')
  if (invitation === undefined) throw new AppError('invitation_needed')
  if (!(await isInvited(email, invitation))) throw new AppError('invitation_over')
}

/** The account with its use of the limits. @throws AppError sign_in_required, session_ended */
export async function readMe(actor: Actor): Promise<Me> {
  const { id } = requireUser(actor)
  const [user, projects, storage] = await Promise.all([
    UserModel.findById(id).lean(),
    countActiveProjects(id),
    storageOf(id),
  ])
  if (!user) throw new AppError('session_ended')
  return { ...presentUser(user), usage: { projects, imageBytes: storage.live } }
}

/** Changes the name of the account, its language, or both. Comments keep the name they were written under.
 *  @throws AppError sign_in_required, session_ended, no_change_to_account */
export async function changeUser(actor: Actor, { name, language }: UserChange): Promise<User> {
  const { id } = requireUser(actor)
  if (name === undefined && language === undefined) throw new AppError('no_change_to_account')
  const renamed = name === undefined ? null : await renameAccount({ id, name })
  const user = language === undefined ? renamed : await storeLanguage(id, language)
  if (!user) throw new AppError('session_ended')
  return presentUser(user)
}

/** Least time between two mails to one address. */
const againMs = 2 * 60_000

/** Stores a mail with a link for an address. Whether an account has this address is checked when the mail is sent, so
 *  that known and unknown addresses take the same steps and the same time here.
 *  @param isMailedTooOften counts the requests for each address in a day. Beyond the limit `resetMs` is the least time, because
 *  a stranger may send them. A link is valid for that time, so that the last mail or the next one always helps the owner of
 *  the address.
 *  @throws AppError mail_not_set_up */
export async function forgetPassword(
  { mail }: Config,
  isMailedTooOften: (email: string) => Promise<boolean>,
  { email, language }: { email: string } & Asked,
): Promise<void> {
  if (mail === null) throw new AppError('mail_not_set_up')
  const turnMs = (await isMailedTooOften(email)) ? resetMs : againMs
  const turn = Math.floor(Date.now() / turnMs) * turnMs
  await storeMail({ _id: idFrom(`reset ${email} ${turn} ${turnMs}`), kind: 'reset', email, language })
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
