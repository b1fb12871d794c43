import { AppError } from '@pinmark/shared/page-errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { useToast } from '../../../ui/toast'
import { announce } from '../../../lib/announce'
import { changeComment } from '../../review/data/comment-calls'
import { useReview } from '../../review/use-review'
import './resolve-picked.css'

interface ResolvePickedProps {
  /** Ids of the comments that were picked. */
  readonly picked: ReadonlySet<string>
  readonly onPick: (picked: ReadonlySet<string>) => void
  readonly onEnd: () => void
}

/** Shown at the foot of the list while comments are picked. It resolves them one after the other, and they count
 *  as read; those that could not be resolved stay picked. */
export function ResolvePicked({ picked, onPick, onEnd }: ResolvePickedProps) {
  const { project, rows, unread } = useReview()
  // Others are not on the page, and stay as they are.
  const all = rows.flatMap(({ state, comment }) => (state === 'open' && comment ? [comment] : []))
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
          await changeComment(queryClient, project._id, thread._id, { resolved: true })
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
