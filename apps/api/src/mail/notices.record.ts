/** Mail settings of accounts, and the notices that wait for accounts and for visitors who left an address. */
import mongoose, { type Types } from 'mongoose'
import type { NoticeMode } from '@pinmark/shared/entities/notices'
import { insertMissing, isOneOf } from '../mongo/queries'

const { Schema } = mongoose

/** An account without a record gets the digest for everything. */
interface NoticeSettingsRecord {
  _id: Types.ObjectId
  mode: NoticeMode
  projects: { project: Types.ObjectId; mode: NoticeMode }[]
}

/** An event that a receiver will get mail about. */
interface NoticeRecord {
  /** Derived from the event and its receiver, so that it is never stored twice. */
  _id: string
  /** An account or a subscriber. */
  user: Types.ObjectId
  project: Types.ObjectId
  /** A comment or reply; null for anything else. */
  message: Types.ObjectId | null
  /** Public id. */
  version: string | null
  /** Missing in older notices. */
  verdict?: Types.ObjectId | null
  at: Date
  state: 'waiting' | 'done'
}

const keptSeconds = 7 * 24 * 60 * 60
/** The largest number of notices in one mail. A mail stores only their ids and shows the first few. */
const maxNotices = 10_000

const settingsSchema = new Schema<NoticeSettingsRecord>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    mode: { type: String, required: true },
    projects: {
      type: [new Schema({ project: Schema.Types.ObjectId, mode: String }, { _id: false })],
      default: [],
    },
  },
  { versionKey: false },
)

const noticeSchema = new Schema<NoticeRecord>(
  {
    _id: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    message: { type: Schema.Types.ObjectId, default: null },
    version: { type: String, default: null },
    verdict: { type: Schema.Types.ObjectId, default: null },
    at: { type: Date, required: true },
    state: { type: String, required: true },
  },
  { versionKey: false },
)
noticeSchema.index({ state: 1, user: 1, project: 1, at: 1 })
noticeSchema.index({ user: 1 })
noticeSchema.index({ project: 1 })
noticeSchema.index({ at: 1 }, { expireAfterSeconds: keptSeconds })

const SettingsModel = mongoose.model<NoticeSettingsRecord>('NoticeSettings', settingsSchema, 'noticeSettings')
const NoticeModel = mongoose.model<NoticeRecord>('Notice', noticeSchema)

export interface NoticeSettings {
  mode: NoticeMode
  projects: readonly { project: Types.ObjectId; mode: NoticeMode }[]
}

const standard: NoticeSettings = { mode: 'digest', projects: [] }

export async function findNoticeSettings(user: Types.ObjectId): Promise<NoticeSettings> {
  return (await SettingsModel.findById(user).lean()) ?? standard
}

/** When an account gets mail about a project. */
export function modeFor({ mode, projects }: NoticeSettings, project: Types.ObjectId): NoticeMode {
  return projects.find((own) => own.project.equals(project))?.mode ?? mode
}

export async function setNoticeMode(user: Types.ObjectId, mode: NoticeMode): Promise<void> {
  await SettingsModel.updateOne({ _id: user }, { $set: { mode } }, { upsert: true })
}

/** @param mode null makes the project follow the account */
export async function setNoticeModeFor(
  user: Types.ObjectId,
  project: Types.ObjectId,
  mode: NoticeMode | null,
): Promise<void> {
  const others = {
    $filter: {
      input: { $ifNull: ['$projects', []] },
      as: 'own',
      cond: { $ne: ['$$own.project', project] },
    },
  }
  const projects = mode === null ? others : { $concatArrays: [others, [{ project, mode }]] }
  await SettingsModel.updateOne(
    { _id: user },
    [{ $set: { mode: { $ifNull: ['$mode', standard.mode] }, projects } }],
    { upsert: true, updatePipeline: true },
  )
}

export type NewNotice = Omit<NoticeRecord, 'state'>

/** Stores notices that are not stored yet. It is idempotent. */
export async function storeNotices(notices: readonly NewNotice[]): Promise<void> {
  await insertMissing(
    NoticeModel,
    notices.map((notice) => ({ ...notice, state: 'waiting' })),
  )
}

/** The notices of one account or subscriber about one project. */
export interface NoticeGroup {
  user: Types.ObjectId
  project: Types.ObjectId
}

export interface WaitingGroup extends NoticeGroup {
  firstAt: Date
  lastAt: Date
}

const groupsAtOnce = 200

/** Waiting notices, grouped by receiver and project, in batches. The groups take turns, so that one receiver
 *  does not delay another.
 *  @param after the last group of the previous batch; null starts with the first group
 *  @returns `next`: the same for the next batch */
export async function findWaitingGroups(
  after: NoticeGroup | null,
): Promise<{ groups: WaitingGroup[]; next: NoticeGroup | null }> {
  const later = after && {
    $or: [{ user: { $gt: after.user } }, { user: after.user, project: { $gt: after.project } }],
  }
  const found = await NoticeModel.aggregate<{ _id: NoticeGroup; firstAt: Date; lastAt: Date }>([
    { $match: { state: 'waiting', ...later } },
    {
      $group: {
        _id: { user: '$user', project: '$project' },
        firstAt: { $min: '$at' },
        lastAt: { $max: '$at' },
      },
    },
    { $sort: { _id: 1 } },
    { $limit: groupsAtOnce },
  ])
  const groups = found.map(({ _id, ...times }) => ({ ..._id, ...times }))
  return { groups, next: found.length < groupsAtOnce ? null : (found.at(-1)?._id ?? null) }
}

/** The contents of one mail, in the order of its notices. */
export interface NoticeContent {
  /** The notices themselves. Several may be about one verdict, because its author may change it. */
  notices: readonly string[]
  messages: readonly Types.ObjectId[]
  /** Public ids. */
  versions: readonly string[]
  verdicts: readonly Types.ObjectId[]
}

/** The contents of the next mail. The notice that has waited longest is the first. */
export async function findWaiting({ user, project }: NoticeGroup): Promise<NoticeContent> {
  const found = await NoticeModel.find(
    { state: 'waiting', user, project },
    { message: 1, version: 1, verdict: 1 },
  )
    .sort({ at: 1, _id: 1 })
    .limit(maxNotices)
    .lean()
  return {
    notices: found.map(({ _id }) => _id),
    messages: found.flatMap(({ message }) => message ?? []),
    versions: found.flatMap(({ version }) => version ?? []),
    verdicts: found.flatMap(({ verdict }) => verdict ?? []),
  }
}

/** Ends notices that are in a mail, or no longer of interest. */
export async function finishNotices(ids: readonly string[]): Promise<void> {
  await NoticeModel.updateMany({ _id: isOneOf(ids), state: 'waiting' }, { state: 'done' })
}

export async function removeNoticesOf(user: Types.ObjectId): Promise<void> {
  await NoticeModel.deleteMany({ user })
  await SettingsModel.deleteOne({ _id: user })
}

export async function removeNoticesFrom(project: Types.ObjectId): Promise<void> {
  await NoticeModel.deleteMany({ project })
}
