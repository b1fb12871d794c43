import { failureText } from '@pinmark/shared/errors'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { useToast } from '../../../ui/toast'
import { announce } from '../announce'
import { changeComment } from '../api/use-change-comment'
import { actionFailed } from '../../../lib/answer'
import type { Unread } from '../use-unread'

interface ResolvePickedProps {
  readonly projectId: Project['_id']
  /** Ids of the comments that were picked. */
  readonly picked: ReadonlySet<string>
  /** All comments that can be picked now. */
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
  const hasAll = all.length > 0 && all.every(({ _id }) => picked.has(_id))

  async function resolvePicked() {
    setIsPending(true)
    const left = new Set(picked)
    try {
      for (const id of picked) {
        await changeComment(queryClient, projectId, id, { resolved: true })
        left.delete(id)
        const thread = all.find(({ _id }) => _id === id)
        if (thread && unread.isNewThread(thread)) unread.markRead(thread)
      }
      const count = picked.size === 1 ? '1 comment resolved' : `${picked.size} comments resolved`
      announce(count)
      toast.show({ text: count })
      onEnd()
    } catch (error) {
      onPick(left)
      toast.show({ text: failureText(actionFailed, error), tone: 'danger' })
    } finally {
      setIsPending(false)
    }
  }

  return (
    <div role="group" aria-label="Selected comments" className="comments-picked">
      <p role="status" className="tabular mr-auto text-13 text-ink-2">
        {picked.size} selected
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
        disabled={picked.size === 0}
        onClick={() => void resolvePicked()}
      >
        Resolve
      </Button>
    </div>
  )
}
