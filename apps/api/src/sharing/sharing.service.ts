import * as sharingApi from '@pinmark/shared/api/sharing'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import type { Link } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { passwordWaiter, requireUser, type Actor, requireLivingLogin } from '../core/actor'
import type { LinkTokens } from '../base/seal'
import type { LoginThrottle } from '../accounts/login-throttle'
import { permit } from '../core/permit'
import { refusal, requireProject } from '../core/refusal'
import { newPublicId } from '../base/ids'
import type { Config } from '../config'
import { lockOf } from '../projects/link-state'
import { updateProject, type ProjectUpdate } from '../projects/permitted-project.record'
import { hashPassword, verifyPassword } from '../accounts/passwords/passwords'
import { presentLink } from '../projects/project.presenter'

/** Number of former links that stay valid for the owner, including the permanent id. */
const maxAddresses = 50

interface ChangeDependencies {
  config: Config
  /** Throws when an account has set too many passwords. */
  countPassword: (account: string) => Promise<void>
}

/** Sets the permission, the end and the password of a link, and closes or opens it.
 *  @throws AppError no_change_to_settings, project_not_found, session_ended, not_allowed, link_end_past,
 *  too_many_link_passwords, server_busy */
export async function changeSettings(
  dependencies: ChangeDependencies,
  actor: Actor,
  projectId: string,
  { permission, closed, password, end }: ProjectSettings,
): Promise<Link> {
  if ([permission, closed, password, end].every((value) => value === undefined))
    throw new AppError('no_change_to_settings')
  const now = new Date()
  if (end && new Date(end.at) <= now) {
    await requireProject(actor, projectId, sharingApi.changeSettings.action, { linkId: 1 })
    throw new AppError('link_end_past')
  }
  const $set = {
    ...(permission !== undefined && { 'link.permission': permission }),
    ...(closed !== undefined && { 'link.closedAt': closed ? now : null }),
    ...(password !== undefined && {
      'link.passwordHash': password && (await hashFor(dependencies, actor, projectId, password)),
      'link.passwordSetAt': password === null ? null : now,
    }),
    // Guests who have entered the password have to enter it again.
    ...((closed === true || password !== undefined) && { 'link.lock': newPublicId() }),
    ...(end !== undefined && {
      'link.endsAt': end?.to === 'closed' ? new Date(end.at) : null,
      'link.viewOnlyAt': end?.to === 'view' ? new Date(end.at) : null,
    }),
  }
  return update(actor, projectId, sharingApi.changeSettings, { $set })
}

/** A hash is expensive, so it is made only for an actor who may set it at this moment. The write checks the
 *  permission again. */
async function hashFor(
  { config, countPassword }: ChangeDependencies,
  actor: Actor,
  projectId: string,
  password: string,
): Promise<string> {
  await requireProject(actor, projectId, sharingApi.changeSettings.action, { linkId: 1 })
  await countPassword(requireUser(actor).publicId)
  const hash = await hashPassword(config, passwordWaiter(actor, true), password)
  // It may have waited for its turn, and the login may have ended meanwhile.
  await requireLivingLogin(actor)
  return hash
}

/** Replaces the link. The old one stays valid for the owner only.
 *  @throws AppError project_not_found, session_ended, not_allowed */
export function makeNewLink(actor: Actor, projectId: string): Promise<Link> {
  const linkId = newPublicId()
  // Inserted at the second place, after the permanent id, which `$slice` must never cut off.
  const $push = { addresses: { $each: [linkId], $position: 1, $slice: maxAddresses } }
  return update(actor, projectId, sharingApi.makeNewLink, {
    $set: { linkId, 'link.lock': newPublicId() },
    $push,
  })
}

async function update(
  actor: Actor,
  projectId: string,
  { action }: { readonly action: 'manage' },
  change: ProjectUpdate<'manage'>,
): Promise<Link> {
  const project = await updateProject(permit(actor, projectId, action), change, { linkId: 1, link: 1 })
  if (!project) throw await refusal(actor, projectId, action)
  return presentLink(project, true)
}

interface UnlockDependencies {
  config: Config
  throttle: LoginThrottle
  linkTokens: LinkTokens
}

/** Checks the password of a link and returns a token for it; null when the link has no password any more.
 *  @throws AppError project_not_found, link_ended, wrong_link_password, too_many_unlocks, server_busy */
export async function unlockLink(
  { config, throttle, linkTokens }: UnlockDependencies,
  actor: Actor,
  projectId: string,
  password: string,
): Promise<string | null> {
  const { action } = sharingApi.unlockLink
  const project = await requireProject(actor, projectId, action, { publicId: 1, link: 1 })
  const lock = lockOf(project.link)
  if (lock === null) return null
  // The key contains the lock, so that a new password starts without failed tries.
  const account = `link ${project.publicId} ${lock}`
  const isKnown = await throttle.admit(account, actor)
  if (!(await verifyPassword(config, passwordWaiter(actor, isKnown), password, project.link.passwordHash)))
    throw new AppError('wrong_link_password')
  await Promise.all([throttle.succeeded(account, actor), !isKnown && throttle.giveBack(account)])
  return linkTokens.issue(lock)
}
