import mongoose, { type Types } from 'mongoose'

const { Schema } = mongoose

export interface UserRecord {
  _id: Types.ObjectId
  publicId: string
  name: string
  /** NFC, trimmed, lower-cased. */
  email: string
  passwordHash: string
  /** A token counts only while it carries this number: raising it ends every login. */
  tokenVersion: number
  /** Set on the account that claimed an instance with closed registration; unique, so that two cannot. */
  isFirst?: true
  createdAt: Date
}

const userSchema = new Schema<UserRecord>(
  {
    publicId: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    tokenVersion: { type: Number, default: 0 },
    isFirst: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false },
)
userSchema.index({ publicId: 1 }, { unique: true })
userSchema.index({ email: 1 }, { unique: true })
userSchema.index({ isFirst: 1 }, { unique: true, sparse: true })

export const UserModel = mongoose.model('User', userSchema)

export function findUserByEmail(email: string): Promise<UserRecord | null> {
  return UserModel.findOne({ email }).lean<UserRecord>().exec()
}
