import type { Comment, Message } from '@pinmark/shared/entities/comment'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { showsOnNewest, spotOn, type Spot } from '@pinmark/shared/spot-on'
import { m } from '@pinmark/words/messages'
import type { Unread } from './data/use-unread'
import { findMessage, isEmptyDraft, isStoredAs, type Draft } from './drafts/draft'
import { countThreads, type ListSettings, type ThreadFilter } from './thread-list'
import { threadOfComment, threadOfDraft, type ThreadView } from './thread-view'

/** What a page shows, derived from the comments of the server and the drafts of this browser, one step after the other:
 *  `joinDrafts`, `threadsOf`, `threadsOn`, and `listThreads` and `pinOfThread` in their own files. */

/** A draft, and what the server has stored under its id. */
export interface JoinedDraft {
  readonly draft: Draft
  readonly stored: Message | undefined
  /** Whether the server has what the draft says. A draft that was corrected after an attempt without an answer is still
   *  unsent. */
  readonly isStored: boolean
}

/** Decides, for each draft, whether it is stored or unsent. Nothing else does. */
export function joinDrafts(comments: readonly Comment[], drafts: readonly Draft[]): readonly JoinedDraft[] {
  return drafts.map((draft) => {
    const stored = findMessage(comments, draft)
    return { draft, stored, isStored: stored !== undefined && isStoredAs(draft, stored) }
  })
}

/** Stored threads by number, then the new comments of this browser. A deleted thread is shown only if it has replies. */
export function threadsOf(
  comments: readonly Comment[],
  joined: readonly JoinedDraft[],
  unread: Unread,
): readonly ThreadView[] {
  return [
    ...comments
      .filter(({ deletedAt, replies }) => deletedAt === null || replies.length > 0)
      .map((comment) => viewOf(comment, unread)),
    ...joined
      .filter(({ draft, stored }) => !stored && draft.parent === null)
      .map(({ draft }) => threadOfDraft(draft)),
  ]
}

const views = { known: new WeakMap<Comment, ThreadView>(), fresh: new WeakMap<Comment, ThreadView>() }

/** The same comment gives the same view, so that unchanged pins and rows do not render again. */
function viewOf(comment: Comment, { isNewThread }: Unread): ThreadView {
  const isNew = isNewThread(comment)
  const cache = isNew ? views.fresh : views.known
  const cached = cache.get(comment)
  if (cached) return cached
  const view = { ...threadOfComment(comment), isNew }
  cache.set(comment, view)
  return view
}

/** A comment or reply with text that is not stored on the server, as its row shows it. */
export interface Unsent {
  readonly key: string
  /** The thread whose popup contains it: its own key, or that of the comment it answers. */
  readonly threadKey: string
  /** Number of the comment it answers; null for a new comment. */
  readonly answers: number | null
  readonly status: Draft['status']
  /** Whether its design or version was deleted. */
  readonly isLost: boolean
}

/** The unsent comments and replies of this browser, oldest first. */
export function unsentOf(
  joined: readonly JoinedDraft[],
  comments: readonly Comment[],
  designs: readonly Design[],
): readonly Unsent[] {
  const versions = new Set(designs.flatMap((design) => design.versions.map(({ _id }) => _id)))
  return joined
    .filter(
      ({ draft, stored, isStored }) =>
        !isEmptyDraft(draft) && !isStored && !(stored && draft.status === 'sending'),
    )
    .map(({ draft: { key, parent, status, version, design } }) => ({
      key,
      threadKey: parent ?? key,
      answers: comments.find(({ _id }) => _id === parent)?.number ?? null,
      status,
      isLost: design !== null && !versions.has(version),
    }))
}

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
export function threadsOn(
  threads: readonly ThreadView[],
  shown: ShownVersion,
  can: Pick<Rights, 'manage'>,
): readonly ThreadView[] {
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
    return [carriedTo(version, design, thread, comment, can)]
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
function carriedTo(
  shown: Version,
  design: Design,
  thread: ThreadView,
  comment: Comment,
  can: Pick<Rights, 'manage'>,
): ThreadView {
  if (comment.version === shown._id || !thread.point) return thread
  const known = onNewer.get(thread) ?? new Map<string, ThreadView>()
  onNewer.set(thread, known)
  const made = known.get(shown._id) ?? {
    ...thread,
    strokes: undefined,
    ...tellSpot(comment, shown, design, can),
  }
  known.set(shown._id, made)
  return made
}

/** Guests are told how a comment was placed only if its spot is gone, or if it is their own and may be wrong. All others
 *  are the owner's work. */
function tellSpot(comment: Comment, shown: Version, design: Design, can: Pick<Rights, 'manage'>): Spot {
  const { carried, ...spot } = spotOn(comment, shown, design.versions)
  const isTold = can.manage || carried?.state === 'gone' || (carried?.state === 'check' && comment.mine)
  return carried && isTold ? { ...spot, carried } : spot
}

export function newestOf({ versions }: Design): Version {
  const newest = versions.at(-1)
  if (!newest) throw new Error('A design has at least one version.')
  return newest
}

type Rights = Project['can']

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

export interface NextDesign {
  readonly design: Design
  /** `2 open` */
  readonly words: string
}

/** The next design, in the order of the strip and from the last to the first, on which the list would show comments.
 *  Null on an old version, and while the comments to check are reviewed, which belong to one design.
 *  @param all the threads of all designs */
export function nextDesignOf(
  { designs, can }: Project,
  { design: shown, isOld }: ShownVersion,
  all: readonly ThreadView[],
  settings: ListSettings,
): NextDesign | null {
  if (designs.length === 1 || isOld || settings.filter === 'check') return null
  const at = designs.findIndex(({ _id }) => _id === shown._id)
  for (const design of [...designs.slice(at + 1), ...designs.slice(0, Math.max(at, 0))]) {
    const threads = threadsOn(all, { design, version: newestOf(design), isOld: false, isOnly: false }, can)
    const count = countThreads(threads, settings)[settings.filter]
    if (count > 0) return { design, words: countIn(settings.filter, count) }
  }
  return null
}

function countIn(filter: ThreadFilter, count: number): string {
  if (filter === 'all') return m.count_comments({ count })
  if (filter === 'check') return m.count_to_check({ count })
  if (filter === 'new') return m.count_new({ count })
  return filter === 'open' ? m.count_open({ count }) : m.count_resolved({ count })
}

/** Whether the owner has closed the round for a visitor who could comment otherwise. */
export function isRoundOver({ can, round, link }: Project): boolean {
  return !can.manage && round.closedAt !== null && link.permission !== 'view'
}
