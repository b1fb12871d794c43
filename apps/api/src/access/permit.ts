import type { QueryFilter } from 'mongoose'
import type { Action } from '@pinmark/shared/api/endpoint'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import { limits } from '@pinmark/shared/limits'
import { isNotUpTo, isOneOf } from '../models/filter-operators'
import type { ProjectRecord } from '../models/project'
import type { Actor } from './actor'

/** The permission table for everyone but the owner, who may do everything: action -> link settings that allow it. */
export const openTo: Record<Action, readonly LinkPermission[]> = {
  view: ['view', 'comment', 'manage'],
  comment: ['comment', 'manage'],
  ownComment: ['comment', 'manage'],
  resolveOwn: ['comment', 'manage'],
  resolveAny: ['manage'],
  rename: ['manage'],
  delete: ['manage'],
  manage: [],
  restore: [],
}

/** Actions that add something to be read: the owner can pause them for everyone else. */
export const pausable: readonly Action[] = ['comment']

/** The filter under which `actor` may do `action` to the project at this very moment. It belongs into the write
 *  itself: read, check, write would let a permission change slip in between.
 *  @param forGuests more that must hold for everyone but the owner */
export function permit(
  actor: Actor,
  projectId: string,
  action: Action,
  forGuests: QueryFilter<ProjectRecord> = {},
): QueryFilter<ProjectRecord> {
  const ways: QueryFilter<ProjectRecord>[] = []
  if (actor.user) ways.push({ addresses: projectId, owner: actor.user.id })
  if (openTo[action].length > 0) ways.push({ ...byLink(projectId, action), ...forGuests })
  // Nobody's way: a filter that matches nothing, rather than no filter.
  if (ways.length === 0) return { linkId: isOneOf<string>([]) }
  const place: QueryFilter<ProjectRecord> = ways.length === 1 ? { ...ways[0] } : { $or: ways }
  // Restoring what is not deleted changes nothing: a repeated request gets the same answer.
  return { ...place, deletedAt: action === 'restore' ? isNotUpTo(trashEnd()) : null }
}

/** What was deleted earlier may be half gone already. */
export function trashEnd(): Date {
  return new Date(Date.now() - limits.trashDays * 24 * 60 * 60_000)
}

function byLink(projectId: string, action: Action): QueryFilter<ProjectRecord> {
  return {
    linkId: projectId,
    'link.permission': isOneOf(openTo[action]),
    'link.closedAt': null,
    'link.endsAt': isNotUpTo(new Date()),
    ...(pausable.includes(action) && { 'link.pausedAt': null }),
  }
}
