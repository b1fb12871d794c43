/** Messages to webhooks. They wait in lanes: one lane per webhook and project, sent in order. */
import mongoose, { type Types } from 'mongoose'
import { limits } from '@pinmark/shared/limits'
import type { WebhookEvent } from '@pinmark/shared/entities/webhook'
import { insertMissing, isAbove, isBelow, isNoneOf, isNot, isOneOf, isUpTo } from '../mongo/queries'

const { Schema } = mongoose

export interface DeliveryRecord {
  /** Derived from event and webhook, so that a message is never stored twice and the receiver recognises it. */
  _id: string
  webhook: Types.ObjectId
  project: Types.ObjectId
  event: WebhookEvent
  /** As text, such as `Comment 13 added`. */
  what: string
  /** Sorts in the order of the events. */
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

interface LaneRecord {
  _id: string
  webhook: Types.ObjectId
  project: Types.ObjectId
  /** The account that owns both. */
  owner: Types.ObjectId
  /** When its first message is sent next; null without messages. */
  nextAt: Date | null
  /** Attempts for its first message. */
  tries: number
  /** Increased with every message, so that a lane is not removed as empty while a message arrives. */
  revision: number
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
deliverySchema.index({ webhook: 1, order: -1 })
deliverySchema.index({ project: 1 })
deliverySchema.index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })

const laneSchema = new Schema<LaneRecord>(
  {
    _id: { type: String, required: true },
    webhook: { type: Schema.Types.ObjectId, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    nextAt: { type: Date, default: null },
    tries: { type: Number, default: 0 },
    revision: { type: Number, default: 0 },
  },
  { versionKey: false },
)
laneSchema.index({ nextAt: 1 })
laneSchema.index({ webhook: 1 })
laneSchema.index({ project: 1 })

const DeliveryModel = mongoose.model<DeliveryRecord>('Delivery', deliverySchema)
const LaneModel = mongoose.model<LaneRecord>('DeliveryLane', laneSchema, 'deliveryLanes')

export type Lane = Pick<LaneRecord, '_id' | 'webhook' | 'project' | 'owner' | 'tries' | 'revision'>
export type NewDelivery = Pick<
  DeliveryRecord,
  '_id' | 'webhook' | 'project' | 'event' | 'what' | 'order' | 'body'
> &
  Pick<LaneRecord, 'owner'>
export type Attempt = Pick<DeliveryRecord, 'status' | 'problem' | 'response' | 'ms'>

/** Stores messages that are not stored yet, and starts their lanes. It is idempotent. */
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
  const lanes = new Map(deliveries.map((delivery) => [laneOf(delivery), delivery]))
  await lanesAsStored().bulkWrite(
    [...lanes].map(([_id, { webhook, project, owner }]) => ({
      updateOne: {
        filter: { _id },
        update: [
          {
            $set: {
              webhook,
              project,
              owner,
              nextAt: { $ifNull: ['$nextAt', createdAt] },
              tries: { $ifNull: ['$tries', 0] },
              revision: { $add: [{ $ifNull: ['$revision', 0] }, 1] },
            },
          },
        ],
        upsert: true,
      },
    })),
    { ordered: false },
  )
}

/** Mongoose does not support pipelines in a bulk write. */
const lanesAsStored = () => LaneModel.db.collection<LaneRecord>(LaneModel.collection.name)

function laneOf({ webhook, project }: Pick<NewDelivery, 'webhook' | 'project'>): string {
  return `${webhook.toHexString()} ${project.toHexString()}`
}

/** The lanes whose first message is due, longest waiting first.
 *  @param except accounts whose lanes are left out */
export function findDueLanes(limit: number, except: readonly Types.ObjectId[]): Promise<Lane[]> {
  return LaneModel.find({ nextAt: isUpTo(new Date()), owner: isNoneOf(except) })
    .sort({ nextAt: 1 })
    .limit(limit)
    .lean<Lane[]>()
    .exec()
}

export function findFirstWaiting({ webhook, project }: Lane): Promise<DeliveryRecord | null> {
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

/** Makes a lane wait after a failed attempt, unless it was released during the attempt. */
export async function holdLane({ _id, tries }: Lane, waitMs: number): Promise<void> {
  const change = { $set: { nextAt: new Date(Date.now() + waitMs) }, $inc: { tries: 1 } }
  await LaneModel.updateOne({ _id, tries, nextAt: isNot(null) }, change)
}

/** Starts the attempts of a lane again, unless its webhook is paused. */
export async function advanceLane({ _id }: Lane): Promise<void> {
  await LaneModel.updateOne({ _id, ...isWaitingForAttempt }, { nextAt: new Date(), tries: 0 })
}

/** The same for all lanes of a webhook. */
export async function advanceLanesOf(webhook: Types.ObjectId): Promise<void> {
  await LaneModel.updateMany({ webhook, ...isWaitingForAttempt }, { nextAt: new Date(), tries: 0 })
}

const isWaitingForAttempt = { tries: isNot(0), nextAt: isNot(null) }

/** Puts a lane behind the other lanes. */
export async function yieldLane({ _id }: Lane): Promise<void> {
  // A webhook that was paused meanwhile keeps its lanes on hold.
  await LaneModel.updateOne({ _id, nextAt: isNot(null) }, { nextAt: new Date() })
}

/** Removes a lane without messages, unless one arrives meanwhile. */
export async function emptyLane({ _id, revision }: Lane): Promise<void> {
  await LaneModel.deleteOne({ _id, revision })
}

/** Holds the lanes of a webhook, or releases them with all their attempts. */
export async function setLanesOf(webhook: Types.ObjectId, state: 'held' | 'due'): Promise<void> {
  await LaneModel.updateMany({ webhook }, { nextAt: state === 'held' ? null : new Date(), tries: 0 })
}

/** The webhooks with held lanes. */
export function findHeldWebhooks(): Promise<Types.ObjectId[]> {
  return LaneModel.distinct('webhook', { nextAt: null }).exec()
}

/** Releases the held lanes of a webhook, and leaves lanes alone that wait for their next attempt. */
export async function releaseLanesOf(webhook: Types.ObjectId): Promise<void> {
  await LaneModel.updateMany({ webhook, nextAt: null }, { nextAt: new Date(), tries: 0 })
}

/** The latest messages to a webhook, newest first. */
export function findDeliveries(webhook: Types.ObjectId, limit: number): Promise<DeliveryRecord[]> {
  return DeliveryModel.find({ webhook }).sort({ order: -1 }).limit(limit).lean<DeliveryRecord[]>().exec()
}

export function findDelivery(webhook: Types.ObjectId, _id: string): Promise<DeliveryRecord | null> {
  return DeliveryModel.findOne({ _id, webhook }).lean<DeliveryRecord>().exec()
}

/** The newest message with a failed attempt. */
export function findLastTried(webhook: Types.ObjectId): Promise<DeliveryRecord | null> {
  return DeliveryModel.findOne({ webhook, state: 'waiting', tries: isAbove(0) })
    .sort({ order: -1 })
    .lean<DeliveryRecord>()
    .exec()
}

/** Removes delivered messages except the newest ones. */
export async function forgetOldDeliveries(webhook: Types.ObjectId): Promise<void> {
  const oldest = await DeliveryModel.findOne({ webhook }, { order: 1 })
    .sort({ order: -1 })
    .skip(limits.deliveriesKept - 1)
    .lean()
  if (oldest) await DeliveryModel.deleteMany({ webhook, state: 'done', order: isBelow(oldest.order) })
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
  await LaneModel.deleteMany({ webhook: isOneOf(webhooks) })
}

export async function removeDeliveriesFrom(project: Types.ObjectId): Promise<void> {
  await DeliveryModel.deleteMany({ project })
  await LaneModel.deleteMany({ project })
}
