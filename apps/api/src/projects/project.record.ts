import mongoose, { type QueryFilter, type Types } from 'mongoose'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import { isAnyDate } from '../mongo/queries'

const { Schema } = mongoose

/** One upload of a design. `image` is the id of the stored image; its size and preview are copied here, so that a
 *  project opens without reading the images. */
export interface VersionRecord {
  publicId: string
  /** 1 for the first upload of a design; never reused. */
  number: number
  /** What changed, in the owner's words. */
  note: string
  /** The round during which it arrived. */
  round: number
  /** Progress of placing the comments of older versions; missing for a first version. */
  placing?: 'pending' | 'done' | 'failed' | undefined
  image: string
  width: number
  height: number
  placeholder: string
  /** Width of the image's `narrow` rendition in pixels; missing without one. */
  narrowWidth?: number | undefined
  /** What the image lacks of its file, a sentence each; missing if it lacks nothing. */
  warnings?: string[] | undefined
  /** The name of the uploaded file, as its sender gave it; missing for an image that was sent in JSON, and in older
   *  versions. */
  fileName?: string | undefined
  /** SHA-256 of the image's `view`, base64url. Equal pixels give equal bytes. Missing in the first versions
   *  of older projects. */
  pixels?: string | undefined
  /** Identifies its upload when that is repeated; missing without an Idempotency-Key. */
  upload?: string | undefined
  /** Missing without one. */
  build?: BuildRecord | undefined
  createdAt: Date
}

/** A picture of the page that was built after a version. The next one replaces it. */
export interface BuildRecord extends Pick<
  VersionRecord,
  'image' | 'width' | 'height' | 'narrowWidth' | 'pixels'
> {
  publicId: string
  createdAt: Date
}

export interface DesignRecord {
  publicId: string
  title: string
  /** The number of the next version; never decreased. */
  nextVersion: number
  /** Oldest first. */
  versions: VersionRecord[]
}

/** A deleted design with its versions, or one removed version of a design. */
export interface TrashRecord extends DesignRecord {
  deletedAt: Date
  /** Place of the design among the others, 0 for the first; null for a single version. */
  at: number | null
}

export interface RoundRecord {
  number: number
  openedAt: Date
  /** Set while only the owner can comment. */
  closedAt: Date | null
  /** The owner's message on closing it. */
  message: string
}

export interface LinkRecord {
  permission: LinkPermission
  closedAt: Date | null
  /** From this time on it is closed for everyone but the owner. */
  endsAt: Date | null
  /** From this time on it is view only; missing if no such end was set. */
  viewOnlyAt?: Date | null | undefined
  passwordHash: string | null
  passwordSetAt?: Date | null | undefined
  /** Ties link tokens and guests' image addresses to the present password. It changes with every password,
   *  every new link and every closing; missing before the first password. */
  lock?: string | undefined
}

/** A person who works on the project besides its owner. */
export interface MemberRecord {
  user: Types.ObjectId
  /** Of the account. */
  publicId: string
  /** Copied from the account, as the owner's name is. */
  name: string
  nameKeys: string[]
  since: Date
  /** Set while the owner offers them the project. */
  offeredAt: Date | null
}

/** An invitation to become a member. Its address is derived from `id`, and not stored. */
export interface JoinInvitationRecord {
  id: string
  /** The address that it was made for. */
  email: string | null
  endsAt: Date
  /** The member who used it, by public id, so that a repeated request is recognised. */
  usedBy: string | null
}

export interface LastCommentRecord {
  commenter: string
  text: string
  createdAt: Date
  byOwner: boolean
}

/** Counts of the comments after change number `seq`: see project-stats.record.ts. */
export interface StatsRecord {
  seq: number
  open: number
  total: number
  /** Threads that others created or answered since the owner's last visit. */
  new: number
  last: LastCommentRecord | null
}

export interface ProjectRecord {
  _id: Types.ObjectId
  /** Permanent; the id for the owner's calls. */
  publicId: string
  /** The id for guests; replaced by "new link". */
  linkId: string
  /** Every id this project ever had: its owner and members may use any of them. */
  addresses: string[]
  owner: Types.ObjectId
  /** Copied from the account, so that opening a link and checking a guest's name need no second read. */
  ownerName: string
  /** Keys that a guest's name may not share. */
  ownerNameKeys: string[]
  /** In the order in which they joined. Missing in older projects. */
  members: MemberRecord[] | undefined
  /** Those that can be used, and those that a member has used. Missing in older projects. */
  invitations: JoinInvitationRecord[] | undefined
  name: string
  description: string
  /** Of all its designers; missing in older projects. */
  labels?: string[] | undefined
  /** Set while it is not in the list of projects. */
  archivedAt?: Date | null | undefined
  link: LinkRecord
  designs: DesignRecord[]
  /** Deleted designs and versions that can be restored, in the order of their deletion. */
  trash: TrashRecord[]
  /** Number of designs outside the trash, because the list of projects reads no designs. */
  designCount: number
  /** Number of all versions, including the trash. */
  versionCount: number
  /** Increased by every change to the designs that a page shows. */
  designsRevision: number
  round: RoundRecord
  /** The newest version of the first design: the project's picture, and the default place of a comment. */
  front: { design: string; version: string; image: string; width: number; height: number }
  /** The number of the next thread; never decreased. */
  nextNumber: number
  /** Number of comments and replies that are not deleted. */
  size: number
  /** Number of changes of its contents: see core/change-project.ts. */
  seq: number
  /** The number of the newest change of other fields than counters; missing without one. */
  fieldsSeq?: number
  stats: StatsRecord
  /** Identifies the request that created the project when it is repeated; missing in the trash. */
  creation?: string | undefined
  createdAt: Date
  /** 'Edited': changed only by rename, description, new design and new version. */
  updatedAt: Date
  deletedAt: Date | null
}

/** The projects that an account owns, or is a member of. */
export const designedBy = (user: Types.ObjectId): QueryFilter<ProjectRecord> => ({
  $or: [{ owner: user }, { 'members.user': user }],
})

/** The `$inc` of a change that leaves the counts as they are: current ones stay current, and others stay to be counted. */
export const countsStay = { seq: 1, 'stats.seq': 1 } as const
/** As `stats.seq`: no change has a number below zero, so the next reader counts. */
export const uncounted = -1

/** Which versions the designs of a project have, oldest first. */
export type VersionList = readonly {
  readonly publicId: string
  readonly versions: readonly Readonly<Pick<VersionRecord, 'publicId' | 'createdAt'>>[]
}[]

/** A project without its designs. */
export type ProjectHead = Omit<ProjectRecord, 'designs'>

/** The images of these versions and of their builds. */
export function imagesOf(versions: readonly Pick<VersionRecord, 'image' | 'build'>[]): string[] {
  return versions.flatMap(({ image, build }) => (build ? [image, build.image] : [image]))
}

const buildSchema = new Schema<BuildRecord>(
  {
    publicId: String,
    image: String,
    width: Number,
    height: Number,
    narrowWidth: Number,
    pixels: String,
    createdAt: Date,
  },
  { _id: false },
)
const versionSchema = new Schema<VersionRecord>(
  {
    publicId: String,
    number: Number,
    note: String,
    round: Number,
    placing: String,
    image: String,
    width: Number,
    height: Number,
    placeholder: String,
    narrowWidth: Number,
    warnings: { type: [String], default: undefined },
    fileName: String,
    pixels: String,
    upload: String,
    build: buildSchema,
    createdAt: Date,
  },
  { _id: false },
)
const designFields = { publicId: String, title: String, nextVersion: Number, versions: [versionSchema] }
const designSchema = new Schema<DesignRecord>(designFields, { _id: false })
const trashSchema = new Schema<TrashRecord>({ ...designFields, deletedAt: Date, at: Number }, { _id: false })
const roundSchema = new Schema<RoundRecord>(
  { number: Number, openedAt: Date, closedAt: Date, message: String },
  { _id: false },
)
const linkSchema = new Schema<LinkRecord>(
  {
    permission: String,
    closedAt: Date,
    endsAt: Date,
    viewOnlyAt: Date,
    passwordHash: String,
    passwordSetAt: Date,
    lock: String,
  },
  { _id: false },
)
const frontSchema = new Schema<ProjectRecord['front']>(
  { design: String, version: String, image: String, width: Number, height: Number },
  { _id: false },
)
const memberSchema = new Schema<MemberRecord>(
  {
    user: Schema.Types.ObjectId,
    publicId: String,
    name: String,
    nameKeys: [String],
    since: Date,
    offeredAt: Date,
  },
  { _id: false },
)
const invitationSchema = new Schema<JoinInvitationRecord>(
  { id: String, email: String, endsAt: Date, usedBy: String },
  { _id: false, id: false },
)
const lastSchema = new Schema<LastCommentRecord>(
  { commenter: String, text: String, createdAt: Date, byOwner: Boolean },
  { _id: false },
)
const statsSchema = new Schema<StatsRecord>(
  { seq: Number, open: Number, total: Number, new: Number, last: { type: lastSchema, default: null } },
  { _id: false },
)

const projectSchema = new Schema<ProjectRecord>(
  {
    publicId: { type: String, required: true },
    linkId: { type: String, required: true },
    addresses: { type: [String], required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    ownerName: { type: String, required: true },
    ownerNameKeys: { type: [String], required: true },
    members: { type: [memberSchema] },
    invitations: { type: [invitationSchema] },
    name: { type: String, required: true },
    description: { type: String, default: '' },
    labels: { type: [String], default: undefined },
    archivedAt: Date,
    link: { type: linkSchema, required: true },
    designs: { type: [designSchema], required: true },
    trash: { type: [trashSchema], default: [] },
    designCount: { type: Number, required: true },
    versionCount: { type: Number, required: true },
    designsRevision: { type: Number, default: 0 },
    round: { type: roundSchema, required: true },
    front: { type: frontSchema, required: true },
    nextNumber: { type: Number, default: 1 },
    size: { type: Number, default: 0 },
    seq: { type: Number, default: 0 },
    fieldsSeq: Number,
    stats: { type: statsSchema, default: { seq: 0, open: 0, total: 0, new: 0, last: null } },
    creation: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, minimize: false },
)

projectSchema.index({ publicId: 1 }, { unique: true })
projectSchema.index({ linkId: 1 }, { unique: true })
projectSchema.index({ addresses: 1 })
projectSchema.index({ creation: 1 }, { unique: true, sparse: true })
projectSchema.index({ owner: 1, deletedAt: 1, updatedAt: -1, _id: -1 })
projectSchema.index({ 'members.user': 1, deletedAt: 1, updatedAt: -1, _id: -1 })
projectSchema.index({ 'invitations.id': 1 })
projectSchema.index(
  { deletedAt: 1 },
  { name: 'deletedAt_dates', partialFilterExpression: { deletedAt: isAnyDate } },
)
projectSchema.index(
  { 'trash.deletedAt': 1 },
  { name: 'trash.deletedAt_dates', partialFilterExpression: { 'trash.deletedAt': isAnyDate } },
)

export const ProjectModel = mongoose.model<ProjectRecord>('Project', projectSchema)
