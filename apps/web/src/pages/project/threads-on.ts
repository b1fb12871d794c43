import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import type { ThreadView } from '../../features/comments/thread-view'

export interface ShownVersion {
  readonly design: Design
  readonly version: Version
  /** Asked for as an older one: it is for reading only. */
  readonly isOld: boolean
  /** The project has no other design and no other version. */
  readonly isOnly: boolean
}

/** The threads that belong to what is shown: on an old version those that were made on it, to be read; otherwise all
 *  that is open in the design, what was resolved since its version arrived, and what this browser has not sent. */
export function threadsOn(threads: readonly ThreadView[], shown: ShownVersion): readonly ThreadView[] {
  if (shown.isOnly) return threads
  const { design, version, isOld } = shown
  if (isOld) {
    return threads.flatMap((thread) =>
      thread.comment?.version === version._id ? [toRead(thread, thread.comment)] : [],
    )
  }
  return threads.filter(({ comment, version: own }) =>
    comment
      ? comment.design === design._id && showsOnNewest(comment, version)
      : design.versions.some(({ _id }) => _id === own),
  )
}

/** Open comments go on to the newest version of their design, and stay there when they are resolved on it. */
export function showsOnNewest({ version, resolved }: Comment, newest: Version): boolean {
  return resolved === null || version === newest._id || resolved.at >= newest.createdAt
}

export function newestOf({ versions }: Design): Version {
  const newest = versions.at(-1)
  if (!newest) throw new Error('A design has at least one version.')
  return newest
}

const nothing = { edit: false, delete: false, resolve: false }
const readOnly = new WeakMap<ThreadView, ThreadView>()

/** The same thread gives the same one to read, so that its pin and row are not drawn anew. */
function toRead(thread: ThreadView, comment: Comment): ThreadView {
  const known = readOnly.get(thread)
  if (known) return known
  const replies = comment.replies.map((reply) => ({ ...reply, can: nothing }))
  const made = { ...thread, comment: { ...comment, replies, can: nothing } }
  readOnly.set(thread, made)
  return made
}

/** The project as it is on what is shown: its counts, and what may be done there. */
export function projectOn(project: Project, threads: readonly ThreadView[], shown: ShownVersion): Project {
  if (shown.isOnly) return project
  const stored = threads.filter(({ comment }) => comment && comment.deletedAt === null)
  const stats = { open: stored.filter(({ state }) => state === 'open').length, total: stored.length }
  const can = shown.isOld ? { ...project.can, comment: false, resolve: false } : project.can
  return { ...project, stats, can }
}
