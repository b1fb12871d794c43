/** Mail addresses that visitors left for replies and new versions. No answer contains one: an address leaves
 *  the server only as the receiver of a mail. It is removed when its visitor stops the mails, can no longer
 *  see the project by the link they used, does not confirm it, or has had no mail for a long time. */
import mongoose, { type QueryFilter, type Types } from 'mongoose'
import { newPublicId } from '../base/ids'
import { isAbove, isNot, isOneOf } from '../mongo/queries'
import { lockOf } from '../projects/link-state'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'

const { Schema } = mongoose

export interface SubscriberRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  /** See `visitorKey` in visit.record.ts. */
  visitor: string
  email: string
  /** Of the page where they entered it. Missing in older records. */
  language?: string
  /** Identifies the address in links. A new address gets a new key, which invalidates the links of the
   *  previous one. */
  key: string
  /** The visitor's access to the project: its link, and the lock of the link's password. */
  linkId: string
  lock: string | null
  /** Null until the visitor opens the confirmation link. Before that, only this link is sent. */
  confirmedAt: Date | null
  /** When it is removed. */
  expiresAt: Date
}

const dayMs = 24 * 60 * 60_000
const confirmMs = dayMs
/** Lifetime since the last mail. */
const unusedMs = 180 * dayMs

const subscriberSchema = new Schema<SubscriberRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    visitor: { type: String, required: true },
    email: { type: String, required: true },
    language: { type: String },
    key: { type: String, required: true },
    linkId: { type: String, required: true },
    lock: { type: String, default: null },
    confirmedAt: { type: Date, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
subscriberSchema.index({ project: 1, visitor: 1 }, { unique: true })
subscriberSchema.index({ key: 1 }, { unique: true })
subscriberSchema.index({ visitor: 1 })
subscriberSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const SubscriberModel = mongoose.model<SubscriberRecord>('Subscriber', subscriberSchema)

type Visited = Pick<ProjectRecord, '_id' | 'linkId' | 'link'>

/** The database removes expired records within a minute. */
const isKept = () => ({ expiresAt: isAbove(new Date()) })
const isConfirmed = () => ({ confirmedAt: isNot(null), ...isKept() })
const fromNow = (ms: number) => new Date(Date.now() + ms)

/** Stores an unconfirmed address, in place of the one that the visitor entered before. */
export async function storeSubscriber(
  { _id: project, linkId, link }: Visited,
  visitor: string,
  { email, language }: Required<Pick<SubscriberRecord, 'email' | 'language'>>,
): Promise<SubscriberRecord> {
  const fields = { email, language, key: newPublicId(), linkId, lock: lockOf(link), confirmedAt: null }
  return SubscriberModel.findOneAndUpdate(
    { project, visitor },
    { $set: { ...fields, expiresAt: fromNow(confirmMs) } },
    { upsert: true, returnDocument: 'after' },
  )
    .lean<SubscriberRecord>()
    .orFail()
}

export function findSubscriber(project: Types.ObjectId, visitor: string): Promise<SubscriberRecord | null> {
  return findKept({ project, visitor })
}

export function findSubscriberByKey(key: string): Promise<SubscriberRecord | null> {
  return findKept({ key })
}

export function findSubscriberById(_id: Types.ObjectId): Promise<SubscriberRecord | null> {
  return findKept({ _id })
}

function findKept(filter: QueryFilter<SubscriberRecord>): Promise<SubscriberRecord | null> {
  return SubscriberModel.findOne({ ...filter, ...isKept() })
    .lean<SubscriberRecord>()
    .exec()
}

/** The confirmed addresses of these projects, in a stable order. */
export function findSubscribersOf(projects: readonly Types.ObjectId[]): Promise<SubscriberRecord[]> {
  return SubscriberModel.find({ project: isOneOf(projects), ...isConfirmed() })
    .sort({ _id: 1 })
    .lean<SubscriberRecord[]>()
    .exec()
}

/** Confirms an address. It is idempotent. */
export async function confirmSubscriber(key: string): Promise<void> {
  const confirmed = { confirmedAt: new Date(), expiresAt: fromNow(unusedMs) }
  await SubscriberModel.updateOne({ key, confirmedAt: null, ...isKept() }, confirmed)
}

/** Extends the lifetime, because a mail was written. */
export async function keepSubscriber(_id: Types.ObjectId): Promise<void> {
  await SubscriberModel.updateOne({ _id, ...isConfirmed() }, { expiresAt: fromNow(unusedMs) })
}

/** @returns the removed record */
export function forgetSubscriber(key: string): Promise<SubscriberRecord | null> {
  return SubscriberModel.findOneAndDelete({ key }).lean<SubscriberRecord>().exec()
}

export async function forgetSubscriberOf(project: Types.ObjectId, visitor: string): Promise<void> {
  await SubscriberModel.deleteOne({ project, visitor })
}

export async function forgetVisitor(visitor: string): Promise<void> {
  await SubscriberModel.deleteMany({ visitor })
}

export async function forgetSubscribersFrom(project: Types.ObjectId): Promise<void> {
  await SubscriberModel.deleteMany({ project })
}

/** Whether visitors still see the project by the link they used. A new password shuts them out until they
 *  enter it, which no mail can do. */
export function seesByLink(
  { linkId, lock }: Pick<SubscriberRecord, 'linkId' | 'lock'>,
  project: Pick<ProjectRecord, 'linkId' | 'link'>,
): boolean {
  const { closedAt, endsAt } = project.link
  const present = lockOf(project.link)
  const isOpen = closedAt === null && !(endsAt && endsAt <= new Date())
  return project.linkId === linkId && isOpen && (present === null || present === lock)
}

const projectsAtOnce = 200

/** Removes the addresses of visitors who can no longer see their project. A project in the trash may be
 *  restored, so its addresses stay. */
export async function forgetSubscribersShutOut(): Promise<void> {
  const ids = await SubscriberModel.distinct('project')
  for (let at = 0; at < ids.length; at += projectsAtOnce) {
    const some = isOneOf(ids.slice(at, at + projectsAtOnce))
    const projects = await ProjectModel.find({ _id: some }, { linkId: 1, link: 1 }).lean<Visited[]>()
    const subscribers = await SubscriberModel.find({ project: some }).lean<SubscriberRecord[]>()
    const shutOut = subscribers.filter((subscriber) => {
      const project = projects.find(({ _id }) => _id.equals(subscriber.project))
      return !project || !seesByLink(subscriber, project)
    })
    // By their keys, because one of the visitors may just have used the new link.
    if (shutOut.length > 0) await SubscriberModel.deleteMany({ key: isOneOf(shutOut.map(({ key }) => key)) })
  }
}
