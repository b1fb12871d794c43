import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { showsOnNewest, spotOn } from '@pinmark/shared/spot-on'
import type { ThreadView } from './thread-view'
import type { Unsent } from './unsent'

export interface ShownVersion {
  readonly design: Design
  readonly version: Version
  /** An older version, which is read-only. */
  readonly isOld: boolean
  /** The only design of the project, in its only version. */
  readonly isOnly: boolean
}

/** The threads of the shown version. On an old version, those that were made on it, read-only. On the newest,
 *  all open threads of the design, those resolved since the version arrived, and the drafts of this
 *  browser. */
export function threadsOn(threads: readonly ThreadView[], shown: ShownVersion): readonly ThreadView[] {
  if (shown.isOnly) {
    // A draft of a deleted design is on no other one.
    const isHere = ({ comment, version }: ThreadView) => comment !== null || version === shown.version._id
    return threads.every(isHere) ? threads : threads.filter(isHere)
  }
  const { design, version, isOld } = shown
  if (isOld) {
    return threads.flatMap((thread) =>
      thread.comment?.version === version._id ? [toRead(thread, thread.comment)] : [],
    )
  }
  return threads.flatMap((thread) => {
    const { comment } = thread
    if (!comment) return design.versions.some(({ _id }) => _id === thread.version) ? [thread] : []
    if (comment.design !== design._id || !showsOnNewest(comment, version)) return []
    return [carriedTo(version, design, thread, comment)]
  })
}

/** The threads of a design that were resolved before its newest version, which does not list them: how many, and the
 *  latest version that does. Null for an old version, and if there are none. */
export function earlierResolvedOn(
  threads: readonly ThreadView[],
  { design, version, isOld, isOnly }: ShownVersion,
): { count: number; number: number } | null {
  if (isOnly || isOld) return null
  const earlier = threads.flatMap(({ comment }) =>
    comment?.design === design._id && comment.deletedAt === null && !showsOnNewest(comment, version)
      ? comment.version
      : [],
  )
  const latest = design.versions.findLast(({ _id }) => earlier.includes(_id))
  return latest ? { count: earlier.length, number: latest.number } : null
}

const onNewer = new WeakMap<ThreadView, Map<string, ThreadView>>()

/** A thread of an older version at its place on a newer one. The same thread gives the same object, so that
 *  its pin and row do not render again. */
function carriedTo(shown: Version, design: Design, thread: ThreadView, comment: Comment): ThreadView {
  if (comment.version === shown._id || !thread.point) return thread
  const known = onNewer.get(thread) ?? new Map<string, ThreadView>()
  onNewer.set(thread, known)
  const made = known.get(shown._id) ?? { ...thread, ...spotOn(comment, shown, design.versions) }
  known.set(shown._id, made)
  return made
}

export function newestOf({ versions }: Design): Version {
  const newest = versions.at(-1)
  if (!newest) throw new Error('A design has at least one version.')
  return newest
}

const nothing = { edit: false, delete: false, resolve: false }
const readOnly = new WeakMap<ThreadView, ThreadView>()

/** The thread as read-only. The same thread gives the same object, so that its pin and row do not render
 *  again. */
function toRead(thread: ThreadView, comment: Comment): ThreadView {
  const known = readOnly.get(thread)
  if (known) return known
  const replies = comment.replies.map((reply) => ({ ...reply, can: nothing }))
  const made = { ...thread, comment: { ...comment, replies, can: nothing } }
  readOnly.set(thread, made)
  return made
}

/** The project, limited to the shown version: its counts and rights. */
export function projectOn(project: Project, threads: readonly ThreadView[], shown: ShownVersion): Project {
  if (shown.isOnly) return project
  const stored = threads.filter(({ comment }) => comment?.deletedAt === null)
  const stats = { open: stored.filter(({ state }) => state === 'open').length, total: stored.length }
  const can = shown.isOld ? { ...project.can, comment: false, resolve: false } : project.can
  return { ...project, stats, can }
}

/** The unsent texts that belong to the shown version. None can be written on an old one. */
export function unsentOn(
  unsent: readonly Unsent[],
  threads: readonly ThreadView[],
  { isOnly, isOld }: ShownVersion,
): readonly Unsent[] {
  return unsent.filter(
    ({ threadKey, isLost }) => isOnly || (!isOld && (isLost || threads.some(({ key }) => key === threadKey))),
  )
}
