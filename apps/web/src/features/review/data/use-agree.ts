import * as commentsApi from '@pinmark/shared/api/comments'
import type { Message } from '@pinmark/shared/entities/comment'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/revisions'
import { applyMessage } from './apply-comment-event'

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
