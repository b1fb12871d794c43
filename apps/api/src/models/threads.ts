import mongoose, { type mongo, type Types } from 'mongoose'
import { ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isAbove, isBetween, isNoneOf, isOneOf } from './filter-operators'

export interface ThreadWithReplies {
  thread: ThreadRecord
  replies: ReplyRecord[]
}

export interface PageRequest {
  project: Types.ObjectId
  hasReplies: boolean
  /** Versions whose comments are left out. */
  hidden?: readonly string[]
  /** Threads above this number. */
  after?: number | undefined
  /** All of them when left out. */
  limit?: number | undefined
}

/** A page as the bytes in which it is stored: the same bytes are the same page. */
export interface StoredPage {
  threads: Buffer[]
  replies: Buffer[]
  /** Continues the page, null after the last one. */
  next: number | null
}

/** Threads by number with their living replies. */
export async function findStoredPage(request: PageRequest): Promise<StoredPage> {
  const { project, hasReplies, hidden = [], after = 0, limit } = request
  // One more than asked for tells whether there is a next page.
  const found = await findBytes(
    { project, number: isAbove(after), ...(hidden.length > 0 && { version: isNoneOf(hidden) }) },
    { sort: { number: 1 }, ...(limit !== undefined && { limit: limit + 1 }) },
  )
  const isLast = limit === undefined || found.length <= limit
  const threads = isLast ? found : found.slice(0, limit)
  const last = threads.at(-1)
  const lastNumber = last ? parse<ThreadRecord>(last).number : after
  const replies = hasReplies ? await findBytes(repliesBetween(project, after, lastNumber)) : []
  return { threads, replies, next: isLast ? null : lastNumber }
}

/** The threads of a page; a deleted one only where it still holds replies together. */
export function threadsOf({ threads, replies }: StoredPage): ThreadWithReplies[] {
  return joined(threads.map(parse<ThreadRecord>), replies.map(parse<ReplyRecord>)).filter(
    (found) => !isGone(found),
  )
}

/** Threads by number with their living replies; `next` continues the page, null after the last one. */
export async function findThreads(request: PageRequest) {
  const page = await findStoredPage(request)
  return { threads: threadsOf(page), next: page.next }
}

async function findBytes(filter: mongo.Filter<mongo.Document>, options: mongo.FindOptions = {}) {
  const found: unknown[] = await ThreadModel.collection.find(filter, { ...options, raw: true }).toArray()
  return found.map((bytes) => {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('the driver gave a document instead of its bytes')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })
}

/** Believes the database as `lean` does: what is stored was checked before it was. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type
function parse<T>(bytes: Buffer): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return mongoose.mongo.BSON.deserialize(bytes) as T
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

function repliesBetween(project: Types.ObjectId, above: number, upTo: number) {
  return { project, thread: isBetween(above, upTo), deletedAt: null }
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
