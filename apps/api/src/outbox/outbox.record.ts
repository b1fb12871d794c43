/** The single document of the outbox: the process that runs it. All times are the database's own, so that different clocks
 *  do no harm. */
import mongoose from 'mongoose'

const { Schema } = mongoose

interface OutboxRecord {
  _id: 'outbox'
  /** The process that holds it; null if none does. */
  holder: string | null
  expiresAt: Date
}

/** Not part of a backup, because it belongs to a process. */
export const outboxCollection = 'outbox'

const outboxSchema = new Schema<OutboxRecord>(
  {
    _id: { type: String, required: true },
    holder: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: outboxCollection },
)

const OutboxModel = mongoose.model<OutboxRecord>('Outbox', outboxSchema)

const inAWhile = (ms: number) => ({ $add: ['$$NOW', ms] })

/** Takes the outbox if no process holds it, or extends the lease of `holder`.
 *  @returns whether it is held by `holder` now */
export async function holdOutbox(holder: string, holdMs: number): Promise<boolean> {
  await OutboxModel.updateOne(
    { _id: 'outbox' },
    [
      {
        $set: {
          holder: { $ifNull: ['$holder', null] },
          expiresAt: { $ifNull: ['$expiresAt', '$$NOW'] },
        },
      },
    ],
    { upsert: true, updatePipeline: true },
  )
  const held = await OutboxModel.updateOne(
    {
      _id: 'outbox',
      $or: [{ holder }, { $expr: mongoose.trusted({ $lte: ['$expiresAt', '$$NOW'] }) }],
    },
    [{ $set: { holder, expiresAt: inAWhile(holdMs) } }],
    { updatePipeline: true },
  )
  return held.matchedCount === 1
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

export async function releaseOutbox(holder: string): Promise<void> {
  await OutboxModel.updateOne({ _id: 'outbox', holder }, { holder: null, expiresAt: new Date(0) })
}

/** Wakes the outbox of this process when its first receiver is added. */
export const outboxWaker = { wake: () => {} }
