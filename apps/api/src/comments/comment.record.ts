import mongoose, { type Types } from 'mongoose'
import type { CommentKind, PlaceState, Stroke } from '@pinmark/shared/entities/comment'
import { isAnyDate, isAnyId } from '../mongo/queries'

const { Schema } = mongoose

/** The author: an account, or a browser by the hash of its guest secret. If both are null, the message has no known
 *  author. */
export interface AuthorRecord {
  user: Types.ObjectId | null
  guest: string | null
}

export type ThreadState = 'open' | 'resolved' | 'deleted'

/** One person who agrees with a message: an account, or a browser. */
export interface AgreeRecord extends AuthorRecord {
  /** The person's name at that time. */
  name: string
  at: Date
}

/** A picture in a message: its display data, and when it was removed. */
export interface MessagePicture {
  id: string
  image: string
  name: string
  width: number
  height: number
  /** Set when it was removed. It can be restored for a few minutes. */
  removedAt?: Date
  removedBy?: 'owner' | 'author'
}

interface MessageRecord {
  _id: Types.ObjectId
  publicId: string
  project: Types.ObjectId
  commenter: string
  /** The name that is shown, if others used this one before. See namesakes.record.ts. */
  person?: string
  text: string
  author: AuthorRecord
  /** Written with the token of the project's owner. */
  byOwner: boolean
  /** The name of the API token that wrote it; missing in what a person wrote. */
  via?: string
  /** Recognises a repeated request; unique within the project. */
  dedupe: string
  /** Digest of sender and content, which tells a repeated request from one with other content. */
  bodyHash: string
  /** The sender's time of the newest try, which orders the tries of one message; null without one. Missing in older
   *  messages. */
  triedAt?: Date | null
  /** The browser's time if its clock is close to ours. */
  createdAt: Date
  /** The server's time. */
  storedAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  deletedBy: 'owner' | 'author' | null
  /** Oldest first; missing without agreements. */
  agrees?: AgreeRecord[]
  /** Missing without pictures. */
  pictures?: MessagePicture[]
  /** Set on a deleted thread without words that keeps its place for its replies. The sweep does not read it until the
   *  last reply goes. */
  emptiedAt?: Date
  /** The number of its newest change within the project. Missing in messages that did not change since these are counted. */
  seq?: number
  /** The number of the change that stored it, until mail and webhooks have read it: see event.ts. */
  unread?: number
}

export interface ResolvedRecord {
  at: Date
  /** The person's name at that time. */
  by: string
  /** The account; missing in threads resolved before accounts could be deleted, and in older ones that the owner resolved. */
  user?: Types.ObjectId | null
  /** The name of the API token that resolved it, until a person confirms it. */
  via?: string
}

/** Its place on a version newer than its own. */
export interface PlaceRecord {
  version: string
  x: number
  y: number
  w?: number | undefined
  h?: number | undefined
  state: PlaceState
  kind?: 'design' | undefined
}

/** What the replies of a thread that are not deleted use of its limits. */
export interface ReplyRoomRecord {
  count: number
  bytes: number
}

/** A comment with its place: the root of a thread. */
export interface ThreadRecord extends MessageRecord {
  number: number
  state: ThreadState
  design: string
  version: string
  kind: CommentKind
  /** In pixels of the image at its natural size. */
  x: number
  y: number
  w: number | null
  h: number | null
  /** Missing without strokes. */
  strokes?: Stroke[] | undefined
  /** Missing without places. */
  places?: PlaceRecord[]
  resolved: ResolvedRecord | null
  /** See comments/thread-state.ts. */
  replyRoom: ReplyRoomRecord
  parent: null
}

export interface ReplyRecord extends MessageRecord {
  /** Public id of the thread; null in a thread itself. This tells the two apart. */
  parent: string
  /** Number of the thread, so that the replies of a page of threads are one range of an index. */
  thread: number
}

/** A message as one line of text. Without words, it says how many pictures there are. */
export function wordsOf({ text, pictures = [] }: Pick<MessageRecord, 'text' | 'pictures'>): string {
  const shown = pictures.filter(({ removedAt }) => !removedAt).length
  if (shown === 0 || text.trim() !== '') return text
  return shown === 1 ? 'A picture' : `${shown} pictures`
}

export function isThread(message: ThreadRecord | ReplyRecord): message is ThreadRecord {
  return message.parent === null
}

const resolvedSchema = new Schema<ResolvedRecord>(
  { at: Date, by: String, user: { type: Schema.Types.ObjectId, default: null }, via: String },
  { _id: false },
)
const authorSchema = new Schema<AuthorRecord>(
  { user: { type: Schema.Types.ObjectId, default: null }, guest: { type: String, default: null } },
  { _id: false },
)

const agreeSchema = new Schema<AgreeRecord>(
  {
    user: { type: Schema.Types.ObjectId, default: null },
    guest: { type: String, default: null },
    name: String,
    at: Date,
  },
  { _id: false },
)

const pictureSchema = new Schema<MessagePicture>(
  {
    id: String,
    image: String,
    name: String,
    width: Number,
    height: Number,
    removedAt: Date,
    removedBy: String,
  },
  { _id: false },
)

const placeSchema = new Schema<PlaceRecord>(
  { version: String, x: Number, y: Number, w: Number, h: Number, state: String, kind: String },
  { _id: false },
)

const replyRoomSchema = new Schema<ReplyRoomRecord>({ count: Number, bytes: Number }, { _id: false })

const messageFields = {
  publicId: { type: String, required: true },
  project: { type: Schema.Types.ObjectId, required: true },
  commenter: { type: String, required: true },
  person: String,
  text: { type: String, required: true },
  author: { type: authorSchema, required: true },
  byOwner: { type: Boolean, required: true },
  via: String,
  dedupe: { type: String, required: true },
  bodyHash: { type: String, required: true },
  triedAt: { type: Date, default: null },
  createdAt: { type: Date, required: true },
  storedAt: { type: Date, required: true },
  editedAt: { type: Date, default: null },
  deletedAt: { type: Date, default: null },
  deletedBy: { type: String, default: null },
  agrees: { type: [agreeSchema], default: undefined },
  pictures: { type: [pictureSchema], default: undefined },
  emptiedAt: Date,
  seq: Number,
  unread: Number,
}
const options = { versionKey: false, minimize: false, collection: 'comments' } as const

const threadSchema = new Schema<ThreadRecord>(
  {
    ...messageFields,
    number: { type: Number, required: true },
    state: { type: String, required: true },
    design: { type: String, required: true },
    version: { type: String, required: true },
    kind: { type: String, required: true },
    x: { type: Number, required: true },
    y: { type: Number, required: true },
    w: { type: Number, default: null },
    h: { type: Number, default: null },
    strokes: { type: [[Number]], default: undefined },
    places: { type: [placeSchema], default: undefined },
    resolved: { type: resolvedSchema, default: null },
    replyRoom: { type: replyRoomSchema, default: undefined },
    parent: { type: String, default: null },
  },
  options,
)

const replySchema = new Schema<ReplyRecord>(
  { ...messageFields, parent: { type: String, required: true }, thread: { type: Number, required: true } },
  options,
)

threadSchema.index({ project: 1, publicId: 1 }, { unique: true })
/** Index: the open comments of a design. */
threadSchema.index(
  { project: 1, design: 1, state: 1 },
  { partialFilterExpression: { state: { $exists: true } } },
)
threadSchema.index({ project: 1, dedupe: 1 }, { unique: true })
threadSchema.index(
  { project: 1, number: 1 },
  { unique: true, partialFilterExpression: { number: { $gt: 0 } } },
)
/** Index for counts without reading a comment: open and resolved threads, and those of others above a number. */
threadSchema.index(
  { project: 1, state: 1, byOwner: 1, number: 1 },
  { partialFilterExpression: { state: { $exists: true } } },
)
/** Index: the latest message of a project. */
threadSchema.index({ project: 1, storedAt: -1 })
/** Index: the messages that a page has missed. */
threadSchema.index({ project: 1, seq: 1 }, { partialFilterExpression: { seq: { $gt: 0 } } })
/** Index: deleted messages that the sweep still has to remove or empty. */
threadSchema.index({ emptiedAt: 1, deletedAt: 1 }, { partialFilterExpression: { deletedAt: isAnyDate } })
/** Index: what an account wrote, resolved or agrees with, for its export and deletion. */
threadSchema.index(
  { 'author.user': 1, _id: 1 },
  { name: 'author.user_ids', partialFilterExpression: { 'author.user': isAnyId } },
)
threadSchema.index(
  { 'resolved.user': 1 },
  { name: 'resolved.user_ids', partialFilterExpression: { 'resolved.user': isAnyId } },
)
threadSchema.index(
  { 'agrees.user': 1 },
  { name: 'agrees.user_ids', partialFilterExpression: { 'agrees.user': isAnyId } },
)
/** A picture belongs to one message, even if several requests name it at the same time. */
threadSchema.index(
  { 'pictures.image': 1 },
  { unique: true, partialFilterExpression: { 'pictures.image': { $gt: '' } } },
)
threadSchema.index(
  { 'pictures.removedAt': 1 },
  { name: 'removed_pictures', partialFilterExpression: { 'pictures.removedAt': isAnyDate } },
)
/** Index: messages that mail and webhooks have not read. */
threadSchema.index(
  { storedAt: 1 },
  { name: 'unread_messages', partialFilterExpression: { unread: { $gt: 0 } } },
)
replySchema.index({ project: 1, thread: 1 }, { partialFilterExpression: { thread: { $gt: 0 } } })
/** Index: threads with replies since a moment, without reading a reply. */
replySchema.index(
  { project: 1, byOwner: 1, deletedAt: 1, createdAt: 1, thread: 1 },
  { partialFilterExpression: { thread: { $gt: 0 } } },
)

/** Both live in the collection `comments`: one change stream, and ids that are unique among both. */
export const ThreadModel = mongoose.model<ThreadRecord>('Thread', threadSchema)
export const ReplyModel = mongoose.model<ReplyRecord>('Reply', replySchema)
