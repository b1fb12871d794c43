import * as liveApi from '@pinmark/shared/api/live'
import type { Comment, Message, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../lib/api'
import { announce } from './announce'
import { keepNew, readKeptNew } from './kept-new'

export interface Unread {
  /** Whether another person wrote it since the last visit. */
  readonly isNew: (message: Message) => boolean
  /** The same for a thread with all its replies. */
  readonly isNewThread: (thread: Comment) => boolean
  /** Called when its popup is opened. */
  readonly markRead: (threadId: string) => void
  readonly markAllRead: () => void
}

/** How far a visitor has read: threads by number, replies by time. */
interface Mark {
  readonly number: number
  readonly at: number
}

/** Which messages are new since the last visit. A message stays marked until its thread is opened, also over
 *  a reload, although the server soon counts the visit as seen. For an owner without an earlier visit,
 *  everything is new. For a guest without one, only messages that arrive while the page is open are new. The
 *  server counts by the same rule for the dashboard: `countComments` in `models/project-stats.ts`. */
export function useUnread(
  { _id: projectId, visit, isOwner }: Project,
  comments: readonly Comment[],
  arrivals: readonly string[],
): Unread {
  const [openedAt] = useState(() => Date.now())
  const [mark, setMark] = useState<Mark>(() => {
    if (visit) return { number: visit.lastSeenNumber, at: Date.parse(visit.at) }
    return isOwner ? { number: 0, at: 0 } : { number: Infinity, at: openedAt }
  })
  const [kept] = useState(() => readKeptNew(projectId))
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const highest = comments.at(-1)?.number ?? 0
  const replyCount = useMemo(() => comments.reduce((sum, { replies }) => sum + replies.length, 0), [comments])
  useTellVisit(projectId, highest, replyCount)

  const markRead = useCallback(
    (threadId: string) => setRead((known) => (known.has(threadId) ? known : new Set([...known, threadId]))),
    [],
  )

  const unread = useMemo<Unread>(() => {
    const isOwn = ({ mine, byOwner }: Comment | Reply) => (isOwner ? byOwner : mine)
    const isNewReply = (reply: Reply) =>
      !isOwn(reply) && (Date.parse(reply.createdAt) > mark.at || kept.has(reply._id))
    const isNewRoot = (thread: Comment) =>
      thread.deletedAt === null &&
      !isOwn(thread) &&
      (thread.number > mark.number || arrivals.includes(thread._id) || kept.has(thread._id))
    return {
      isNew: (message) =>
        message.parent === null
          ? !read.has(message._id) && isNewRoot(message)
          : !read.has(message.parent) && isNewReply(message),
      isNewThread: (thread) =>
        !read.has(thread._id) && (isNewRoot(thread) || thread.replies.some(isNewReply)),
      markRead,
      markAllRead: () => {
        setRead(new Set(comments.map(({ _id }) => _id)))
        setMark({ number: highest, at: Date.now() })
        announce('All marked as read')
      },
    }
  }, [mark, kept, read, arrivals, comments, highest, isOwner, markRead])

  useEffect(() => {
    const messages = comments.flatMap((thread) => [thread, ...thread.replies])
    keepNew(
      projectId,
      messages.filter(unread.isNew).map(({ _id }) => _id),
    )
  }, [projectId, comments, unread])
  return unread
}

/** Viewing time before comments count as read. */
const lookMs = 3_000

/** Reports to the server how far the visitor has read, and again after each comment and reply that arrives. */
function useTellVisit(projectId: string, highest: number, replyCount: number): void {
  useEffect(() => {
    if (highest === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(tell, lookMs)
    }
    const tell = () => {
      document.removeEventListener('visibilitychange', look)
      // A failure only affects what is marked as new next time, and the next visit reports it again.
      call(liveApi.recordVisit, { params: { projectId }, body: { number: highest } }).catch(() => undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [projectId, highest, replyCount])
}
