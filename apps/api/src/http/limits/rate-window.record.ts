import mongoose, { type mongo } from 'mongoose'

const { Schema } = mongoose

interface RateWindowRecord {
  key: string
  points: number
  /** The end of the window, when the database removes it. */
  expire: Date
}

export const rateWindowCollection = 'rateWindows'

/** The fields that rate-limiter-flexible writes. The unique index makes the counting exact. */
const rateWindowSchema = new Schema<RateWindowRecord>(
  { key: String, points: Number, expire: Date },
  { collection: rateWindowCollection, versionKey: false },
)
rateWindowSchema.index({ key: 1 }, { unique: true })
rateWindowSchema.index({ expire: 1 }, { expireAfterSeconds: 0 })

const RateWindowModel = mongoose.model('RateWindow', rateWindowSchema)

/** The collection as rate-limiter-flexible uses it, from the connection of the moment. A window may lose its last counts
 *  in a crash, so it is not worth waiting for the journal. */
function openCollection(): mongo.Collection {
  const { db } = RateWindowModel.db
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('The database is not connected.')
  return db.collection(rateWindowCollection, { writeConcern: { w: 1, journal: false } })
}

/** The part of a database that rate-limiter-flexible calls. */
export const rateWindowStore = {
  collection: () => ({
    findOneAndUpdate: (
      filter: mongo.Filter<mongo.Document>,
      update: mongo.UpdateFilter<mongo.Document>,
      options: mongo.FindOneAndUpdateOptions,
    ) => openCollection().findOneAndUpdate(filter, update, options),
    deleteOne: (filter: mongo.Filter<mongo.Document>) => openCollection().deleteOne(filter),
  }),
}

/** Removes every window about one of these subjects. Keys are `{name of the limit}:{subject}`, optionally
 *  followed by a space and more. Subjects are our own ids and hashes: only letters, digits, `-` and `_`. */
export async function forgetWindowsOf(subjects: readonly string[]): Promise<void> {
  const isAbout = new RegExp(`^[a-zA-Z-]+:(?:${subjects.join('|')})(?: |$)`)
  if (subjects.length > 0) await RateWindowModel.deleteMany({ key: isAbout })
}
