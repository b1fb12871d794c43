import mongoose, { type Types } from 'mongoose'

const { Schema } = mongoose

export interface PresentRecord {
  /** Identifies a visitor across all their open pages. Never leaves the server. */
  key: string
  name: string | null
  isOwner: boolean
}

/** Who has a project open through one API process: one document for all of them, so that a crowd costs no more writes
 *  than one visitor. It ends by itself when its process does. */
export interface PresenceRecord {
  /** Project and process. */
  _id: string
  project: Types.ObjectId
  /** The first of them. */
  present: PresentRecord[]
  /** All of them. */
  count: number
  expiresAt: Date
}

const presentSchema = new Schema<PresentRecord>(
  { key: String, name: String, isOwner: Boolean },
  { _id: false },
)
const presenceSchema = new Schema<PresenceRecord>(
  {
    _id: { type: String, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    present: { type: [presentSchema], required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'presences' },
)
presenceSchema.index({ project: 1 })
presenceSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const PresenceModel = mongoose.model<PresenceRecord>('Presence', presenceSchema)
