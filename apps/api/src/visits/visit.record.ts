import mongoose, { type PipelineStage, type Types } from 'mongoose'
import { isNot, type Write } from '../mongo/queries'
import type { AuthorRecord } from '../comments/comment.record'

const { Schema } = mongoose

/** The key of a visitor in visits and presences: `user:{id}` for an account, `guest:{hash of its secret}` for
 *  a browser. */
export const accountKey = (user: Types.ObjectId): string => `user:${user.toHexString()}`

const guestPrefix = 'guest:'

interface Visitor {
  readonly user: { readonly id: Types.ObjectId } | null
  readonly guestHash: string | null
}

/** Null for a browser without a secret, which cannot be recognised. */
export function visitorKey({ user, guestHash }: Visitor): string | null {
  if (user) return accountKey(user.id)
  return guestHash === null ? null : guestPrefix + guestHash
}

/** The key of a message's author; null if unknown. */
export function authorKey({ user, guest }: AuthorRecord): string | null {
  return visitorKey({ user: user && { id: user }, guestHash: guest })
}

/** Condition of an index: the keys of browsers. */
const isGuestKey = { $gte: guestPrefix, $lt: 'guest;' }

/** What a visitor has read. */
export interface VisitRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  /** See `visitorKey`. */
  visitor: string
  /** Threads up to this number are read. */
  lastSeenNumber: number
  /** Time of the last visit, after which a guest's visit expires. */
  at: Date
  /** Replies up to this time are read. Missing in visits of earlier versions, which used `at` for it. */
  until?: Date
  /** Threads that were opened since, by number, each with the time up to which its messages are read. */
  read?: Record<string, Date>
  /** The number of the change that stored it, within the project. Only visits of its owner are counted as changes. */
  seq?: number
}

/** Lifetime of a browser's visit, because a browser that stays away may have lost its secret. Visits of
 *  accounts do not expire. */
const guestSeconds = 90 * 86_400

const visitSchema = new Schema<VisitRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    visitor: { type: String, required: true },
    lastSeenNumber: { type: Number, default: 0 },
    at: { type: Date, required: true },
    until: Date,
    read: { type: Schema.Types.Mixed },
    seq: Number,
  },
  { versionKey: false },
)
visitSchema.index({ project: 1, visitor: 1 }, { unique: true })
visitSchema.index({ visitor: 1 })
visitSchema.index(
  { at: 1 },
  {
    name: 'at_guests',
    expireAfterSeconds: guestSeconds,
    partialFilterExpression: { visitor: isGuestKey },
  },
)

export const VisitModel = mongoose.model<VisitRecord>('Visit', visitSchema)

export function findVisit(project: Types.ObjectId, visitor: string): Promise<VisitRecord | null> {
  return VisitModel.findOne({ project, visitor }).lean<VisitRecord>().exec()
}

/** Whether anyone but this visitor has been in the project. */
export async function isSeenByOthers(project: Types.ObjectId, visitor: string): Promise<boolean> {
  return (await VisitModel.exists({ project, visitor: isNot(visitor) })) !== null
}

/** The time up to which replies are read. */
export function readUntil({ at, until }: Pick<VisitRecord, 'at' | 'until'>): Date {
  return until ?? at
}

/** Everything up to thread `number` and up to a time, or that thread alone. */
export interface Reading {
  number: number
  alone: boolean
  until: Date
}

/** Stores what a visitor has read, whether or not they were here before. Before their first visit, nothing is
 *  read. */
export function rememberVisit(
  project: Types.ObjectId,
  visitor: string,
  reading: Reading,
): Promise<VisitRecord> {
  return changeVisit({ project, visitor }, reading, { upsert: true }).orFail()
}

/** The same for a visitor who was here before; null for others. */
export function updateVisit(
  project: Types.ObjectId,
  visitor: string,
  reading: Reading,
): Promise<VisitRecord | null> {
  return changeVisit({ project, visitor }, reading, { upsert: false }).exec()
}

/** The write of `rememberVisit` for the owner, as change number `seq` of the project. */
export function visitWrite(visit: VisitKey, reading: Reading, seq: number): Write {
  const update = [...withReading(reading), { $set: { seq } }]
  return { updateOne: { filter: visit, update, upsert: true } }
}

type VisitKey = Pick<VisitRecord, 'project' | 'visitor'>

function changeVisit(visit: VisitKey, reading: Reading, options: { upsert: boolean }) {
  return VisitModel.findOneAndUpdate(visit, withReading(reading), {
    ...options,
    returnDocument: 'after',
    updatePipeline: true,
  }).lean<VisitRecord>()
}

/** Nothing that was read becomes unread. */
function withReading({ number, alone, until }: Reading): PipelineStage.Set[] {
  const begin: PipelineStage.Set = {
    $set: {
      lastSeenNumber: { $ifNull: ['$lastSeenNumber', 0] },
      until: { $ifNull: ['$until', '$at', new Date(0)] },
      at: new Date(),
    },
  }
  const thread = `read.${number}`
  const read = alone ? [{ $set: { [thread]: { $max: [`$${thread}`, until] } } }] : readUpTo(number, until)
  return [begin, ...read]
}

/** Threads that were opened alone are forgotten where the new position includes them. */
function readUpTo(number: number, until: Date): PipelineStage.Set[] {
  const isAhead = {
    $or: [{ $gt: [{ $toInt: '$$one.k' }, '$lastSeenNumber'] }, { $gt: ['$$one.v', '$until'] }],
  }
  const threads = { $objectToArray: { $ifNull: ['$read', {}] } }
  const ahead = { $filter: { input: threads, as: 'one', cond: isAhead } }
  return [
    { $set: { lastSeenNumber: { $max: ['$lastSeenNumber', number] }, until: { $max: ['$until', until] } } },
    { $set: { read: ahead } },
    { $set: { read: { $cond: [{ $eq: ['$read', []] }, '$$REMOVE', { $arrayToObject: '$read' }] } } },
  ]
}
