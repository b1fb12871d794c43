import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { Types } from 'mongoose'
import { checkOrTakeBack } from '../../base/check-or-take-back'
import { ReplyModel, ThreadModel } from '../../models/comment'
import { isAbove } from '../../models/filter-operators'

interface ReplyPlace {
  project: Types.ObjectId
  /** Public id of the thread. */
  parent: string
  /** A reply that is there already; it does not count. */
  publicId?: string
}

/** Checks that a comment has room for a reply beside its others. Concurrent requests do not see each other before they
 *  write, so that this is checked before a write and after it.
 *  @throws AppError reply_limit_reached */
export async function checkRepliesLeft({ project, parent, publicId = '' }: ReplyPlace): Promise<void> {
  const [thread] = await ThreadModel.aggregate<{ replies: { count: number; bytes: number }[] }>([
    { $match: { project, publicId: parent, number: isAbove(0) } },
    {
      $lookup: {
        from: ReplyModel.collection.name,
        localField: 'number',
        foreignField: 'thread',
        pipeline: [
          { $match: { project, deletedAt: null, publicId: { $ne: publicId } } },
          { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: { $strLenBytes: '$text' } } } },
        ],
        as: 'replies',
      },
    },
    { $project: { replies: 1 } },
  ])
  const { count = 0, bytes = 0 } = thread?.replies[0] ?? {}
  if (count >= limits.repliesPerComment || bytes >= limits.replyBytesPerComment) {
    throw new AppError('reply_limit_reached')
  }
}

/** Changes a reply that takes room among the others, and takes the change back if it exceeds their limit.
 *  @throws AppError reply_limit_reached, and what `change` throws */
export async function changeWithinReplyLimit<Changed>(
  place: ReplyPlace,
  change: () => Promise<Changed>,
  takeBack: (changed: Changed) => Promise<unknown>,
): Promise<Changed> {
  await checkRepliesLeft(place)
  const changed = await change()
  await checkOrTakeBack(
    () => checkRepliesLeft(place),
    () => takeBack(changed),
  )
  return changed
}
