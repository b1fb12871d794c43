import * as commentsApi from '@pinmark/shared/api/comments'
import type { NewPlace } from '@pinmark/shared/entities/comment-requests'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/revisions'
import { applyMessage } from './apply-comment-event'

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
