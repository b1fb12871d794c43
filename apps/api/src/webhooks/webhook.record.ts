import mongoose, { type mongo, type QueryFilter, type Types } from 'mongoose'
import { limits } from '@pinmark/shared/limits'
import type { WebhookEvent, WebhookFormat } from '@pinmark/shared/entities/webhook'
import { setTasksOf } from '../core/task.record'
import { removeDeliveriesOf } from './delivery.record'
import { isAbove, isBelow, isNot, isOneOf, isAnyDate } from '../mongo/queries'
import { inTransaction } from '../mongo/database'

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

const alive = { deletedAt: null }

/** A removed webhook can be restored for a while. Until then its messages are stored, and wait. */
const isRestorable = () => ({
  $or: [alive, { deletedAt: isAbove(new Date(Date.now() - limits.commentUndoMs)) }],
})

/** The webhooks of these accounts that are not paused, with those that can still be restored. */
export function findListening(owners: readonly Types.ObjectId[]): Promise<WebhookRecord[]> {
  return WebhookModel.find({ owner: isOneOf(owners), pausedAt: null, ...isRestorable() })
    .lean<WebhookRecord[]>()
    .exec()
}

/** The earliest time from which one of these webhooks wants events; null without any. */
export async function listeningSince(): Promise<Date | null> {
  const first = await WebhookModel.findOne({ pausedAt: null, ...isRestorable() }, { listensSince: 1 })
    .sort({ listensSince: 1 })
    .lean()
  return first?.listensSince ?? null
}

/** A webhook that is not paused. */
export function findSendable(_id: Types.ObjectId): Promise<WebhookRecord | null> {
  return WebhookModel.findOne({ _id, pausedAt: null, ...alive })
    .lean<WebhookRecord>()
    .exec()
}

export function findWebhookById(_id: Types.ObjectId): Promise<WebhookRecord | null> {
  return WebhookModel.findOne({ _id, ...alive })
    .lean<WebhookRecord>()
    .exec()
}

/** The webhooks of an account, oldest first. */
export function findWebhooks(owner: Types.ObjectId): Promise<WebhookRecord[]> {
  return WebhookModel.find({ owner, ...alive })
    .sort({ createdAt: 1 })
    .lean<WebhookRecord[]>()
    .exec()
}

export function findWebhook(owner: Types.ObjectId, publicId: string): Promise<WebhookRecord | null> {
  return WebhookModel.findOne({ owner, publicId, ...alive })
    .lean<WebhookRecord>()
    .exec()
}

/** The number of an account's webhooks besides `publicId`. */
export function countOtherWebhooks(
  { owner, publicId }: Pick<WebhookRecord, 'owner' | 'publicId'>,
  session: mongo.ClientSession,
): Promise<number> {
  return WebhookModel.countDocuments({ owner, publicId: isNot(publicId), ...alive })
    .session(session)
    .exec()
}

export async function insertWebhook(
  webhook: Omit<WebhookRecord, '_id'>,
  session?: mongo.ClientSession,
): Promise<WebhookRecord> {
  const stored = new WebhookModel(webhook)
  await stored.save({ ...(session && { session }) })
  return stored.toObject()
}

type Changes = Partial<
  Pick<WebhookRecord, 'sealed' | 'events' | 'project' | 'listensSince' | 'pausedAt' | 'deletedAt'>
>

/** Changes a webhook of an account; also a removed one, if `changes` restores it. Its messages wait while it is paused or
 *  removed.
 *  @param session of a transaction */
export async function updateWebhook(
  owner: Types.ObjectId,
  publicId: string,
  changes: Changes,
  session: mongo.ClientSession,
): Promise<WebhookRecord | null> {
  const filter = { owner, publicId, ...(changes.deletedAt === null ? isRestorable() : alive) }
  const webhook = await WebhookModel.findOneAndUpdate(filter, { $set: changes }, { returnDocument: 'after' })
    .session(session)
    .lean<WebhookRecord>()
  if (webhook && ('pausedAt' in changes || 'deletedAt' in changes)) {
    const { _id, pausedAt, deletedAt } = webhook
    await setTasksOf(_id, pausedAt || deletedAt ? 'held' : 'due', session)
  }
  return webhook
}

/** Pauses a webhook that cannot be reached, unless it got another address meanwhile.
 *  @returns whether it was paused */
export function pauseWebhook({ _id, sealed }: WebhookRecord): Promise<boolean> {
  return inTransaction(async (session) => {
    const isReached = { _id, sealed, pausedAt: null }
    const paused = await WebhookModel.updateOne(isReached, { pausedAt: new Date() }, { session })
    if (paused.matchedCount === 0) return false
    await setTasksOf(_id, 'held', session)
    return true
  })
}

/** Removes the webhooks that were deleted before `before`, with all their messages. */
export async function sweepWebhooks(before: Date): Promise<void> {
  await removeWhere({ deletedAt: isBelow(before) })
}

/** Ends the webhooks of an account: none of them can be restored, and the sweep removes them with their messages.
 *  @param which all of them, or those for one project alone */
export async function endWebhooksOf(
  which: { owner: Types.ObjectId; project?: Types.ObjectId },
  session: mongo.ClientSession,
): Promise<void> {
  await WebhookModel.updateMany(which, { deletedAt: new Date(0) }, { session })
}

/** Removes the webhooks of an account. */
export async function removeWebhooksOf(owner: Types.ObjectId): Promise<void> {
  await removeWhere({ owner })
}

/** Removes the webhooks of a single project that is removed. */
export async function removeWebhooksFor(project: Types.ObjectId): Promise<void> {
  await removeWhere({ project })
}

async function removeWhere(filter: QueryFilter<WebhookRecord>): Promise<void> {
  const found = await WebhookModel.find(filter, { _id: 1 }).lean()
  const ids = found.map(({ _id }) => _id)
  if (ids.length === 0) return
  await removeDeliveriesOf(ids)
  await WebhookModel.deleteMany({ _id: isOneOf(ids) })
}
