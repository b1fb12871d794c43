import mongoose, { type Types } from 'mongoose'

const { Schema } = mongoose

/** How far somebody has read: an account by `user:{id}`, a browser by `guest:{hash of its secret}`. */
export interface VisitRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  visitor: string
  /** Highest thread number seen. */
  lastSeenNumber: number
  at: Date
}

const visitSchema = new Schema<VisitRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    visitor: { type: String, required: true },
    lastSeenNumber: { type: Number, default: 0 },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
visitSchema.index({ project: 1, visitor: 1 }, { unique: true })
visitSchema.index({ visitor: 1 })

export const VisitModel = mongoose.model<VisitRecord>('Visit', visitSchema)

export const visitorOfUser = (user: Types.ObjectId): string => `user:${user.toHexString()}`

/** Under which key somebody's visits are kept; null for a browser that cannot be told from others. */
export function visitorOf(user: Types.ObjectId | null, guestHash: string | null): string | null {
  if (user) return visitorOfUser(user)
  return guestHash === null ? null : `guest:${guestHash}`
}

export function findVisit(project: Types.ObjectId, visitor: string): Promise<VisitRecord | null> {
  return VisitModel.findOne({ project, visitor }).lean<VisitRecord>().exec()
}

export function rememberVisit(
  project: Types.ObjectId,
  visitor: string,
  number: number,
): Promise<VisitRecord> {
  return VisitModel.findOneAndUpdate(
    { project, visitor },
    { $max: { lastSeenNumber: number }, $set: { at: new Date() } },
    { upsert: true, returnDocument: 'after' },
  )
    .lean<VisitRecord>()
    .orFail()
    .exec()
}
