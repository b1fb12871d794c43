/** Mails that wait to be sent. Their content is written when they are sent, so that nothing is stored twice. */
import mongoose, { type Types } from 'mongoose'
import { isNoneOf, isNot, isUpTo } from '../mongo/queries'

const { Schema } = mongoose

export interface MailRecord {
  /** Derived from the subject of the mail, so that it is never stored twice. Part of its Message-ID. */
  _id: string
  kind: 'reset' | 'digest' | 'confirm' | 'webhook' | 'token' | 'address'
  /** For a password reset: the entered address. It may belong to no account. */
  email: string | null
  /** The receiver, an account or a subscriber; null for a password reset. */
  user: Types.ObjectId | null
  project: Types.ObjectId | null
  /** For a digest: ids of its notices. */
  notices: readonly string[]
  /** For a digest: its comments and replies, in order. */
  messages: readonly Types.ObjectId[]
  /** For a digest: public ids of new versions. Missing in older records. */
  versions?: readonly string[]
  /** For an owner's digest: verdicts of the round. Missing in older records. */
  verdicts?: readonly Types.ObjectId[]
  /** The webhook that was switched off. */
  webhook?: Types.ObjectId | null
  /** For a new API token or a new address of a webhook: what the mail says about it. */
  about?: string
  state: 'waiting' | 'done'
  tries: number
  nextAt: Date
  createdAt: Date
}

const keptSeconds = 7 * 24 * 60 * 60

const mailSchema = new Schema<MailRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    email: { type: String, default: null },
    user: { type: Schema.Types.ObjectId, default: null },
    project: { type: Schema.Types.ObjectId, default: null },
    notices: { type: [String], default: [] },
    messages: { type: [Schema.Types.ObjectId], default: [] },
    versions: { type: [String], default: [] },
    verdicts: { type: [Schema.Types.ObjectId], default: [] },
    webhook: { type: Schema.Types.ObjectId },
    about: { type: String },
    state: { type: String, required: true },
    tries: { type: Number, default: 0 },
    nextAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
mailSchema.index({ state: 1, nextAt: 1 })
mailSchema.index({ user: 1, project: 1, createdAt: -1 })
mailSchema.index({ project: 1 })
mailSchema.index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })

const MailModel = mongoose.model<MailRecord>('Mail', mailSchema)

type NewMail = Pick<MailRecord, '_id' | 'kind'> &
  Partial<Omit<MailRecord, '_id' | 'kind' | 'state' | 'tries' | 'nextAt' | 'createdAt'>>

/** Stores a mail unless it is already stored. @returns the stored one */
export async function storeMail({ _id, ...mail }: NewMail): Promise<MailRecord> {
  const now = new Date()
  const none = { notices: [], messages: [], versions: [], verdicts: [] }
  const fields = { email: null, user: null, project: null, ...none, ...mail }
  const waiting = { state: 'waiting' as const, tries: 0, nextAt: now, createdAt: now }
  const stored = await MailModel.findOneAndUpdate(
    { _id },
    { $setOnInsert: { ...fields, ...waiting } },
    { upsert: true, returnDocument: 'after' },
  ).lean<MailRecord>()
  if (!stored) throw new Error('a mail was not stored')
  return stored
}

/** When the last digest for an account or subscriber about a project was written. */
export async function lastDigestAt(user: Types.ObjectId, project: Types.ObjectId): Promise<Date | null> {
  const last = await MailModel.findOne({ user, project, kind: 'digest' }, { createdAt: 1 })
    .sort({ createdAt: -1 })
    .lean()
  return last?.createdAt ?? null
}

export async function removeMailsOf(user: Types.ObjectId): Promise<void> {
  await MailModel.deleteMany({ user })
}

export async function removeMailsFrom(project: Types.ObjectId): Promise<void> {
  await MailModel.deleteMany({ project })
}

/** The mails that have waited longest for their next attempt: digests, or all others.
 *  @param except mails that are being sent; no digest is found for their receivers */
export function findDueMails(
  group: 'digests' | 'others',
  limit: number,
  except: readonly Pick<MailRecord, '_id' | 'user'>[],
): Promise<MailRecord[]> {
  const receivers = except.flatMap(({ user }) => user ?? [])
  const inGroup =
    group === 'digests'
      ? { kind: 'digest' as const, user: isNoneOf(receivers) }
      : { kind: isNot('digest' as const) }
  const _id = isNoneOf(except.map((mail) => mail._id))
  return MailModel.find({ _id, ...inGroup, state: 'waiting', nextAt: isUpTo(new Date()) })
    .sort({ nextAt: 1 })
    .limit(limit)
    .lean<MailRecord[]>()
    .exec()
}

/** Removes a mail that was sent or is no longer needed. */
export async function finishMail(_id: string): Promise<void> {
  await MailModel.updateOne({ _id }, { $set: { state: 'done', email: null } })
}

/** Removes a password reset that its receiver's server refused, so that the next request is not taken for the same. */
export async function dropReset(_id: string): Promise<void> {
  await MailModel.deleteOne({ _id, kind: 'reset' })
}

/** Stores that a mail is being sent. The next try follows after `waitMs`, unless the mail is finished by then.
 *  @returns false when another process has begun this try, or the mail is finished */
export async function beginTry(
  { _id, tries }: Pick<MailRecord, '_id' | 'tries'>,
  waitMs: number,
): Promise<boolean> {
  const begun = await MailModel.updateOne(
    { _id, state: 'waiting', tries },
    { $set: { nextAt: new Date(Date.now() + waitMs) }, $inc: { tries: 1 } },
  )
  return begun.matchedCount === 1
}

/** Lets the next process send a mail at once, because its attempt was not finished. */
export async function giveTryBack({ _id, tries }: Pick<MailRecord, '_id' | 'tries'>): Promise<void> {
  await MailModel.updateOne({ _id, state: 'waiting' }, { nextAt: new Date(), tries })
}
