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

export const VisitModel = mongoose.model<VisitRecord>('Visit', visitSchema)

export const visitorOfUser = (user: Types.ObjectId): string => `user:${user.toHexString()}`
export const visitorOfGuest = (secretHash: string): string => `guest:${secretHash}`
