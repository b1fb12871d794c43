import * as commentsApi from '@pinmark/shared/api/comments'
import type { Message } from '@pinmark/shared/entities/comment'
import type { CommentChange, NewPlace } from '@pinmark/shared/entities/comment-requests'
import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { announce } from '../../../lib/announce'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/kept-project'
import { toast } from '../../../ui/toast'
import { applyDeletion, applyMessage } from './apply-comment-event'
import { changeComment, noteDeletion } from './comment-calls'

/** What an open thread asks of the server. Its code is fetched with the thread. */

export function useChangeComment(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: CommentChange }) =>
      changeComment(queryClient, projectId, id, change),
  })
}

/** Stores the place of a comment from an older version on the newest one, and shows the server's answer.
 *  @throws AppError, NetworkError */
export async function placeComment(
  queryClient: QueryClient,
  projectId: string,
  commentId: string,
  place: NewPlace,
): Promise<void> {
  const at = beginRevision()
  const comment = await call(commentsApi.placeComment, { params: { projectId, commentId }, body: place })
  applyMessage(queryClient, projectId, comment, { type: 'comment.changed', at })
}

/** Stores an agreement with a message under a name, or removes it. */
export function useAgree(projectId: string, { _id: commentId }: Message) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { agree: boolean; commenter: string }) =>
      call(commentsApi.setAgreement, { params: { projectId, commentId }, body }),
    onMutate: beginRevision,
    onSuccess: (message, _agreement, at) =>
      applyMessage(queryClient, projectId, message, { type: 'comment.changed', at }),
  })
}

/** The verbs of the session that move the focus: to a pin as soon as it is drawn, and to a pin or else the design. */
interface DeletionFocus {
  readonly focus: (key: string) => void
  readonly focusNear: (key: string) => void
}

/** Deletes a comment or reply, and offers to restore it for ten seconds to those who may. The popup of a deleted comment closes, so
 *  the offer gets the focus. */
export function useDeleteComment(projectId: string, { focus, focusNear }: DeletionFocus) {
  const queryClient = useQueryClient()

  const bringBack = ({ _id, parent }: Message) =>
    withRetry(async () => {
      await changeComment(queryClient, projectId, _id, { deleted: false })
      noteDeletion(_id, false)
      announce(parent === null ? m.comment_restored() : m.reply_restored())
      if (parent === null) focus(_id)
    })

  return useMutation({
    mutationFn: ({ _id }: Message) => {
      noteDeletion(_id, true)
      return call(commentsApi.deleteComment, { params: { projectId, commentId: _id } })
    },
    onMutate: beginRevision,
    onError: (_error, { _id }) => noteDeletion(_id, false),
    onSuccess: ({ deletedAt }, message, at) => {
      applyDeletion(queryClient, projectId, message, { deletedAt, at })
      toast.show({
        text: message.parent === null ? m.comment_removed() : m.reply_removed(),
        ...(mayRestore(message) && {
          ...(message.parent === null && { passFocusOn: () => focusNear(message._id) }),
          action: { label: m.action_undo(), onSelect: () => void bringBack(message) },
        }),
      })
    },
  })
}

/** Does `act`, whose errors have no other place on the page: when it fails, a note says so and offers Retry. */
export async function withRetry(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    toast.show({
      text: failureText(m.action_failed(), error),
      tone: 'danger',
      action: { label: m.action_retry(), onSelect: () => void withRetry(act) },
    })
  }
}

/** Whether a visitor who may delete a message may also restore it, and remove its pictures. In a closed round,
 *  authors can only delete. */
export function mayRestore({ mine, can }: Pick<Message, 'mine' | 'can'>): boolean {
  return !mine || can.edit
}
