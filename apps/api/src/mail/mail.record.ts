/** Mails that wait to be sent. Their content is written when they are sent, so that nothing is stored twice. */
import mongoose, { type Types } from 'mongoose'
import { storeTasks } from '../core/task.record'

const { Schema } = mongoose

export interface MailRecord {
  /** Derived from the subject of the mail, so that it is never stored twice. Part of its Message-ID. */
  _id: string
  kind: 'reset' | 'digest' | 'confirm' | 'webhook' | 'token' | 'address' | 'join'
  /** For a password reset and an invitation to a project: the entered address. It may belong to no account. */
  email: string | null
  /** The receiver, an account or a subscriber; null when an address was entered. */
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
  /** For a new API token or a new address of a webhook: what the mail says about it. For an invitation to a project: its id. */
  about?: string
  /** The language of the person who caused it, for receivers whose own is unknown. */
  language?: string
  state: 'waiting' | 'done'
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
    language: { type: String },
    state: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
mailSchema.index({ user: 1, project: 1, createdAt: -1 })
mailSchema.index({ project: 1 })
mailSchema.index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })

const MailModel = mongoose.model<MailRecord>('Mail', mailSchema)

type NewMail = Pick<MailRecord, '_id' | 'kind'> &
  Partial<Omit<MailRecord, '_id' | 'kind' | 'state' | 'createdAt'>>

/** Stores a mail unless it is already stored, and requests to send it. @returns the stored one */
export async function storeMail({ _id, ...mail }: NewMail): Promise<MailRecord> {
  const none = { notices: [], messages: [], versions: [], verdicts: [] }
  const fields = { email: null, user: null, project: null, ...none, ...mail }
  const waiting = { state: 'waiting' as const, createdAt: new Date() }
  const stored = await MailModel.findOneAndUpdate(
    { _id },
    { $setOnInsert: { ...fields, ...waiting } },
    { upsert: true, returnDocument: 'after' },
  ).lean<MailRecord>()
  if (!stored) throw new Error('a mail was not stored')
  const { user: account, project } = stored
  const kind = stored.kind === 'digest' ? 'digest' : 'mail'
  await storeTasks([{ _id: `mail ${_id}`, kind, account, project, mail: _id }])
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

/** A mail that waits to be sent. */
export function findWaitingMail(_id: string): Promise<MailRecord | null> {
  return MailModel.findOne({ _id, state: 'waiting' }).lean<MailRecord>().exec()
}

/** Marks a mail as done, and removes its address. */
export async function finishMail(_id: string): Promise<void> {
  await MailModel.updateOne({ _id }, { $set: { state: 'done', email: null } })
}

/** Removes a password reset that its receiver's server refused, so that the next request is not taken for the same. */
export async function dropReset(_id: string): Promise<void> {
  await MailModel.deleteOne({ _id, kind: 'reset' })
}
