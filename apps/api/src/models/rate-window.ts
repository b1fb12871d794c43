import mongoose from 'mongoose'
import { isDuplicate } from './duplicate-key'

const { Schema } = mongoose

interface RateWindowRecord {
  key: string
  points: number
  /** The end of the window, when the database removes it. */
  expire: Date
}

export const rateWindowCollection = 'rateWindows'

/** The unique index makes the counting exact. */
const rateWindowSchema = new Schema<RateWindowRecord>(
  { key: String, points: Number, expire: Date },
  { collection: rateWindowCollection, versionKey: false },
)
rateWindowSchema.index({ key: 1 }, { unique: true })
rateWindowSchema.index({ expire: 1 }, { expireAfterSeconds: 0 })

const RateWindowModel = mongoose.model('RateWindow', rateWindowSchema)

/** Removes every window about one of these subjects. Keys are `{name of the limit}:{subject}`, optionally
 *  followed by a space and more. Subjects are our own ids and hashes: only letters, digits, `-` and `_`. */
export async function forgetWindowsOf(subjects: readonly string[]): Promise<void> {
  const isAbout = new RegExp(`^[a-z-]+:(?:${subjects.join('|')})(?: |$)`)
  if (subjects.length > 0) await RateWindowModel.deleteMany({ key: isAbout })
}

/** Adds to a window, or begins it again when it has ended, by the clock of the database alone.
 *  @returns null before the database is connected for the first time */
export async function countInWindow(
  key: string,
  points: number,
  windowMs: number,
): Promise<{ total: number; waitMs: number } | null> {
  const { db } = RateWindowModel.db
  if (!db) return null
  const full = { $add: ['$$NOW', windowMs] }
  // The end is too late if the clock was set back.
  const isOpen = { $and: [{ $gt: ['$expire', '$$NOW'] }, { $lte: ['$expire', full] }] }
  const count = {
    points: { $cond: [isOpen, { $add: ['$points', points] }, points] },
    expire: { $cond: [isOpen, '$expire', full] },
  }
  // A window may lose its last counts in a crash, so it is not worth waiting for the journal.
  const windows = db.collection(rateWindowCollection, { writeConcern: { w: 1, journal: false } })
  const add = () =>
    windows.findOneAndUpdate({ key }, [{ $set: count }], {
      upsert: true,
      returnDocument: 'after',
      projection: { _id: 0, points: 1, waitMs: { $subtract: ['$expire', '$$NOW'] } },
    })
  const counted = await add().catch((error: unknown) => {
    // Another request has just begun this window.
    if (isDuplicate(error, 'key')) return add()
    throw error
  })
  return { total: Number(counted?.['points']), waitMs: Number(counted?.['waitMs']) }
}
