import { AppError } from '@pinmark/shared/errors'
import type { Instance } from '@pinmark/shared/entities/instance'
import type { Me, Registration, User, UserChange } from '@pinmark/shared/entities/user'
import { passwordWaiter, requireUser, type Actor } from '../core/actor'
import type { Config } from '../config'
import { storageOf } from '../images/image-upkeep.record'
import { countActiveProjects, renameAccount } from '../projects/owned-projects.record'
import { wasClaimed } from '../ops/instance.record'
import { isInvited, redeemInvitation } from './invitation.record'
import { insertUser, UserModel, type NewUser } from './user.record'
import { newPublicId } from '../base/public-id'
import { presentUser } from './user.presenter'
import { hashNewPassword } from './new-password'

/** Opens an account. Where registration is not open, the very first one needs nothing, even if several try at once; after
 *  it, `invited` takes one with an invitation and `closed` none, even if all accounts were deleted.
 *  @throws AppError registration_closed, invitation_needed, invitation_over, email_taken, password_too_common,
 *  password_has_own_words */
export async function register(
  config: Config,
  actor: Actor,
  { name, email, password, invitation }: Registration,
): Promise<User> {
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
    passwordHash: await hashNewPassword(config, passwordWaiter(actor, false), password, { name, email }),
    tokenVersion: 0,
    createdAt: new Date(),
    ...(isFirst && { isFirst: true as const }),
  }
  // After the checks of the password, so that a refused one leaves the invitation.
  if (isByInvitation && !(await redeemInvitation(email, invitation ?? '')))
    throw new AppError('invitation_over')
  const outcome = await insertUser(user)
  if (outcome === 'email') throw new AppError('email_taken')
  if (outcome === 'isFirst') throw new AppError('registration_closed')
  return presentUser(user)
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

/** Renames the account. Comments keep the name they were written under.
 *  @throws AppError sign_in_required, session_ended */
export async function renameUser(actor: Actor, { name }: UserChange): Promise<User> {
  const { id } = requireUser(actor)
  const user = await renameAccount({ id, name })
  if (!user) throw new AppError('session_ended')
  return presentUser(user)
}
