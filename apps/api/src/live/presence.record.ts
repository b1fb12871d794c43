import mongoose, { type Types } from 'mongoose'

const { Schema } = mongoose

export interface PresentRecord {
  /** Identifies a visitor across all their open pages. It never leaves the server. */
  key: string
  name: string | null
  /** Whether they are the owner or a member. */
  isOwner: boolean
}

/** The visitors of a project in one API process. One document holds all of them, so that a crowd costs no
 *  more writes than one visitor. The document expires when its process dies. */
export interface PresenceRecord {
  /** Project and process. */
  _id: string
  project: Types.ObjectId
  /** The first visitors. */
  present: PresentRecord[]
  /** Number of all visitors. */
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
