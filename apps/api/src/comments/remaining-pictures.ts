import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { commentRights, isOwner } from '../core/rights'
import type { MessagePicture } from './comment.record'
import { notYours, type Change, type CommentRecord } from './changed-comment'

interface Remaining {
  /** Number of visible pictures after the change. */
  shown: number
  /** Null if the message has no picture. */
  pictures: MessagePicture[] | null
}

/** Removes the pictures of a message that `ids` does not name, and restores those that it names. Author and
 *  owner may do both. A picture that the owner removed can be restored by the owner only.
 *  @throws AppError session_ended, not_yours, picture_not_there */
export function remainingPictures(
  { actor, project }: Change,
  message: CommentRecord,
  ids: readonly string[],
): Remaining {
  if (!commentRights(actor, project)(message).can.delete) throw notYours(actor)
  const byOwner = isOwner(actor, project)
  const { pictures = [] } = message
  const isKept = ({ removedAt, removedBy }: MessagePicture) =>
    removedAt === undefined ||
    (removedAt.getTime() > Date.now() - limits.commentUndoMs && (byOwner || removedBy !== 'owner'))
  const kept = new Set(pictures.filter(isKept).map(({ id }) => id))
  if (ids.some((id) => !kept.has(id))) throw new AppError('picture_not_there')
  if (pictures.length === 0) return { shown: 0, pictures: null }
  const removedBy = byOwner ? 'owner' : 'author'
  return {
    shown: ids.length,
    pictures: pictures.map(({ removedAt, removedBy: by, ...picture }) => {
      if (ids.includes(picture.id)) return picture
      return { ...picture, removedAt: removedAt ?? new Date(), removedBy: by ?? removedBy }
    }),
  }
}
