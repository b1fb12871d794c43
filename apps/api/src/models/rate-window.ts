import mongoose from 'mongoose'

const { Schema } = mongoose

interface RateWindowRecord {
  key: string
  points: number
  /** The end of the window, when the database removes it. */
  expire: Date
}

export const rateWindowCollection = 'rateWindows'

/** Written by rate-limiter-flexible, whose field names these are. The unique index is what makes its counting exact. */
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

/** The collection as the limiter wants it; null before the database is connected for the first time. A window may
 *  lose its last counts in a crash, so it is not worth waiting for the journal. */
export function rateWindowStore() {
  const { db } = RateWindowModel.db
  if (!db) return null
  return { collection: (name: string) => db.collection(name, { writeConcern: { w: 1, journal: false } }) }
}
