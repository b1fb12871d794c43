import type { Comment, Message } from '@pinmark/shared/entities/comment'
import type { Draft } from './draft'

/** The stored comment or reply with the draft's id. */
export function findMessage(
  comments: readonly Comment[],
  { key, parent }: Pick<Draft, 'key' | 'parent'>,
): Message | undefined {
  if (parent === null) return comments.find(({ _id }) => _id === key)
  return comments.find(({ _id }) => _id === parent)?.replies.find(({ _id }) => _id === key)
}
