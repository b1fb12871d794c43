import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Draft } from './draft'

/** Clocks of browser and server may differ; comments older than this are others with the same words. */
const skewMs = 5 * 60_000

/** Whether a stored comment is what a draft was sent as: its live copy can be here before the answer to its sender. */
export function isCopy(comment: Comment, { parent, attempt, kind, text, x, y }: Draft): boolean {
  return (
    parent === null &&
    attempt !== null &&
    attempt.text === text &&
    comment.mine &&
    comment.kind === kind &&
    comment.text === text &&
    (kind === 'design' || (comment.x === x && comment.y === y)) &&
    Date.parse(comment.createdAt) >= Date.parse(attempt.createdAt) - skewMs
  )
}

/** What a draft has become at the server, beyond doubt: the same words of the same moment. */
export function findArrived(comments: readonly Comment[], draft: Draft): Comment | Reply | undefined {
  const { parent, attempt, text } = draft
  const isSame = (message: Comment | Reply) =>
    message.mine && message.createdAt === attempt?.createdAt && message.text === text
  if (parent === null) return comments.find((comment) => isSame(comment) && isCopy(comment, draft))
  return comments.find(({ _id }) => _id === parent)?.replies.find(isSame)
}
