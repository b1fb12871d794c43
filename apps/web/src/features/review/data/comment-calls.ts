import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { CommentChange } from '@pinmark/shared/entities/comment-requests'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import type { QueryClient } from '@tanstack/react-query'
import { announce } from '../../../lib/announce'
import { call } from '../../../lib/api'
import { beginRevision } from '../../../lib/kept-project'
import { nameOfGuest } from '../../../lib/session'
import { applyMessage } from './apply-comment-event'

/** Edits, moves, resolves or reopens a comment or reply, and shows the server's answer.
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

/** Resolves an open thread, and reopens a resolved one.
 *  @param isResolved what it becomes: resolving again confirms what a tool resolved
 *  @throws AppError, NetworkError */
export async function resolveComment(
  queryClient: QueryClient,
  { _id: projectId, can }: Pick<Project, '_id' | 'can'>,
  { _id: id, number, resolved }: Comment,
  isResolved = resolved === null,
): Promise<void> {
  const commenter = nameOfGuest()
  const isNamed = isResolved && !can.manage && commenter !== ''
  await changeComment(queryClient, projectId, id, {
    resolved: isResolved,
    ...(isNamed && { commenter }),
  })
  announce(isResolved ? m.comment_resolved({ number }) : m.comment_reopened({ number }))
}

/** Ids of the comments and replies that this page deletes or has deleted. The live event may arrive before the answer. */
const deletedHere = new Set<string>()

export function isDeletedHere(id: string): boolean {
  return deletedHere.has(id)
}

export function noteDeletion(id: string, isDeleted: boolean): void {
  if (isDeleted) deletedHere.add(id)
  else deletedHere.delete(id)
}
