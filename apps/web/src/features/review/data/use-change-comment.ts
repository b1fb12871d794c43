import * as commentsApi from '@pinmark/shared/api/comments'
import type { CommentChange } from '@pinmark/shared/entities/comment-requests'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/revisions'
import { applyMessage } from './apply-comment-event'

/** Edits, moves, resolves or reopens a comment or reply. */
export function useChangeComment(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: CommentChange }) =>
      changeComment(queryClient, projectId, id, change),
  })
}

/** Changes it and shows the server's answer.
 *  @throws AppError, NetworkError */
export async function changeComment(
  queryClient: QueryClient,
  projectId: string,
  id: string,
  change: CommentChange,
): Promise<void> {
  const at = beginRevision()
  const message = await call(commentsApi.changeComment, {
    params: { projectId, commentId: id },
    body: change,
  })
  applyMessage(queryClient, projectId, message, { type: 'comment.changed', at })
}
