import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { ErrorCode } from '@pinmark/shared/messages'
import {
  isThread,
  type ReplyRecord,
  type ReplyRoomRecord,
  type ResolvedRecord,
  ThreadModel,
  type ThreadRecord,
} from './comment.record'
import type { Unit } from '../core/unit'

/** The only writers of `state`, `resolved` and `deletedAt`. `state` repeats what the other two say, so that threads are
 *  counted from one index; written anywhere else, it could contradict them. */

type MessageRecord = ThreadRecord | ReplyRecord

export function openState() {
  return { state: 'open', resolved: null } as const
}

export function resolvedState(resolved: ResolvedRecord) {
  return { state: 'resolved', resolved } as const
}

/** A deleted thread keeps `resolved`, for the case that the deletion is taken back. */
export function deletedState(message: MessageRecord, deletedAt: Date, deletedBy: 'owner' | 'author') {
  return { deletedAt, deletedBy, ...(isThread(message) && ({ state: 'deleted' } as const)) }
}

export function restoredState(message: MessageRecord) {
  const notDeleted = { deletedAt: null, deletedBy: null }
  if (!isThread(message)) return notDeleted
  return { ...notDeleted, ...(message.resolved ? resolvedState(message.resolved) : openState()) }
}

// Room for replies under a comment, and for agreements with them: see `limits.repliesPerComment` and
// `limits.replyBytesPerComment`. Its thread counts what is used.

/** What an agreement takes beside its name. */
const agreementBytes = 100

/** The bytes of a reply that count: its words, and who agrees with it. A comment that a few people agree with is light, while
 *  a hundred names at each of a thousand replies would weigh more than all words. */
export function bytesOfReply({ text, agrees = [] }: Pick<ReplyRecord, 'text' | 'agrees'>): number {
  return agrees.reduce((sum, { name }) => sum + bytesOfAgreement(name), Buffer.byteLength(text))
}

function bytesOfAgreement(name: string): number {
  return Buffer.byteLength(name) + agreementBytes
}

interface RoomChange {
  /** One more or one less reply; default: none. */
  count?: 1 | -1
  bytes: number
  /** Bytes that the new ones replace. */
  replacedBytes?: number
}

/** The room that is used after a change.
 *  @throws AppError `refusal` when it uses more, and all of it was used before */
export function roomAfter(
  { replyRoom }: Pick<ThreadRecord, 'replyRoom'>,
  { count, bytes, replacedBytes = 0 }: RoomChange,
  refusal: ErrorCode = 'reply_limit_reached',
): ReplyRoomRecord {
  const isFull =
    (count === 1 && replyRoom.count >= limits.repliesPerComment) ||
    (bytes > replacedBytes && replyRoom.bytes >= limits.replyBytesPerComment + replacedBytes)
  if (isFull) throw new AppError(refusal)
  return { count: replyRoom.count + (count ?? 0), bytes: replyRoom.bytes + bytes - replacedBytes }
}

/** Changes the room for new words of a reply.
 *  @throws AppError reply_limit_reached */
export async function changeRoomForWords(unit: Unit, reply: ReplyRecord, text: string): Promise<void> {
  const [bytes, replacedBytes] = [Buffer.byteLength(text), Buffer.byteLength(reply.text)]
  await changeRoom(unit, reply, { bytes, replacedBytes })
}

/** Changes the room that is used in the thread of a reply.
 *  @returns false when the sweep has removed the thread, because it and its replies were deleted
 *  @throws AppError those of `roomAfter` */
export async function changeRoom(
  unit: Unit,
  { project, thread: number }: ReplyRecord,
  change: RoomChange,
  refusal?: ErrorCode,
): Promise<boolean> {
  const thread = await ThreadModel.findOne({ project, number }).lean<ThreadRecord>()
  if (thread) unit.update(thread, { replyRoom: roomAfter(thread, change, refusal) })
  return thread !== null
}
