import sift from 'sift'
import type { Action } from '@pinmark/shared/api/endpoint'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { ProjectCan } from '@pinmark/shared/entities/project'
import type { ReplyRecord, ThreadRecord } from '../comments/comment.record'
import { permissionNow } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import { authorKey } from '../visits/visit.record'
import { permitKey, type Actor } from './actor'
import { endedByRound, openTo, permit, tokenAllows } from './permit'

type Designers = Pick<ProjectRecord, 'owner' | 'members'>
type Permissions = Designers & Pick<ProjectRecord, 'link' | 'round'>
type Authorship = Pick<ThreadRecord | ReplyRecord, 'author' | 'deletedAt' | 'parent' | 'agrees'> &
  Partial<Pick<ThreadRecord, 'resolved'>>

export function isOwner(actor: Actor, project: Pick<ProjectRecord, 'owner'>): boolean {
  return actor.user !== null && project.owner.equals(actor.user.id)
}

/** Whether an actor is the owner or a member. */
export function isDesigner(actor: Actor, project: Designers): boolean {
  return isOwner(actor, project) || isMember(actor, project)
}

function isMember({ user }: Actor, { members = [] }: Designers): boolean {
  return user !== null && members.some((member) => member.user.equals(user.id))
}

/** What an actor is to a project, as answers say it. */
export function roleIn(actor: Actor, project: Designers) {
  return { isOwner: isOwner(actor, project), isMember: isMember(actor, project) }
}

/** The name under which the owner or a member writes; null for everyone else, who choose theirs. */
export function designerName(actor: Actor, project: Designers): string | null {
  return actor.user && isDesigner(actor, project) ? actor.user.name : null
}

/** Whether `permit` still lets an actor see a project that is in memory, at the address they used. Pages that stay
 *  open need this. It evaluates the same filter as the database, and guests of one link share the result. */
export function viewersOf(project: ProjectRecord): (actor: Actor, projectId: string) => boolean {
  const results = new Map<string, boolean>()
  return (actor, projectId) => {
    const key = `${permitKey(actor)} ${projectId}`
    const known = results.get(key) ?? sift(permit(actor, projectId, 'view'))(project)
    results.set(key, known)
    return known
  }
}

/** What `permit` would allow on a project that `actor` can see. It fills the `can` of an answer, explains a refusal, and
 *  never replaces `permit`. */
export function mayDo(actor: Actor, project: Permissions, action: Action): boolean {
  if (!tokenAllows(actor, action)) return false
  if (isOwner(actor, project)) return true
  if (isMember(actor, project)) return action !== 'own'
  const isStopped = project.round.closedAt !== null && endedByRound.includes(action)
  return openTo[action].includes(permissionNow(project.link)) && !isStopped
}

/** What the rights of guests depend on. While it is the same, `commentRights` gives them the same. */
export function guestRightsKey(project: Permissions): string {
  return `${permissionNow(project.link)} ${project.round.closedAt !== null}`
}

export function projectRights(actor: Actor, project: Permissions): ProjectCan {
  return {
    comment: mayDo(actor, project, 'comment'),
    rename: mayDo(actor, project, 'rename'),
    delete: mayDo(actor, project, 'delete'),
    resolve: mayDo(actor, project, 'resolveAny'),
    manage: mayDo(actor, project, 'manage'),
    own: mayDo(actor, project, 'own'),
  }
}

export type CommentRights = Pick<Comment, 'mine' | 'can' | 'agrees'>

/** The rights of an actor on each comment of a project. */
export function commentRights(actor: Actor, project: Permissions): (comment: Authorship) => CommentRights {
  const mayEdit = mayDo(actor, project, 'edit')
  const mayDeleteOwn = mayDo(actor, project, 'deleteOwn')
  const mayDeleteAny = mayDo(actor, project, 'manage')
  const mayResolveAny = mayDo(actor, project, 'resolveAny')
  const mayResolveOwn = mayDo(actor, project, 'resolveOwn')
  return (comment) => {
    const mine = isMine(actor, comment)
    const isThere = comment.deletedAt === null
    const mayResolve = mayResolveAny || (mine && mayResolveOwn)
    return {
      mine,
      can: {
        edit: isThere && mine && mayEdit,
        delete: isThere && (mayDeleteAny || (mine && mayDeleteOwn)),
        resolve: isThere && comment.parent === null && mayResolve && (mayEdit || !comment.resolved),
      },
      ...(isThere && agreesOf(actor, comment)),
    }
  }
}

function agreesOf(actor: Actor, { agrees = [] }: Authorship): Pick<Comment, 'agrees'> {
  if (agrees.length === 0) return {}
  const others = agrees.filter((author) => !isMine(actor, { author }))
  return { agrees: { mine: others.length < agrees.length, names: others.map(({ name }) => name) } }
}

export function isMine(actor: Actor, { author }: Pick<Authorship, 'author'>): boolean {
  if (author.user !== null) return actor.user !== null && author.user.equals(actor.user.id)
  return author.guest !== null && author.guest === actor.guestHash
}

/** Whether an actor wrote one of some messages or agrees with one, as `isMine` says it of each. Many actors are checked
 *  against the same messages. */
export function involvedIn(
  messages: readonly Pick<Authorship, 'author' | 'agrees'>[],
): (actor: Actor) => boolean {
  const people = messages.flatMap(({ author, agrees = [] }) => [author, ...agrees])
  const keys = new Set(people.map(authorKey))
  return ({ user, guestHash }) =>
    [authorKey({ user: user && user.id, guest: null }), authorKey({ user: null, guest: guestHash })].some(
      (key) => key !== null && keys.has(key),
    )
}
