import type { Types } from 'mongoose'
import { ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isAbove, isBetween, isOneOf } from './filter-operators'

export interface ThreadWithReplies {
  thread: ThreadRecord
  replies: ReplyRecord[]
}

interface PageRequest {
  project: Types.ObjectId
  hasReplies: boolean
  /** Threads above this number. */
  after?: number | undefined
  /** All of them when left out. */
  limit?: number | undefined
}

/** Threads by number with their living replies; a deleted thread only where it still holds replies together.
 *  `next` continues the page, null after the last one. */
export async function findThreads({ project, hasReplies, after = 0, limit }: PageRequest) {
  const query = ThreadModel.find({ project, number: isAbove(after) }).sort({ number: 1 })
  // One more than asked for tells whether there is a next page.
  const found = await (limit === undefined ? query : query.limit(limit + 1)).lean<ThreadRecord[]>()
  const isLast = limit === undefined || found.length <= limit
  const threads = isLast ? found : found.slice(0, limit)
  const lastNumber = threads.at(-1)?.number ?? after
  const replies = hasReplies ? await findReplies(project, after, lastNumber) : []
  return {
    threads: joined(threads, replies).filter((found) => !isGone(found)),
    next: isLast ? null : lastNumber,
  }
}

/** These threads as they stand now, deleted ones included. */
export async function findThreadsByNumber(
  project: Types.ObjectId,
  numbers: number[],
): Promise<ThreadWithReplies[]> {
  const [threads, replies] = await Promise.all([
    ThreadModel.find({ project, number: isOneOf(numbers) }).lean<ThreadRecord[]>(),
    ReplyModel.find({ project, thread: isOneOf(numbers), deletedAt: null }).lean<ReplyRecord[]>(),
  ])
  return joined(threads, replies)
}

/** One thread as it stands now; null if it is not there, or is deleted and holds no replies. */
export async function findThread(project: Types.ObjectId, number: number): Promise<ThreadWithReplies | null> {
  const [found] = await findThreadsByNumber(project, [number])
  return found && !isGone(found) ? found : null
}

function findReplies(project: Types.ObjectId, above: number, upTo: number): Promise<ReplyRecord[]> {
  return ReplyModel.find({ project, thread: isBetween(above, upTo), deletedAt: null }).lean<ReplyRecord[]>()
}

/** A deleted thread is there only for its replies. */
export function isGone({ thread, replies }: ThreadWithReplies): boolean {
  return thread.state === 'deleted' && replies.length === 0
}

function joined(threads: ThreadRecord[], replies: ReplyRecord[]): ThreadWithReplies[] {
  const byThread = new Map<number, ReplyRecord[]>()
  for (const reply of replies) byThread.set(reply.thread, [...(byThread.get(reply.thread) ?? []), reply])
  return threads.map((thread) => ({
    thread,
    replies: (byThread.get(thread.number) ?? []).toSorted(inOrderOfArrival),
  }))
}

function inOrderOfArrival(one: ReplyRecord, other: ReplyRecord): number {
  return one.storedAt.getTime() - other.storedAt.getTime() || (one.publicId < other.publicId ? -1 : 1)
}
