import mongoose from 'mongoose'

const { Schema } = mongoose

interface RateWindowRecord {
  key: string
  points: number
  /** The window is over then; the database forgets it. */
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

mongoose.model('RateWindow', rateWindowSchema)

/** The collection as the limiter wants it; null before the database is connected for the first time. A window may
 *  lose its last counts in a crash, so it is not worth waiting for the journal. */
export function rateWindowStore() {
  const { db } = mongoose.connection
  if (!db) return null
  return { collection: (name: string) => db.collection(name, { writeConcern: { w: 1, journal: false } }) }
}
