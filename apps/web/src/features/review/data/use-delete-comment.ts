import { actionFailed, failureText } from '@pinmark/shared/page-errors'
import * as commentsApi from '@pinmark/shared/api/comments'
import type { Message } from '@pinmark/shared/entities/comment'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/revisions'
import { useToast } from '../../../ui/toast'
import { announce } from '../../../lib/announce'
import { applyDeletion } from './apply-comment-event'
import { noteDeletion } from './deletions'
import { mayRestore } from './may-restore'
import { changeComment } from './use-change-comment'

/** The button that restored the comment is gone by now. */
function focusPinOf(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-pin="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
  )
}

/** Deletes a comment or reply, and offers to restore it for ten seconds to those who may. The popup of a deleted comment closes, so
 *  the offer gets the focus. */
export function useDeleteComment(projectId: string) {
  const queryClient = useQueryClient()
  const toast = useToast()

  async function bringBack(message: Message) {
    try {
      await changeComment(queryClient, projectId, message._id, { deleted: false })
      announce(message.parent === null ? 'Comment restored' : 'Reply restored')
      if (message.parent === null) focusPinOf(message._id)
    } catch (error) {
      toast.show({
        text: failureText(actionFailed, error),
        tone: 'danger',
        action: { label: 'Retry', onSelect: () => void bringBack(message) },
      })
    }
  }

  return useMutation({
    mutationFn: ({ _id }: Message) => {
      noteDeletion(_id, true)
      return call(commentsApi.deleteComment, { params: { projectId, commentId: _id } })
    },
    onMutate: beginRevision,
    onSettled: (_answer, _error, { _id }) => noteDeletion(_id, false),
    onSuccess: ({ deletedAt }, message, at) => {
      applyDeletion(queryClient, projectId, message, { deletedAt, at })
      toast.show({
        text: 'Comment deleted',
        ...(mayRestore(message) && {
          takesFocus: message.parent === null,
          action: { label: 'Undo', onSelect: () => void bringBack(message) },
        }),
      })
    },
  })
}
