import type { QueryFilter } from 'mongoose'
import type { Action, Endpoint } from '@pinmark/shared/api/endpoint'
import { callTools } from '@pinmark/shared/api/mcp'
import { copyProject, listProjects } from '@pinmark/shared/api/projects'
import { covers, scopeOf, scopeOfAction } from '@pinmark/shared/api/scopes'
import { readMe } from '@pinmark/shared/api/users'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { Actor } from './actor'
import { isNotUpTo, isOneOf } from '../mongo/queries'
import type { Permit } from '../projects/permitted-project.record'
import { designedBy, type ProjectRecord } from '../projects/project.record'

/** The permission table for guests: action -> link settings that allow it. The owner may do everything, and members all
 *  but `own`. */
export const openTo: Record<Action, readonly LinkPermission[]> = {
  unlock: ['view', 'comment', 'manage'],
  view: ['view', 'comment', 'manage'],
  comment: ['comment', 'manage'],
  edit: ['comment', 'manage'],
  deleteOwn: ['comment', 'manage'],
  resolveOwn: ['comment', 'manage'],
  resolveAny: ['manage'],
  rename: ['manage'],
  delete: ['manage'],
  manage: [],
  restore: [],
  own: [],
}

/** Actions that write. Closing a round ends them for guests. Actions that take back what was written stay: deleting and
 *  resolving a comment. */
export const endedByRound: readonly Action[] = ['comment', 'edit']

/** The filter that finds the project only while `actor` may do `action` to it. It is part of the write itself: a separate
 *  check before the write would miss a permission that changes in between.
 *  @param forGuests further conditions, which do not apply to the owner and the members */
export function permit<A extends Action>(
  actor: Actor,
  projectId: string,
  action: A,
  forGuests: QueryFilter<ProjectRecord> = {},
): Permit<A> {
  // The only place that makes a permit: its brand exists in types alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return permissionFilter(actor, projectId, action, forGuests) as Permit<A>
}

function permissionFilter(
  actor: Actor,
  projectId: string,
  action: Action,
  forGuests: QueryFilter<ProjectRecord>,
): QueryFilter<ProjectRecord> {
  const ways: QueryFilter<ProjectRecord>[] = []
  const isInScope = tokenAllows(actor, action)
  if (isInScope && actor.user) ways.push({ addresses: projectId, ...ofAccount(actor.user.id, action) })
  if (isInScope && openTo[action].length > 0) ways.push({ ...byLink(actor, projectId, action), ...forGuests })
  // An actor without any way in gets a filter that matches nothing, because an empty filter matches everything.
  if (ways.length === 0) return { linkId: isOneOf<string>([]) }
  const place: QueryFilter<ProjectRecord> = ways.length === 1 ? { ...ways[0] } : { $or: ways }
  const { projects = null } = actor.user?.apiToken ?? {}
  // Restoring a project that is not deleted changes nothing, so that a repeated request gets the same answer.
  const deletedAt = action === 'restore' ? isNotUpTo(trashEnd()) : null
  return { ...place, deletedAt, ...(projects && { _id: isOneOf(projects) }) }
}

function ofAccount(user: ProjectRecord['owner'], action: Action): QueryFilter<ProjectRecord> {
  return action === 'own' ? { owner: user } : designedBy(user)
}

/** A project deleted before this moment may have been removed in part, and cannot be restored. */
export function trashEnd(): Date {
  return new Date(Date.now() - limits.trashDays * 24 * 60 * 60_000)
}

function byLink({ lock }: Actor, projectId: string, action: Action): QueryFilter<ProjectRecord> {
  const now = new Date()
  const isForLooking = openTo[action].includes('view')
  return {
    linkId: projectId,
    'link.permission': isOneOf(openTo[action]),
    'link.closedAt': null,
    'link.endsAt': isNotUpTo(now),
    ...(!isForLooking && { 'link.viewOnlyAt': isNotUpTo(now) }),
    ...(action !== 'unlock' && unlockedBy(lock)),
    ...(endedByRound.includes(action) && { 'round.closedAt': null }),
  }
}

/** A link without a password, or the one whose lock a token opens. */
function unlockedBy(lock: string | null): QueryFilter<ProjectRecord> {
  const isOpen = { 'link.passwordHash': null }
  return lock === null ? isOpen : { $or: [isOpen, { 'link.lock': lock }] }
}

/** Whether the scope of the request's API token includes an action. Requests without a token or with a login have no
 *  such limit. */
export function tokenAllows({ user }: Actor, action: Action): boolean {
  return !user?.apiToken || covers(user.apiToken.scope, scopeOfAction[action])
}

/** @throws AppError login_needed, token_scope_too_small, token_of_projects when the API token of the request may not make
 *  the call */
export function checkScope({ user }: Actor, endpoint: Endpoint): void {
  if (!user?.apiToken) return
  const needed = scopeOf(endpoint)
  if (needed === 'login') throw new AppError('login_needed')
  if (!covers(user.apiToken.scope, needed)) throw scopeTooSmall(needed)
  if (user.apiToken.projects && !takesBoundTokens(endpoint)) throw new AppError('token_of_projects')
}

/** Calls about an account that contain nothing but the projects of a bound token. */
const callsOfBoundTokens: ReadonlySet<Endpoint> = new Set<Endpoint>([listProjects, readMe, callTools])
/** Calls in a project that add another project to the account. */
const callsBeyondProjects: ReadonlySet<Endpoint> = new Set<Endpoint>([copyProject])

/** Whether an API token that is bound to projects may make a call. In a project, `permit` decides. */
export function takesBoundTokens(endpoint: Endpoint): boolean {
  return endpoint.access === 'account' ? callsOfBoundTokens.has(endpoint) : !callsBeyondProjects.has(endpoint)
}

export function scopeTooSmall(scope: string): AppError {
  return new AppError('token_scope_too_small', { params: { scope } })
}
