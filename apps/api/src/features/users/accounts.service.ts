import { AppError } from '@pinmark/shared/errors'
import type { Me, Registration, User, UserChange } from '@pinmark/shared/entities/user'
import { passwordWaiter, requireUser, type Actor } from '../../access/actor'
import type { Config } from '../../config'
import { storageOf } from '../../models/image-upkeep'
import { countActiveProjects, renameAccount } from '../../models/owned-projects'
import { wasClaimed } from '../../models/instance-record'
import { insertUser, UserModel, type NewUser } from '../../models/user'
import { newPublicId } from '../../base/public-id'
import { presentUser } from '../../presenters/user'
import { hashNewPassword } from './new-password'

/** Opens an account. With closed registration only the very first one can be opened, even if several try at once or
 *  all accounts were deleted.
 *  @throws AppError registration_closed, email_taken, password_too_common, password_has_own_words */
export async function register(
  config: Config,
  actor: Actor,
  { name, email, password }: Registration,
): Promise<User> {
  const isClosed = config.registration === 'closed'
  // In this order, because a deletion remembers the claim before it removes the account.
  if (isClosed && ((await UserModel.exists({})) || (await wasClaimed())))
    throw new AppError('registration_closed')
  // This check is cheaper than a hash. The unique index decides.
  if (await UserModel.exists({ email })) throw new AppError('email_taken')
  const user: NewUser = {
    publicId: newPublicId(),
    name,
    email,
    passwordHash: await hashNewPassword(config, passwordWaiter(actor, false), password, { name, email }),
    tokenVersion: 0,
    createdAt: new Date(),
    ...(isClosed && { isFirst: true as const }),
  }
  const outcome = await insertUser(user)
  if (outcome === 'email') throw new AppError('email_taken')
  if (outcome === 'isFirst') throw new AppError('registration_closed')
  return presentUser(user)
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
