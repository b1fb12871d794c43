import type { Comment } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { useEffect, useMemo } from 'react'
import { useAllComments } from './data/use-all-comments'
import { randomId } from '../../lib/identity'
import { type Draft, isStoredAs } from './drafts/draft'
import { findDraft, removeDraft, saveDraft, useOutgoing } from './drafts/draft-store'
import { isInFlight } from './drafts/send-draft'
import {
  type LoadedProject,
  useForgetRefusals,
  useIsRemoved,
  useOutbox,
  useSendWaiting,
} from './drafts/use-outbox'
import { threadOfComment, type ThreadView } from './thread-view'
import { joinDrafts, type JoinedDraft, threadsOf, type Unsent, unsentOf } from './views'
import { type Unread, useUnread } from './data/use-unread'

interface Threads {
  /** Stored threads by number, then the drafts of this browser. */
  readonly threads: readonly ThreadView[]
  /** Whether all pages of comments have loaded. */
  readonly isComplete: boolean
  readonly unread: Unread
  /** The unsent comments and replies of this browser, oldest first. */
  readonly unsent: readonly Unsent[]
  readonly joined: readonly JoinedDraft[]
}

/** The data of every pin and row of a project, kept up to date: it loads later pages of comments, and sends
 *  waiting drafts. */
export function useThreads(project: LoadedProject): Threads {
  const { permanentId, designs, commentsNext } = project
  useSendWaiting(useOutbox(project))
  useForgetRefusals(project)
  const comments = useAllComments(project)
  const unread = useUnread(project, comments)
  const drafts = useOutgoing(permanentId)
  useRescueReplies(project, comments, drafts)
  const joined = useMemo(() => joinDrafts(comments, drafts), [comments, drafts])
  useForgetStored(permanentId, joined)
  const threads = useMemo(
    () => threadsOf(comments, joined, (comment) => viewOf(comment, unread)),
    [comments, joined, unread],
  )
  const unsent = useMemo(() => unsentOf(joined, comments, designs), [joined, comments, designs])
  return { threads, isComplete: commentsNext === null, unread, unsent, joined }
}

/** Removes a draft whose attempt seemed to fail, once its comment has arrived after all. */
function useForgetStored(permanentId: string, joined: readonly JoinedDraft[]): void {
  useEffect(() => {
    for (const { draft, stored } of joined) {
      if (!stored || isInFlight(draft.key)) continue
      // The joined drafts lack the text that is still being typed.
      const present = findDraft(permanentId, draft.key)
      if (present && isStoredAs(present, stored)) removeDraft(permanentId, draft.key)
    }
  }, [permanentId, joined])
}

/** Keeps the text of a reply whose comment was deleted meanwhile: it becomes a draft on the whole design. */
function useRescueReplies(
  project: LoadedProject,
  comments: readonly Comment[],
  drafts: readonly Draft[],
): void {
  const { permanentId, commentsNext, designs } = project
  const ids = useMemo(
    () => new Set(comments.filter(({ deletedAt }) => deletedAt === null).map(({ _id }) => _id)),
    [comments],
  )
  const isRemoved = useIsRemoved(ids, project)
  useEffect(() => {
    // The comment may be on a page that has not loaded yet.
    if (commentsNext !== null) return
    for (const { key, parent } of drafts) {
      if (parent === null || isInFlight(key)) continue
      const reply = findDraft(permanentId, key)
      if (!reply || !isRemoved(parent, reply.startedAt)) continue
      // The comment is in the trash with its design or version, and may be restored with it.
      if (!designs.some(({ versions }) => versions.some(({ _id }) => _id === reply.version))) continue
      removeDraft(permanentId, key)
      saveDraft(permanentId, {
        ...reply,
        // A new key, because the server may have the reply under the former one.
        key: randomId(),
        parent: null,
        kind: 'design',
        status: 'writing',
        sentAt: null,
        sentAs: null,
        problem: { field: 'none', text: m.reply_parent_deleted() },
      })
    }
  }, [permanentId, commentsNext, designs, isRemoved, drafts])
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
