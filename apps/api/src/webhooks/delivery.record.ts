/** Messages to webhooks. Those of one project are sent to a webhook in order, by one task. */
import mongoose, { type Types } from 'mongoose'
import { limits } from '@pinmark/shared/limits'
import type { WebhookEvent } from '@pinmark/shared/entities/webhook'
import { removeTasksOf, storeTasks, type NewTask } from '../core/task.record'
import { insertMissing, isAbove, isBelow, isOneOf } from '../mongo/queries'

const { Schema } = mongoose

export interface DeliveryRecord {
  /** Derived from event and webhook, so that a message is never stored twice and the receiver recognises it. */
  _id: string
  webhook: Types.ObjectId
  project: Types.ObjectId
  event: WebhookEvent
  /** As text, such as `Comment 13 added`. */
  what: string
  /** Sorts in the order of the project's events. */
  order: string
  /** The body of the message. */
  body: string
  state: 'waiting' | 'done'
  tries: number
  status: number | null
  problem: string | null
  response: string
  ms: number | null
  createdAt: Date
  /** The result of the last attempt. */
  triedAt: Date | null
}

/** The longest lifetime of a message. */
const keptSeconds = 30 * 24 * 60 * 60

const deliverySchema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    webhook: { type: Schema.Types.ObjectId, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    event: { type: String, required: true },
    what: { type: String, required: true },
    order: { type: String, required: true },
    body: { type: String, required: true },
    state: { type: String, required: true },
    tries: { type: Number, default: 0 },
    status: { type: Number, default: null },
    problem: { type: String, default: null },
    response: { type: String, default: '' },
    ms: { type: Number, default: null },
    createdAt: { type: Date, required: true },
    triedAt: { type: Date, default: null },
  },
  { versionKey: false },
)
deliverySchema.index({ webhook: 1, project: 1, state: 1, order: 1 })
deliverySchema.index({ webhook: 1, createdAt: -1, order: -1 })
deliverySchema.index({ project: 1 })
deliverySchema.index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })

const DeliveryModel = mongoose.model<DeliveryRecord>('Delivery', deliverySchema)

export type NewDelivery = Pick<
  DeliveryRecord,
  '_id' | 'webhook' | 'project' | 'event' | 'what' | 'order' | 'body'
> & {
  /** The account that owns webhook and project. */
  owner: Types.ObjectId
}
export type Attempt = Pick<DeliveryRecord, 'status' | 'problem' | 'response' | 'ms'>

/** Stores messages that are not stored yet, and requests to send them. It is idempotent. */
export async function storeDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const createdAt = new Date()
  await insertMissing(
    DeliveryModel,
    deliveries.map(({ owner: _owner, ...delivery }) => ({
      ...delivery,
      ...{ state: 'waiting', tries: 0, status: null, problem: null, response: '', ms: null },
      ...{ createdAt, triedAt: null },
    })),
  )
  const tasks = new Map(deliveries.map(taskOf).map((task) => [task._id, task]))
  await storeTasks([...tasks.values()])
}

function taskOf({ webhook, project, owner: account }: NewDelivery): NewTask {
  const _id = `deliver ${webhook.toHexString()} ${project.toHexString()}`
  return { _id, kind: 'deliver', account, project, webhook }
}

/** Messages of one project to one webhook. */
export type Queue = Pick<DeliveryRecord, 'webhook' | 'project'>

export function findFirstWaiting({ webhook, project }: Queue): Promise<DeliveryRecord | null> {
  return DeliveryModel.findOne({ webhook, project, state: 'waiting' })
    .sort({ order: 1 })
    .lean<DeliveryRecord>()
    .exec()
}

/** Stores the result of an attempt. */
export async function storeAttempt(_id: string, attempt: Attempt, isDone: boolean): Promise<void> {
  const change = { ...attempt, triedAt: new Date(), ...(isDone && { state: 'done' as const }) }
  await DeliveryModel.updateOne({ _id }, { $set: change, $inc: { tries: 1 } })
}

const newestFirst = { createdAt: -1, order: -1 } as const

/** The latest messages to a webhook, newest first. */
export function findDeliveries(webhook: Types.ObjectId, limit: number): Promise<DeliveryRecord[]> {
  return DeliveryModel.find({ webhook }).sort(newestFirst).limit(limit).lean<DeliveryRecord[]>().exec()
}

export function findDelivery(webhook: Types.ObjectId, _id: string): Promise<DeliveryRecord | null> {
  return DeliveryModel.findOne({ _id, webhook }).lean<DeliveryRecord>().exec()
}

/** The newest message with a failed attempt. */
export function findLastTried(webhook: Types.ObjectId): Promise<DeliveryRecord | null> {
  return DeliveryModel.findOne({ webhook, state: 'waiting', tries: isAbove(0) })
    .sort(newestFirst)
    .lean<DeliveryRecord>()
    .exec()
}

/** Removes delivered messages except the newest ones. */
export async function forgetOldDeliveries(webhook: Types.ObjectId): Promise<void> {
  const oldest = await DeliveryModel.findOne({ webhook }, { createdAt: 1 })
    .sort(newestFirst)
    .skip(limits.deliveriesKept - 1)
    .lean()
  if (oldest) {
    await DeliveryModel.deleteMany({ webhook, state: 'done', createdAt: isBelow(oldest.createdAt) })
  }
}

/** Of these webhooks, those whose queue is full, by id. */
export async function findFullWebhooks(webhooks: readonly Types.ObjectId[]): Promise<Set<string>> {
  if (webhooks.length === 0) return new Set()
  const found = await DeliveryModel.aggregate<{ _id: Types.ObjectId }>([
    { $match: { webhook: { $in: [...webhooks] }, state: 'waiting' } },
    { $group: { _id: '$webhook', count: { $sum: 1 } } },
    { $match: { count: { $gte: limits.deliveriesWaiting } } },
  ])
  return new Set(found.map(({ _id }) => _id.toHexString()))
}

/** Removes all messages, waiting and sent, of these webhooks. */
export async function removeDeliveriesOf(webhooks: readonly Types.ObjectId[]): Promise<void> {
  await DeliveryModel.deleteMany({ webhook: isOneOf(webhooks) })
  await removeTasksOf(webhooks)
}

export async function removeDeliveriesFrom(project: Types.ObjectId): Promise<void> {
  await DeliveryModel.deleteMany({ project })
}
