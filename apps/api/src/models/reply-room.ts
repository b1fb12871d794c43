/** Room for replies under a comment, and for agreements with them. A request takes its room before it stores
 *  anything, in one write to the thread. If several requests compete for the last place, exactly one gets it. A
 *  refused reply is never stored, so no page, webhook or mail reports it.
 *  docs/decisions/0045-limits-are-reserved-before-the-write.md */
import type { QueryFilter, UpdateQuery } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { ErrorCode } from '@pinmark/shared/messages'
import { ReplyModel, ThreadModel, type ReplyRecord, type ReplyRoomRecord, type ThreadRecord } from './comment'
import { doesNotExist, isBelow } from './filter-operators'
import { countUnderWay } from './project-stats'

interface TakenRoom {
  /** One more reply, or new words or another agreement for an existing one. */
  count: 0 | 1
  bytes: number
  /** Bytes of the former words, which the new ones replace. They do not count against the new ones. */
  replacedBytes?: number
  refusal?: ErrorCode
}

/** What an agreement takes beside its name. */
const agreementBytes = 100

/** The bytes of a reply that count: its words, and who agrees with it. A comment that a few people agree with is light, while
 *  a hundred names at each of a thousand replies would weigh more than all words. */
export function bytesOfReply({ text, agrees = [] }: Pick<ReplyRecord, 'text' | 'agrees'>): number {
  return agrees.reduce((sum, { name }) => sum + bytesOfAgreement(name), Buffer.byteLength(text))
}

export function bytesOfAgreement(name: string): number {
  return Buffer.byteLength(name) + agreementBytes
}

/** The same for the database. */
const bytesOfNames = {
  $sum: {
    $map: {
      input: { $ifNull: ['$agrees', []] },
      in: { $add: [{ $strLenBytes: '$$this.name' }, agreementBytes] },
    },
  },
}

/** UTF-8 takes up to four bytes for each code point. */
const longestReplyBytes = 4 * limits.commentText.max

/** Takes room from the thread that `filter` finds, and makes `change` in the same write. Room that is taken
 *  and not used, because of a crash or a later refusal, is returned by the next count of the replies.
 *  @returns the thread after the write; null when the filter matches none
 *  @throws AppError reply_limit_reached or the refusal that is given */
export async function takeReplyRoom(
  filter: QueryFilter<ThreadRecord>,
  { count, bytes, replacedBytes = 0, refusal = 'reply_limit_reached' }: TakenRoom,
  change: UpdateQuery<ThreadRecord> = {},
): Promise<ThreadRecord | null> {
  const hasRoom = {
    ...(count > 0 && { 'replyRoom.count': isBelow(limits.repliesPerComment) }),
    'replyRoom.bytes': isBelow(limits.replyBytesPerComment + replacedBytes),
  }
  const taken = { 'replyRoom.count': count, 'replyRoom.bytes': bytes - replacedBytes }
  const take = () =>
    ThreadModel.findOneAndUpdate(
      { ...filter, ...hasRoom },
      { $set: change, $inc: taken },
      { returnDocument: 'after' },
    ).lean<ThreadRecord>()

  const thread = await take()
  if (thread) return thread
  const full = await ThreadModel.findOne(filter).lean<ThreadRecord>()
  if (!full) return null
  await recount(full)
  const later = await take()
  if (!later) throw new AppError(refusal)
  return later
}

/** Counts the replies that are not deleted. Replies that have taken room and are not stored yet keep it: a
 *  thread without a count has none of them, and otherwise the previous count includes them. */
async function recount({ _id, project, number, replyRoom }: ThreadRecord): Promise<void> {
  // The caller's own change has not taken its room yet.
  const underWay = Math.max(0, (await countUnderWay(project)) - 1)
  const [counted = { count: 0, bytes: 0 }] = await ReplyModel.aggregate<ReplyRoomRecord>([
    { $match: { project, thread: number, deletedAt: null } },
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        bytes: { $sum: { $add: [{ $strLenBytes: '$text' }, bytesOfNames] } },
      },
    },
    { $project: { _id: 0, count: 1, bytes: 1 } },
  ])
  const room = replyRoom
    ? {
        count: Math.min(replyRoom.count, counted.count + underWay),
        bytes: Math.min(replyRoom.bytes, counted.bytes + underWay * longestReplyBytes),
      }
    : counted
  // A request that takes room meanwhile invalidates this count.
  const unchanged = replyRoom
    ? { 'replyRoom.count': replyRoom.count, 'replyRoom.bytes': replyRoom.bytes }
    : { replyRoom: doesNotExist }
  await ThreadModel.updateOne({ _id, ...unchanged }, { $set: { replyRoom: room } })
}
