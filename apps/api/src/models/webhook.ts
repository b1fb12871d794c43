import mongoose, { type Types } from 'mongoose'
import type { WebhookEvent, WebhookFormat } from '@pinmark/shared/entities/webhook'
import { isAnyDate } from './partial-indexes'

const { Schema } = mongoose

/** An address that receives the events in the projects of an account. */
export interface WebhookRecord {
  _id: Types.ObjectId
  publicId: string
  owner: Types.ObjectId
  /** Null for all projects of the account. */
  project: Types.ObjectId | null
  format: WebhookFormat
  events: WebhookEvent[]
  /** Address and signing key, encrypted with the secret of the instance, because anyone who knows the address
   *  of a chat can write there. */
  sealed: string
  /** Beginning of the links in its messages, unless PUBLIC_URL is set: the address that its owner used. */
  origin: string
  createdAt: Date
  /** When it was added or last turned on. Earlier events are not sent. */
  listensSince: Date
  /** Set while it is paused. */
  pausedAt: Date | null
  deletedAt: Date | null
}

const webhookSchema = new Schema<WebhookRecord>(
  {
    publicId: { type: String, required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    project: { type: Schema.Types.ObjectId, default: null },
    format: { type: String, required: true },
    events: { type: [String], required: true },
    sealed: { type: String, required: true },
    origin: { type: String, required: true },
    createdAt: { type: Date, required: true },
    listensSince: { type: Date, required: true },
    pausedAt: { type: Date, default: null },
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false },
)
webhookSchema.index({ publicId: 1 }, { unique: true })
webhookSchema.index({ owner: 1, createdAt: 1 })
webhookSchema.index({ project: 1 })
webhookSchema.index(
  { deletedAt: 1 },
  { name: 'deletedAt_dates', partialFilterExpression: { deletedAt: isAnyDate } },
)

export const WebhookModel = mongoose.model<WebhookRecord>('Webhook', webhookSchema)
