import mongoose, { type Types } from 'mongoose'
import { ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment.record'
import { isAbove, isAtLeast, isBetween, isNoneOf, isOneOf } from '../mongo/queries'

export interface ThreadWithReplies {
  thread: ThreadRecord
  replies: ReplyRecord[]
}

export interface PageRequest {
  project: Types.ObjectId
  /** Versions whose comments are left out. */
  hidden?: readonly string[]
  /** Threads above this number. */
  after?: number | undefined
  /** Default: all. A page is shorter if it would be too large, but never empty before the last one. */
  limit?: number | undefined
}

/** Size that is read and written without a pause: longer than the longest comment, and done in some milliseconds. */
const maxPageBytes = 512 * 1024

/** Threads by number with their replies. A deleted thread is included only if it has replies.
 *  @returns `next`: the position of the next page, null after the last one */
export async function findThreads({ project, hidden = [], after = 0, limit }: PageRequest) {
  const maxBytes = limit === undefined ? Infinity : maxPageBytes
  const shown = { project, number: isAbove(after), ...(hidden.length > 0 && { version: isNoneOf(hidden) }) }
  const threads: ThreadRecord[] = []
  let next: number | null = null
  let bytes = 0
  // One more than requested, to find out whether there is a next page.
  const options = { sort: { number: 1 }, ...(limit !== undefined && { limit: limit + 1 }) } as const
  for await (const thread of ThreadModel.collection.find<ThreadRecord>(shown, options)) {
    const last = threads.at(-1)
    bytes += sizeOf(thread)
    if (last && (threads.length === limit || bytes > maxBytes)) {
      next = last.number
      break
    }
    threads.push(thread)
  }

  const replies: ReplyRecord[] = []
  const upTo = threads.at(-1)?.number ?? after
  const answers = { project, thread: isBetween(after, upTo), deletedAt: null }
  bytes = 0
  const byThread = { sort: { thread: 1 }, batchSize: 100 } as const
  for await (const reply of ReplyModel.collection.find<ReplyRecord>(answers, byThread)) {
    const last = replies.at(-1)
    // The page ends after the thread of the last reply that fits.
    if (last && bytes > maxBytes && reply.thread > last.thread) {
      next = last.thread
      break
    }
    bytes += sizeOf(reply)
    replies.push(reply)
  }
  const inPage = threads.filter(({ number }) => number <= (next ?? upTo))
  return { threads: joined(inPage, replies).filter((found) => !isGone(found)), next }
}

const sizeOf = (message: ThreadRecord | ReplyRecord) => mongoose.mongo.BSON.calculateObjectSize(message)

/** The present state of these threads, including deleted ones. */
export async function findThreadsByNumber(
  project: Types.ObjectId,
  numbers: readonly number[],
): Promise<ThreadWithReplies[]> {
  const [threads, replies] = await Promise.all([
    ThreadModel.find({ project, number: isOneOf(numbers) }).lean<ThreadRecord[]>(),
    ReplyModel.find({ project, thread: isOneOf(numbers), deletedAt: null }).lean<ReplyRecord[]>(),
  ])
  return joined(threads, replies)
}

/** The threads with the next `count` numbers that were made on the same version, without deleted ones. */
export function findNextThreads({ project, version, number }: ThreadRecord, count: number) {
  const next = { project, version, number: isBetween(number, number + count), deletedAt: null }
  return ThreadModel.find(next).sort({ number: 1 }).lean<ThreadRecord[]>()
}

interface DesignPlace {
  project: Types.ObjectId
  design: string
  /** Versions of the design that are not removed. */
  versions: readonly string[]
}

/** The first open threads of a design, by number, with what a list shows of them. */
export async function findOpenThreads({ project, design, versions }: DesignPlace, limit: number) {
  const fields = ['number', 'commenter', 'person', 'text', 'pictures', 'replyRoom'] as const
  const places = ['version', 'kind', 'x', 'y', 'w', 'h', 'places'] as const
  // The index returns them in the order in which they were stored. A sort would read all of them.
  const found = await ThreadModel.find({ project, design, state: 'open', version: isOneOf(versions) })
    .select([...fields, ...places])
    .limit(limit)
    .lean<Pick<ThreadRecord, (typeof fields)[number] | (typeof places)[number]>[]>()
  return found.toSorted((one, other) => one.number - other.number)
}

/** Whether a resolved thread of a design is listed on its newest version: it was made or resolved there. */
export async function hasResolvedThread(
  { project, design, versions }: DesignPlace,
  newest: { publicId: string; createdAt: Date },
): Promise<boolean> {
  const isListed = [{ version: newest.publicId }, { 'resolved.at': isAtLeast(newest.createdAt) }]
  const filter = { project, design, state: 'resolved', version: isOneOf(versions), $or: isListed } as const
  return (await ThreadModel.exists(filter)) !== null
}

/** The size of the replies of each of these threads in bytes, by thread number: see thread-state.ts. */
export async function findReplyBytes(
  project: Types.ObjectId,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const found = await ThreadModel.find(
    { project, number: isOneOf(numbers) },
    { number: 1, replyRoom: 1 },
  ).lean<Pick<ThreadRecord, 'number' | 'replyRoom'>[]>()
  return new Map(found.map(({ number, replyRoom }) => [number, replyRoom.bytes]))
}

/** The replies of a thread, without deleted ones. */
export async function findReplies(project: Types.ObjectId, number: number): Promise<ReplyRecord[]> {
  const replies = await ReplyModel.find({ project, thread: number, deletedAt: null }).lean<ReplyRecord[]>()
  return replies.toSorted(inOrderOfArrival)
}

/** A deleted thread is visible only because of its replies. */
export function isGone({ thread, replies }: ThreadWithReplies): boolean {
  return thread.state === 'deleted' && replies.length === 0
}

function joined(threads: ThreadRecord[], replies: ReplyRecord[]): ThreadWithReplies[] {
  const byThread = new Map<number, ReplyRecord[]>()
  for (const reply of replies) {
    const known = byThread.get(reply.thread)
    if (known) known.push(reply)
    else byThread.set(reply.thread, [reply])
  }
  return threads.map((thread) => ({
    thread,
    replies: (byThread.get(thread.number) ?? []).toSorted(inOrderOfArrival),
  }))
}

function inOrderOfArrival(one: ReplyRecord, other: ReplyRecord): number {
  return one.storedAt.getTime() - other.storedAt.getTime() || (one.publicId < other.publicId ? -1 : 1)
}
