import type { Comment } from '@pinmark/shared/entities/comment'
import { useMemo } from 'react'
import type { Draft } from './draft'
import { useDrafts } from './draft-store'

interface ReplyDrafts {
  /** The reply in the thread's field, from its first letter on. */
  readonly written: Draft | null
  /** Replies that are sent automatically when the network is back. */
  readonly waiting: readonly Draft[]
}

/** The unsent replies of this browser to a thread. */
export function useReplyDrafts(permanentId: string, thread: Comment): ReplyDrafts {
  const drafts = useDrafts(permanentId)
  return useMemo(() => {
    const own = drafts.filter(({ parent }) => parent === thread._id)
    return {
      written: own.find(({ status }) => status !== 'queued') ?? null,
      waiting: own.filter(({ status }) => status === 'queued'),
    }
  }, [drafts, thread])
}
