import mongoose, { type Types } from 'mongoose'
import { isGuestKey } from './visitor-key'

const { Schema } = mongoose

/** How far a visitor has read. */
export interface VisitRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  /** See visitor-key.ts. */
  visitor: string
  /** Highest thread number seen. */
  lastSeenNumber: number
  at: Date
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

/** Stores how far a visitor has read, whether or not they were here before. */
export function rememberVisit(
  project: Types.ObjectId,
  visitor: string,
  number: number,
): Promise<VisitRecord> {
  return moveVisit({ project, visitor }, number, { upsert: true }).orFail()
}

/** The same for a visitor who was here before; null for others. */
export function updateVisit(
  project: Types.ObjectId,
  visitor: string,
  number: number,
): Promise<VisitRecord | null> {
  return moveVisit({ project, visitor }, number, { upsert: false }).exec()
}

function moveVisit(
  visit: Pick<VisitRecord, 'project' | 'visitor'>,
  number: number,
  options: { upsert: boolean },
) {
  const forward = { $max: { lastSeenNumber: number }, $set: { at: new Date() } }
  return VisitModel.findOneAndUpdate(visit, forward, {
    ...options,
    returnDocument: 'after',
  }).lean<VisitRecord>()
}
