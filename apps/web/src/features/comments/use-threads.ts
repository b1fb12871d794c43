import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo } from 'react'
import { useRemainingComments } from './api/use-remaining-comments'
import type { Draft } from './drafts/draft'
import { removeDraft, useOutgoing } from './drafts/draft-store'
import { isInFlight } from './drafts/send-draft'
import { useOutbox, useSendWaiting } from './drafts/use-outbox'
import { useLive, type Live } from './live/use-live'
import { threadOfComment, threadOfDraft, type ThreadView } from './thread-view'
import { useUnread, type Unread } from './use-unread'

interface Threads {
  /** Stored threads by number, then what this browser is writing or sending. */
  readonly threads: readonly ThreadView[]
  /** Whether the comments of all pages are here. */
  readonly isComplete: boolean
  readonly live: Live
  readonly unread: Unread
}

/** Every pin and row of a project. Also keeps them coming and going: loads the comments of later pages, hears what
 *  others write, and sends what waits. */
export function useThreads(project: Project): Threads {
  useSendWaiting(useOutbox(project), project.can.comment)
  useRemainingComments(project)
  const live = useLive(project)
  const unread = useUnread(project, live.arrivals)
  const drafts = useOutgoing(project.permanentId)
  useForgetArrived(project, drafts)
  const threads = useMemo(() => {
    const stored = project.comments.filter(isShown)
    const waiting = drafts.filter(
      (draft) => draft.parent === null && !stored.some((comment) => isCopy(comment, draft)),
    )
    return [...stored.map((comment) => viewOf(comment, drafts, unread)), ...waiting.map(threadOfDraft)]
  }, [project.comments, drafts, unread])
  return { threads, isComplete: project.commentsNext === null, live, unread }
}

/** A deleted thread stays only for the replies below it. */
function isShown(comment: Comment): boolean {
  return comment.deletedAt === null || comment.replies.length > 0
}

/** A try that seemed to fail, whose comment is here after all: nothing is left to send. */
function useForgetArrived({ permanentId, comments }: Project, drafts: readonly Draft[]): void {
  useEffect(() => {
    for (const draft of drafts) {
      if (draft.status === 'writing' || isInFlight(draft.key)) continue
      if (hasArrived(comments, draft)) removeDraft(permanentId, draft.key)
    }
  }, [permanentId, comments, drafts])
}

function hasArrived(comments: readonly Comment[], draft: Draft): boolean {
  const { parent, attempt, text } = draft
  const isSame = (message: Comment | Reply) =>
    message.mine && message.createdAt === attempt?.createdAt && message.text === text
  if (parent === null) return comments.some((comment) => isSame(comment) && isCopy(comment, draft))
  return comments.some(({ _id, replies }) => _id === parent && replies.some(isSame))
}

/** The live copy of a comment can be here before the answer to its sender: it must not show twice. */
function isCopy(comment: Comment, { attempt, kind, text, x, y }: Draft): boolean {
  return (
    attempt?.createdAt !== undefined &&
    attempt.text === text &&
    comment.mine &&
    comment.kind === kind &&
    comment.text === text &&
    (kind === 'design' || (comment.x === x && comment.y === y)) &&
    Date.parse(comment.createdAt) >= Date.parse(attempt.createdAt) - skewMs
  )
}

/** Clocks of browser and server may differ; comments older than this are others with the same words. */
const skewMs = 5 * 60_000

const views = { known: new WeakMap<Comment, ThreadView>(), fresh: new WeakMap<Comment, ThreadView>() }

/** The same comment gives the same view, so that pins and rows that did not change are not drawn anew. */
function viewOf(comment: Comment, drafts: readonly Draft[], { isNewThread }: Unread): ThreadView {
  const isNew = isNewThread(comment)
  const unsent = drafts.find(({ parent, status }) => parent === comment._id && status !== 'writing')
  if (unsent) {
    return { ...threadOfComment(comment), isNew, reply: unsent.status === 'failed' ? 'failed' : 'sending' }
  }
  const cache = isNew ? views.fresh : views.known
  const cached = cache.get(comment)
  if (cached) return cached
  const view = { ...threadOfComment(comment), isNew }
  cache.set(comment, view)
  return view
}
