import type { Types } from 'mongoose'
import { ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isAbove, isBetween } from './filter-operators'

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
  return { threads: withReplies(threads, replies), next: isLast ? null : lastNumber }
}

/** One thread as it stands now; null if it is not there, or is deleted and holds no replies. */
export async function findThread(project: Types.ObjectId, number: number): Promise<ThreadWithReplies | null> {
  const [thread, replies] = await Promise.all([
    ThreadModel.findOne({ project, number }).lean<ThreadRecord>(),
    findReplies(project, number - 1, number),
  ])
  return (thread && withReplies([thread], replies)[0]) ?? null
}

function findReplies(project: Types.ObjectId, above: number, upTo: number): Promise<ReplyRecord[]> {
  return ReplyModel.find({ project, thread: isBetween(above, upTo), deletedAt: null }).lean<ReplyRecord[]>()
}

function withReplies(threads: ThreadRecord[], replies: ReplyRecord[]): ThreadWithReplies[] {
  const byThread = new Map<number, ReplyRecord[]>()
  for (const reply of replies) byThread.set(reply.thread, [...(byThread.get(reply.thread) ?? []), reply])
  return threads.flatMap((thread) => {
    const own = byThread.get(thread.number) ?? []
    return thread.state === 'deleted' && own.length === 0
      ? []
      : [{ thread, replies: own.toSorted(inOrderOfArrival) }]
  })
}

function inOrderOfArrival(one: ReplyRecord, other: ReplyRecord): number {
  return one.storedAt.getTime() - other.storedAt.getTime() || (one.publicId < other.publicId ? -1 : 1)
}
