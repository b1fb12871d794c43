import type { Comment } from '@pinmark/shared/entities/comment'
import { useEffect, useMemo } from 'react'
import { useAllComments } from './data/use-all-comments'
import { randomId } from '../../lib/random-id'
import { isStoredAs, type Draft } from './drafts/draft'
import { findDraft, removeDraft, saveDraft, useOutgoing } from './drafts/draft-store'
import { findMessage } from './drafts/find-message'
import { isInFlight } from './drafts/send-draft'
import { useIsRemoved, type LoadedProject } from './drafts/use-is-removed'
import { useForgetRefusals, useOutbox, useSendWaiting } from './drafts/use-outbox'
import { threadOfComment, threadOfDraft, type ThreadView } from './thread-view'
import { unsentOf, type Unsent } from './unsent'
import { useUnread, type Unread } from './data/use-unread'

interface Threads {
  /** Stored threads by number, then the drafts of this browser. */
  readonly threads: readonly ThreadView[]
  /** Whether all pages of comments have loaded. */
  readonly isComplete: boolean
  readonly unread: Unread
  /** The unsent comments and replies of this browser, oldest first. */
  readonly unsent: readonly Unsent[]
}

/** The data of every pin and row of a project, kept up to date: it loads later pages of comments, and sends
 *  waiting drafts. */
export function useThreads(project: LoadedProject): Threads {
  useSendWaiting(useOutbox(project))
  useForgetRefusals(project)
  const comments = useAllComments(project)
  const unread = useUnread(project, comments)
  const drafts = useOutgoing(project.permanentId)
  useForgetStored(project.permanentId, comments, drafts)
  const isComplete = project.commentsNext === null
  useRescueReplies(project, comments, drafts)
  const missing = useMemo(() => drafts.filter((draft) => !findMessage(comments, draft)), [comments, drafts])
  const threads = useMemo(
    () => [
      ...comments.filter(isShown).map((comment) => viewOf(comment, unread)),
      ...missing.filter(({ parent }) => parent === null).map(threadOfDraft),
    ],
    [comments, missing, unread],
  )
  const unsent = useMemo(
    () =>
      unsentOf(
        drafts.filter((draft) => !isDelivered(draft, comments)),
        comments,
        project.designs,
      ),
    [drafts, comments, project.designs],
  )
  return { threads, isComplete, unread, unsent }
}

/** A deleted thread is shown only if it has replies. */
function isShown(comment: Comment): boolean {
  return comment.deletedAt === null || comment.replies.length > 0
}

/** Whether the comment of a draft has arrived. A draft that was corrected after an attempt without an answer is still
 *  unsent. */
function isDelivered(draft: Draft, comments: readonly Comment[]): boolean {
  const stored = findMessage(comments, draft)
  return stored !== undefined && (draft.status === 'sending' || isStoredAs(draft, stored))
}

/** Removes a draft whose attempt seemed to fail, once its comment has arrived after all. */
function useForgetStored(permanentId: string, comments: readonly Comment[], drafts: readonly Draft[]): void {
  useEffect(() => {
    for (const { key, parent } of drafts) {
      const stored = isInFlight(key) ? undefined : findMessage(comments, { key, parent })
      // These drafts lack the text that is still being typed.
      const draft = stored && findDraft(permanentId, key)
      if (draft && isStoredAs(draft, stored)) removeDraft(permanentId, key)
    }
  }, [permanentId, comments, drafts])
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
        problem: { field: 'none', text: 'The comment you replied to was deleted. Your text is kept.' },
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
