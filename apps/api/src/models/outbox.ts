/** The single document of the outbox: the process that runs it, and how far it has read the changes. All
 *  times are the database's own, so that different clocks do no harm. */
import mongoose, { type mongo } from 'mongoose'

const { Schema } = mongoose

/** How far the changes were read. */
export interface OutboxPosition {
  /** Resume token of the change stream, right after this change; null before the first change. */
  resume: mongo.ResumeToken
  /** The database's time of the change, in seconds; 0 before the first change is read. */
  seconds: number
}

interface OutboxRecord extends OutboxPosition {
  _id: 'outbox'
  /** The process that holds it; null if none does. */
  holder: string | null
  expiresAt: Date
}

/** Not part of a backup, because a position belongs to the history of one database. */
export const outboxCollection = 'outbox'

const outboxSchema = new Schema<OutboxRecord>(
  {
    _id: { type: String, required: true },
    holder: { type: String, default: null },
    expiresAt: { type: Date, required: true },
    resume: { type: Schema.Types.Mixed, default: null },
    seconds: { type: Number, required: true },
  },
  { versionKey: false, collection: outboxCollection },
)

const OutboxModel = mongoose.model<OutboxRecord>('Outbox', outboxSchema)

const inAWhile = (ms: number) => ({ $add: ['$$NOW', ms] })

/** Takes the outbox if no process holds it, or extends the lease of `holder`.
 *  @returns the stored position, or null when another process holds it */
export async function holdOutbox(holder: string, holdMs: number): Promise<OutboxPosition | null> {
  await OutboxModel.updateOne(
    { _id: 'outbox' },
    [
      {
        $set: {
          holder: { $ifNull: ['$holder', null] },
          expiresAt: { $ifNull: ['$expiresAt', '$$NOW'] },
          resume: { $ifNull: ['$resume', null] },
          seconds: { $ifNull: ['$seconds', 0] },
        },
      },
    ],
    { upsert: true, updatePipeline: true },
  )
  return OutboxModel.findOneAndUpdate(
    {
      _id: 'outbox',
      $or: [{ holder }, { $expr: mongoose.trusted({ $lte: ['$expiresAt', '$$NOW'] }) }],
    },
    [{ $set: { holder, expiresAt: inAWhile(holdMs) } }],
    { returnDocument: 'after', updatePipeline: true },
  )
    .lean<OutboxPosition>()
    .exec()
}

/** Whether `holder` still holds it; extends the lease. */
export async function extendHold(holder: string, holdMs: number): Promise<boolean> {
  const held = await OutboxModel.updateOne(
    { _id: 'outbox', holder },
    [{ $set: { expiresAt: inAWhile(holdMs) } }],
    {
      updatePipeline: true,
    },
  )
  return held.matchedCount === 1
}

/** Stores the position. @returns whether `holder` still holds the outbox */
export async function storePosition(holder: string, { resume, seconds }: OutboxPosition): Promise<boolean> {
  const stored = await OutboxModel.updateOne({ _id: 'outbox', holder }, { resume, seconds })
  return stored.matchedCount === 1
}

export async function releaseOutbox(holder: string): Promise<void> {
  await OutboxModel.updateOne({ _id: 'outbox', holder }, { holder: null, expiresAt: new Date(0) })
}

/** Wakes the outbox of this process when its first receiver is added. */
export const outboxWaker = { wake: () => {} }
