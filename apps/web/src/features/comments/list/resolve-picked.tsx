import { AppError } from '@pinmark/shared/errors'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { useToast } from '../../../ui/toast'
import { announce } from '../../../lib/announce'
import { changeComment } from '../../review/data/use-change-comment'
import type { Unread } from '../../review/data/use-unread'
import './resolve-picked.css'

interface ResolvePickedProps {
  readonly projectId: Project['_id']
  /** Ids of the comments that were picked. */
  readonly picked: ReadonlySet<string>
  /** All comments that can be picked now. Others are not on the page, and stay as they are. */
  readonly all: readonly Comment[]
  readonly unread: Unread
  readonly onPick: (picked: ReadonlySet<string>) => void
  readonly onEnd: () => void
}

/** Shown at the foot of the list while comments are picked. It resolves them one after the other, and they count
 *  as read; those that could not be resolved stay picked. */
export function ResolvePicked({ projectId, picked, all, unread, onPick, onEnd }: ResolvePickedProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isPending, setIsPending] = useState(false)
  const shown = all.filter(({ _id }) => picked.has(_id))
  const hasAll = all.length > 0 && shown.length === all.length

  async function resolvePicked() {
    setIsPending(true)
    const left = new Set(picked)
    let count = 0
    try {
      for (const thread of shown) {
        try {
          await changeComment(queryClient, projectId, thread._id, { resolved: true })
          count += 1
          if (unread.isNewThread(thread)) unread.markRead(thread)
        } catch (error) {
          // Deleted meanwhile.
          if (!(error instanceof AppError && error.code === 'comment_not_found')) throw error
        }
        left.delete(thread._id)
      }
      const text = count === 1 ? '1 comment resolved' : `${count} comments resolved`
      announce(text)
      toast.show({ text })
      onEnd()
    } catch (error) {
      onPick(left)
      toast.showFailure(error)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <div role="group" aria-label="Selected comments" className="comments-picked">
      <p role="status" className="tabular mr-auto text-13 text-ink-2">
        {`${shown.length} selected`}
      </p>
      <Button
        size="sm"
        variant="quiet"
        disabled={isPending}
        onClick={() => onPick(new Set(hasAll ? [] : all.map(({ _id }) => _id)))}
      >
        {hasAll ? 'None' : 'All'}
      </Button>
      <Button size="sm" variant="quiet" disabled={isPending} onClick={onEnd}>
        Cancel
      </Button>
      <Button
        size="sm"
        variant="primary"
        pending={isPending}
        disabled={shown.length === 0}
        onClick={() => void resolvePicked()}
      >
        Resolve
      </Button>
    </div>
  )
}
