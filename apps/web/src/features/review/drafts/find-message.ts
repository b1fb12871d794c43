import type { Comment, Message } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { projectKeys } from '../../../lib/project-keys'
import type { Draft } from './draft'
import type { Outbox } from './outbox'

/** The stored comment or reply with the draft's id. */
export function findMessage(
  comments: readonly Comment[],
  { key, parent }: Pick<Draft, 'key' | 'parent'>,
): Message | undefined {
  if (parent === null) return comments.find(({ _id }) => _id === key)
  return comments.find(({ _id }) => _id === parent)?.replies.find(({ _id }) => _id === key)
}

/** The same, in the cache. */
export function findStored({ queryClient, projectId }: Outbox, draft: Draft): Message | undefined {
  const project = queryClient.getQueryData<Project>(projectKeys.project(projectId))
  return project && findMessage(project.comments, draft)
}
