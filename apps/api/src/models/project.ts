import mongoose, { type Types } from 'mongoose'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import { isAnyDate } from './partial-indexes'

const { Schema } = mongoose

/** One upload of a design. `image` is the id of the stored image; its size and preview are copied here, so that a
 *  project opens without reading the images. */
export interface VersionRecord {
  publicId: string
  /** 1 for the first upload of a design; never given to another one. */
  number: number
  /** What changed, in the owner's words. */
  note: string
  /** The round during which it arrived. */
  round: number
  /** Whether the comments of older versions have their places on it; left out for a first version. */
  placing?: 'pending' | 'done' | 'failed' | undefined
  image: string
  width: number
  height: number
  placeholder: string
  /** Width of the image's `narrow` rendition in pixels; left out where there is none. */
  narrowWidth?: number | undefined
  /** SHA-256 of the image's `view`, base64url: equal pixels give equal bytes. Missing in versions from before there
   *  could be several. */
  pixels?: string | undefined
  /** Recognises the upload it came from when that is sent again; left out for one without an Idempotency-Key. */
  upload?: string | undefined
  createdAt: Date
}

export interface DesignRecord {
  publicId: string
  title: string
  /** The number that the next version gets; only ever raised. */
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
  /** What the owner said when they closed it. */
  message: string
}

export interface LinkRecord {
  permission: LinkPermission
  closedAt: Date | null
  /** Closed for everyone but the owner from then on. */
  endsAt: Date | null
  /** View only from then on; left out while no such end was set. */
  viewOnlyAt?: Date | null | undefined
  passwordHash: string | null
  passwordSetAt?: Date | null | undefined
  /** Names what a link token and an image address of a guest count for. Another one with every password, every new link
   *  and every closing; left out while there was no password. */
  lock?: string | undefined
  pausedAt: Date | null
}

export interface LastCommentRecord {
  commenter: string
  text: string
  createdAt: Date
  byOwner: boolean
}

/** Counted from the comments. Right only while `seq` equals the project's: see project-stats.ts. */
export interface StatsRecord {
  seq: number
  open: number
  total: number
  /** Threads that others began or answered since the owner last looked. */
  new: number
  last: LastCommentRecord | null
}

export interface ProjectRecord {
  _id: Types.ObjectId
  /** Permanent; what the owner's calls use. */
  publicId: string
  /** What guests use; replaced by "new link". */
  linkId: string
  /** Every id this project ever had: its owner may use any of them. */
  addresses: string[]
  owner: Types.ObjectId
  /** Copied from the account, so that opening a link and refusing a guest the owner's name need no second read. */
  ownerName: string
  /** What a guest's name may not look like. */
  ownerNameKeys: string[]
  name: string
  description: string
  link: LinkRecord
  designs: DesignRecord[]
  /** What was deleted from the designs and can still be restored, in the order of its deletion. */
  trash: TrashRecord[]
  /** Designs that are not in the trash: the list of projects reads no designs. */
  designCount: number
  /** All versions, those in the trash included. */
  versionCount: number
  /** Raised by every change to the designs. */
  designsRevision: number
  round: RoundRecord
  /** The newest version of the first design: the project's picture, and where a comment belongs that names none. */
  front: { design: string; version: string; image: string; width: number; height: number }
  /** The number the next thread gets; only ever raised. */
  nextNumber: number
  /** At least as many comments and replies as there are; counted again when the cap seems reached. */
  size: number
  hasReplies: boolean
  /** Changes to comments begun: see project-stats.ts. */
  seq: number
  seqAt: Date
  stats: StatsRecord
  /** What the request that created the project is recognised by when it is sent again; not in the trash. */
  creation?: string | undefined
  createdAt: Date
  /** 'Edited': moved by rename, description, new design and new version alone. */
  updatedAt: Date
  deletedAt: Date | null
}

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
    pixels: String,
    upload: String,
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
    pausedAt: Date,
  },
  { _id: false },
)
const frontSchema = new Schema<ProjectRecord['front']>(
  { design: String, version: String, image: String, width: Number, height: Number },
  { _id: false },
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
    name: { type: String, required: true },
    description: { type: String, default: '' },
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
    hasReplies: { type: Boolean, default: false },
    seq: { type: Number, default: 0 },
    seqAt: { type: Date, required: true },
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
projectSchema.index(
  { deletedAt: 1 },
  { name: 'deletedAt_dates', partialFilterExpression: { deletedAt: isAnyDate } },
)
projectSchema.index(
  { 'trash.deletedAt': 1 },
  { name: 'trash.deletedAt_dates', partialFilterExpression: { 'trash.deletedAt': isAnyDate } },
)

export const ProjectModel = mongoose.model<ProjectRecord>('Project', projectSchema)
