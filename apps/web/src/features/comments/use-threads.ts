import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo } from 'react'
import { useRemainingComments } from './api/use-remaining-comments'
import type { Draft } from './drafts/draft'
import { removeDraft, useOutgoing } from './drafts/draft-store'
import { isDelivered, isInFlight } from './drafts/send-draft'
import { findArrived, isCopy } from './drafts/stored-copy'
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
    const written = drafts.filter(({ parent }) => parent === null)
    const twice = written.flatMap((draft) => {
      const copy = project.comments.find((comment) => isCopy(comment, draft))
      return copy ? [{ draft, copy }] : []
    })
    // Until its sender has the answer, the one that is being sent stands for both: its composer is still open.
    const hidden = new Set<Comment | Draft>(
      twice.map(({ draft, copy }) => (isInFlight(draft.key) && !isDelivered(draft.key) ? copy : draft)),
    )
    return [
      ...project.comments
        .filter((comment) => isShown(comment) && !hidden.has(comment))
        .map((comment) => viewOf(comment, drafts, unread)),
      ...written.filter((draft) => !hidden.has(draft)).map(threadOfDraft),
    ]
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
      if (findArrived(comments, draft)) removeDraft(permanentId, draft.key)
    }
  }, [permanentId, comments, drafts])
}

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
