/** What mail and webhooks have to read: the comments and replies that are marked as unread, and the events of everything else.
 *  Each is stored in the transaction of its change: both are stored, or nothing. docs/decisions/0061-the-outbox.md */
import mongoose, { type Types } from 'mongoose'
import { type ReplyRecord, ThreadModel, type ThreadRecord } from '../comments/comment.record'
import { isAbove, isAtLeast, isOneOf, type Write } from '../mongo/queries'
import type { VerdictRecord } from '../rounds/verdict.record'

const { Schema } = mongoose

/** What happened, as it was then: a verdict is replaced by the next one. */
export type Happening =
  | { kind: 'resolve'; message: Types.ObjectId }
  | { kind: 'verdict'; verdict: VerdictRecord }
  | { kind: 'version'; version: string }
  | { kind: 'round'; change: 'opened' | 'closed' | 'reopened'; number: number }

type DatedHappening = Happening & { at: Date }

export type EventRecord = DatedHappening & {
  _id: string
  project: Types.ObjectId
  /** The number of the change within the project, in the order of the transactions. */
  seq: number
}

/** Not part of a backup: what follows from an event is, and a restored instance sends nothing about old changes. */
export const eventCollection = 'events'

/** An instance without mail and webhooks never reads its events. */
const keptSeconds = 7 * 24 * 60 * 60

const eventSchema = new Schema<EventRecord>(
  {
    _id: { type: String, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    seq: { type: Number, required: true },
    kind: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false, strict: false, collection: eventCollection },
)
eventSchema.index({ at: 1 }, { expireAfterSeconds: keptSeconds })
eventSchema.index({ project: 1 })

export const EventModel = mongoose.model<EventRecord>('Event', eventSchema)

/** The write that stores an event. @param seq the number of the change */
export function eventWrite(project: Types.ObjectId, seq: number, happening: DatedHappening): Write {
  const _id = `${happening.kind} ${project.toHexString()} ${seq}`
  return { insertOne: { document: { _id, project, seq, ...happening } } }
}

/** The oldest of what is unread, as of one moment: of two changes of a project, never only the later one. */
export interface Unread {
  messages: (ThreadRecord | ReplyRecord)[]
  events: EventRecord[]
  /** Whether there may be more. */
  hasMore: boolean
}

/** Reads messages and events as of one moment, at most `limit` of each.
 *  @param since earlier ones are left out, because no receiver existed then */
export async function findUnread(since: Date, limit: number): Promise<Unread> {
  const session = mongoose.connection.getClient().startSession({ snapshot: true })
  try {
    const messages = await ThreadModel.find({ unread: isAbove(0), storedAt: isAtLeast(since) })
      .session(session)
      .sort({ storedAt: 1 })
      .limit(limit)
      .lean<(ThreadRecord | ReplyRecord)[]>()
    const events = await EventModel.find({ at: isAtLeast(since) })
      .session(session)
      .sort({ at: 1 })
      .limit(limit)
      .lean<EventRecord[]>()
    // Beyond the end of one full list, the other would go ahead of it.
    const ends = [messages.map(({ storedAt }) => storedAt), events.map(({ at }) => at)].flatMap((dates) =>
      dates.length < limit ? [] : (dates.at(-1) ?? []),
    )
    const isIn = (at: Date) => ends.every((end) => at <= end)
    return {
      messages: messages.filter(({ storedAt }) => isIn(storedAt)),
      events: events.filter(({ at }) => isIn(at)),
      hasMore: ends.length > 0,
    }
  } finally {
    await session.endSession()
  }
}

/** Marks messages as read and removes events, once everything that follows from them is stored. */
export async function finishUnread({ messages, events }: Pick<Unread, 'messages' | 'events'>): Promise<void> {
  if (messages.length > 0)
    await ThreadModel.updateMany({ _id: isOneOf(messages.map(({ _id }) => _id)) }, { $unset: { unread: 1 } })
  if (events.length > 0) await EventModel.deleteMany({ _id: isOneOf(events.map(({ _id }) => _id)) })
}

export async function removeEventsOf(project: Types.ObjectId): Promise<void> {
  await EventModel.deleteMany({ project })
}
