import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import { visitSchema, type Project } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useCallback, useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../lib/api'

export interface Unread {
  /** Whether somebody else wrote it since the last visit. */
  readonly isNew: (message: Comment | Reply) => boolean
  /** The same for a thread with all its replies. */
  readonly isNewThread: (thread: Comment) => boolean
  /** Its popup was opened. */
  readonly markRead: (threadId: string) => void
  readonly markAllRead: () => void
}

/** Up to where somebody has read: threads by number, replies by time. */
interface Mark {
  readonly number: number
  readonly at: number
}

/** What is new since the last visit stays so marked until its thread is opened, although the visit itself is told to
 *  the server soon. On a first visit nothing is new but what arrives while the page is open. */
export function useUnread(
  { _id: projectId, visit }: Project,
  comments: readonly Comment[],
  arrivals: readonly string[],
): Unread {
  const [openedAt] = useState(() => Date.now())
  const [mark, setMark] = useState<Mark>(() => ({
    number: visit?.lastSeenNumber ?? Infinity,
    at: visit ? Date.parse(visit.at) : openedAt,
  }))
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const highest = comments.at(-1)?.number ?? 0
  useTellVisit(projectId, highest)

  const markRead = useCallback(
    (threadId: string) => setRead((known) => (known.has(threadId) ? known : new Set([...known, threadId]))),
    [],
  )

  return useMemo(() => {
    const isNewReply = (reply: Reply) => !reply.mine && Date.parse(reply.createdAt) > mark.at
    const isNewRoot = ({ _id, number, mine }: Comment) =>
      !mine && (number > mark.number || arrivals.includes(_id))
    return {
      isNew: (message) =>
        'parent' in message
          ? !read.has(message.parent) && isNewReply(message)
          : !read.has(message._id) && isNewRoot(message),
      isNewThread: (thread) =>
        !read.has(thread._id) && (isNewRoot(thread) || thread.replies.some(isNewReply)),
      markRead,
      markAllRead: () => {
        setRead(new Set(comments.map(({ _id }) => _id)))
        setMark({ number: highest, at: Date.now() })
      },
    }
  }, [mark, read, arrivals, comments, highest, markRead])
}

const visitAnswerSchema = z.object({ visit: z.nullable(visitSchema) })
/** So long somebody has to look before he counts as having seen it. */
const lookMs = 3_000

/** Tells the server how far somebody has read, while he looks at the page. */
function useTellVisit(projectId: string, highest: number): void {
  useEffect(() => {
    if (highest === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(tell, lookMs)
    }
    const tell = () => {
      document.removeEventListener('visibilitychange', look)
      // It only decides what is marked as new next time, and the next visit tells it again.
      api
        .post(apiPaths.projectVisit(projectId), { number: highest }, visitAnswerSchema)
        .catch(() => undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [projectId, highest])
}
