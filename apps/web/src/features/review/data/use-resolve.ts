import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import type { QueryClient } from '@tanstack/react-query'
import { nameOfGuest } from '../../../lib/session'
import { announce } from '../../../lib/announce'
import { changeComment } from './use-change-comment'

/** Resolves an open thread, and reopens a resolved one.
 *  @throws AppError, NetworkError */
export async function resolveComment(
  queryClient: QueryClient,
  { _id: projectId, isOwner }: Pick<Project, '_id' | 'isOwner'>,
  { _id: id, number, resolved }: Comment,
): Promise<void> {
  const commenter = nameOfGuest()
  const isNamed = resolved === null && !isOwner && commenter !== ''
  await changeComment(queryClient, projectId, id, {
    resolved: resolved === null,
    ...(isNamed && { commenter }),
  })
  announce(`Comment ${number} ${resolved === null ? 'resolved' : 'reopened'}`)
}
