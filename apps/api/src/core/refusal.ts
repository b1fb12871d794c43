import type { Action } from '@pinmark/shared/api/endpoint'
import { scopeOfAction } from '@pinmark/shared/api/scopes'
import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import { AppError } from '@pinmark/shared/errors'
import { LRUCache } from 'lru-cache'
import { tryAgain } from '../base/failures'
import { type Actor, requireLivingLogin } from './actor'
import { endedByRound, openTo, permit, scopeTooSmall, tokenAllows } from './permit'
import { mayDo } from './rights'
import { permissionNow } from '../projects/link-state'
import {
  findLinkState,
  findProject,
  isProjectAddress,
  type ProjectFields,
} from '../projects/permitted-project.record'
import type { ProjectRecord } from '../projects/project.record'

/** The reason why `permit` matched nothing. For every action alike, a project that the actor may not see is not found, or its link is
 *  locked or has ended. */
export async function refusal(actor: Actor, projectId: string, action: Action): Promise<AppError> {
  const fields = { owner: 1, members: 1, link: 1, round: 1 } as const
  const project = await findProject(permit(actor, projectId, 'view'), fields)
  if (!project) return (await whyDeleted(actor, projectId)) ?? whyClosed(projectId)
  if (!tokenAllows(actor, action)) return scopeTooSmall(scopeOfAction[action])
  // An ended login gets its own reason, because the actor may be the owner or a member.
  if (actor.token === 'bad') return new AppError('session_ended')
  // The project was restored or opened in between.
  if (mayDo(actor, project, action)) return tryAgain()

  const needsLogin = action === 'rename' || action === 'delete'
  if (needsLogin && actor.token === 'none') return new AppError('sign_in_required')
  if (needsLogin || openTo[action].length === 0) return new AppError('not_allowed')
  if (!openTo.comment.includes(permissionNow(project.link))) return new AppError('view_only')
  if (endedByRound.includes(action) && project.round.closedAt) {
    const { number } = project.round
    return new AppError('round_closed', { params: { round: number, next: number + 1 } })
  }
  return new AppError('not_yours')
}

/** Tells those who can restore the project when it was deleted, so that its page does not say that they lost access. */
async function whyDeleted(actor: Actor, projectId: string): Promise<AppError | null> {
  if (actor.user === null) return null
  const project = await findProject(permit(actor, projectId, 'restore'), { deletedAt: 1 })
  return project?.deletedAt
    ? new AppError('project_not_found', { endedAt: project.deletedAt.toISOString() })
    : null
}

/** Why a link admits no guest. */
async function whyClosed(linkId: string): Promise<AppError> {
  const link = await findLinkState(linkId)
  if (!link || link.closedAt !== null) return new AppError('project_not_found')
  const { endsAt, passwordHash } = link
  if (endsAt && endsAt <= new Date()) return new AppError('link_ended', { endedAt: endsAt.toISOString() })
  return new AppError(passwordHash === null ? 'project_not_found' : 'link_locked')
}

/** Addresses that were found, so that each costs one query. They stay known after their project was removed, which does
 *  no harm: no one can make more of them. */
const foundAddresses = new LRUCache<string, true>({ max: 20_000 })

/** Whether an id is, or once was, the address of a project. What its link allows does not matter. */
export async function isKnownAddress(projectId: string): Promise<boolean> {
  if (foundAddresses.has(projectId)) return true
  if (!publicIdSchema.safeParse(projectId).success || !(await isProjectAddress(projectId))) return false
  foundAddresses.set(projectId, true)
  return true
}

/** The project, or some of its fields, if `actor` may do `action` to it at this moment. It refuses a request before
 *  anything is read or prepared, and explains a write that matched nothing. It replaces no permit: a write needs its own.
 *  @throws AppError those of `refusal` */
export function requireProject(actor: Actor, projectId: string, action: Action): Promise<ProjectRecord>
export function requireProject<Field extends keyof ProjectRecord>(
  actor: Actor,
  projectId: string,
  action: Action,
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>>
export async function requireProject(
  actor: Actor,
  projectId: string,
  action: Action,
  fields?: ProjectFields<keyof ProjectRecord>,
) {
  const mayAct = permit(actor, projectId, action)
  const project = await (fields ? findProject(mayAct, fields) : findProject(mayAct))
  if (!project) throw await refusal(actor, projectId, action)
  return project
}

/** Repeats the checks of a long answer before its next part: the permission, and whether the login or API token is still
 *  valid. Data read after this call are newer than the first check.
 *  @throws AppError session_ended, and those of `refusal` */
export async function requireStill(actor: Actor, projectId: string, action: Action): Promise<void> {
  await Promise.all([requireLivingLogin(actor), requireProject(actor, projectId, action, { _id: 1 })])
}
