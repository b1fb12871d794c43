import mongoose, { type mongo, type Types } from 'mongoose'
import { ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment.record'
import { isAbove, isAtLeast, isBetween, isNoneOf, isOneOf } from '../mongo/queries'

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
  /** Default: all. A page is shorter if it would be too large, but never empty before the last one. */
  limit?: number | undefined
}

/** Size that is parsed and written without a pause: longer than the longest comment, and done in some
 *  milliseconds. */
const maxPageBytes = 512 * 1024

/** A page as stored bytes. The same bytes are the same page. */
export interface StoredPage {
  threads: Buffer[]
  replies: Buffer[]
  /** Position of the next page, null after the last one. */
  next: number | null
}

/** Threads by number with their replies, without deleted ones. */
export async function findStoredPage(request: PageRequest): Promise<StoredPage> {
  const { project, hasReplies, hidden = [], after = 0, limit } = request
  // One more than requested, to find out whether there is a next page.
  const found = await findBytes(
    { project, number: isAbove(after), ...(hidden.length > 0 && { version: isNoneOf(hidden) }) },
    { sort: { number: 1 }, ...(limit !== undefined && { limit: limit + 1 }) },
  )
  const maxBytes = limit === undefined ? Infinity : maxPageBytes
  const threads = firstOf(found.slice(0, limit), maxBytes)
  const isLast = threads.length === found.length
  const last = threads.at(-1)
  const lastNumber = last ? parse<ThreadRecord>(last).number : after
  const page = { threads, replies: [], next: isLast ? null : lastNumber }
  return hasReplies ? withReplies(page, repliesBetween(project, after, lastNumber), maxBytes) : page
}

/** At least one. */
function firstOf(found: readonly Buffer[], maxBytes: number): Buffer[] {
  let bytes = 0
  const tooMany = found.findIndex((one, at) => (bytes += one.length) > maxBytes && at > 0)
  return tooMany < 0 ? [...found] : found.slice(0, tooMany)
}

/** Ends the page earlier if its replies are too large, after the thread of the last reply that fits. */
async function withReplies(
  page: StoredPage,
  filter: mongo.Filter<mongo.Document>,
  maxBytes: number,
): Promise<StoredPage> {
  const replies: Buffer[] = []
  let bytes = 0
  const cursor = ThreadModel.collection.find(filter, { sort: { thread: 1 }, batchSize: 100, raw: true })
  try {
    for await (const found of cursor) {
      const reply = bufferOf(found)
      const previous = replies.at(-1)
      if (bytes > maxBytes && previous) {
        const last = parse<ReplyRecord>(previous).thread
        if (parse<ReplyRecord>(reply).thread > last) return { ...shortened(page, last), replies }
      }
      bytes += reply.length
      replies.push(reply)
    }
  } finally {
    await cursor.close()
  }
  return { ...page, replies }
}

function shortened({ threads }: StoredPage, last: number): Pick<StoredPage, 'threads' | 'next'> {
  return { threads: threads.filter((thread) => parse<ThreadRecord>(thread).number <= last), next: last }
}

/** The threads of a page. A deleted thread is included only if it has replies. */
export function threadsOf({ threads, replies }: StoredPage): ThreadWithReplies[] {
  return joined(threads.map(parse<ThreadRecord>), replies.map(parse<ReplyRecord>)).filter(
    (found) => !isGone(found),
  )
}

/** Threads by number with their replies, without deleted ones; `next` is the position of the next page, null
 *  after the last one. */
export async function findThreads(request: PageRequest) {
  const page = await findStoredPage(request)
  return { threads: threadsOf(page), next: page.next }
}

async function findBytes(filter: mongo.Filter<mongo.Document>, options: mongo.FindOptions) {
  const found: unknown[] = await ThreadModel.collection.find(filter, { ...options, raw: true }).toArray()
  return found.map(bufferOf)
}

function bufferOf(bytes: unknown): Buffer {
  if (!(bytes instanceof Uint8Array))
    throw new TypeError('the driver returned a document instead of its bytes')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Trusts the database as `lean` does, because data are checked before they are stored. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type
function parse<T>(bytes: Buffer): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return mongoose.mongo.BSON.deserialize(bytes) as T
}

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

/** The size of the replies of each of these threads in bytes, by thread number: see reply-room.ts. */
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

function repliesBetween(project: Types.ObjectId, above: number, upTo: number) {
  return { project, thread: isBetween(above, upTo), deletedAt: null }
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
