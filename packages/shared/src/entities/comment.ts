import * as z from 'zod/mini'
import { limits } from '../limits'
import { isBlank } from '../text'
import {
  code,
  documented,
  nameSchema,
  publicIdPattern,
  publicIdSchema,
  textSchema,
  timestampSchema,
} from './primitives'

export const commentKindSchema = z.enum(['pin', 'region', 'design'], code('kind_unknown'))
export type CommentKind = z.infer<typeof commentKindSchema>

const canSchema = z.object({
  /** Change text or place. */
  edit: z.boolean(),
  delete: z.boolean(),
  resolve: z.boolean(),
})

const messageFields = {
  _id: publicIdSchema,
  commenter: z.string(),
  text: z.string(),
  createdAt: timestampSchema,
  editedAt: z.nullable(timestampSchema),
  /** Set on a deleted thread that still has replies; its text is then empty. */
  deletedAt: z.nullable(timestampSchema),
  /** Written with the owner's account. */
  byOwner: z.boolean(),
  /** Written by the caller: known by account, or by the browser's guest secret. */
  mine: z.boolean(),
  can: canSchema,
  /** Who agrees; left out while nobody does. */
  agrees: z.optional(
    z.object({
      /** The caller is one of them. */
      mine: z.boolean(),
      /** Of the others, first come first. */
      names: z.array(z.string()),
    }),
  ),
}

export const replySchema = z.object({ ...messageFields, parent: publicIdSchema })
export type Reply = z.infer<typeof replySchema>

export const placeStateSchema = z.enum(['followed', 'check', 'gone', 'placed'])
export type PlaceState = z.infer<typeof placeStateSchema>

/** Where a comment lies on a version that is newer than the one it was made on. `followed`: on the same content. `check`: a
 *  guess. `gone`: the content is not there any more, and this is the nearest place. `placed`: put there by hand. */
export const placeSchema = z.object({
  version: publicIdSchema,
  x: z.number(),
  y: z.number(),
  /** Size of a region. */
  w: z.optional(z.number()),
  h: z.optional(z.number()),
  state: placeStateSchema,
  /** Set by hand to keep the comment for the whole design: the position says nothing then. */
  kind: z.optional(z.literal('design')),
})
export type CommentPlace = z.infer<typeof placeSchema>

/** A thread: a comment with its replies. x, y are pixels of the image at its natural size, origin top left. */
export const commentSchema = z.object({
  ...messageFields,
  /** Tells a thread from a reply, which names its thread here. */
  parent: z.null(),
  /** Given by the server, 1 at first, never reused within a project. */
  number: z.number(),
  kind: commentKindSchema,
  x: z.number(),
  y: z.number(),
  /** Size of a region in image pixels, right and down from x, y; null for the other kinds. */
  w: z.nullable(z.number()),
  h: z.nullable(z.number()),
  design: publicIdSchema,
  version: publicIdSchema,
  /** Its place on the newest version of its design, where that is not the version it was made on. An open comment
   *  without one is still being placed. */
  places: z.optional(z.array(placeSchema)),
  resolved: z.nullable(z.object({ at: timestampSchema, by: z.string() })),
  replies: z.array(replySchema),
})
export type Comment = z.infer<typeof commentSchema>

export const messageSchema = z.union([commentSchema, replySchema])
/** A thread where `parent` is null, else a reply. */
export type Message = z.infer<typeof messageSchema>

const commenterSchema = nameSchema({
  required: 'commenter_required',
  tooLong: 'commenter_too_long',
  max: limits.commenter.max,
})

const commentTextSchema = textSchema({
  notText: 'text_required',
  tooLong: 'text_too_long',
  max: limits.commentText.max,
}).check(
  documented(
    { format: 'visible-text', minimum: 1 },
    z.refine((text) => !isBlank(text), code('text_required')),
  ),
)

const coordinateSchema = z.number(code('position_required'))
const lengthSchema = z.number(code('region_size_required')).check(z.positive(code('region_size_required')))

/** Chosen by the client, so that it can show the comment under its final id before the server has it, and can send the
 *  same comment again without storing it twice. The server makes one when it is left out. */
const chosenIdSchema = z.optional(
  z.string(code('comment_id_not_valid')).check(z.regex(publicIdPattern, code('comment_id_not_valid'))),
)

/** What the browser says it is; believed while it is close to the server's clock. */
const clientTimeSchema = z.optional(
  z.iso.datetime({ error: code('date_not_valid'), offset: true, local: true }),
)

export const newCommentSchema = z
  .object({
    _id: chosenIdSchema,
    commenter: commenterSchema,
    text: commentTextSchema,
    x: z.optional(coordinateSchema),
    y: z.optional(coordinateSchema),
    w: z.optional(lengthSchema),
    h: z.optional(lengthSchema),
    kind: z.optional(commentKindSchema),
    createdAt: clientTimeSchema,
    /** The design the spot belongs to; that of `version`, or else the first one, when left out. */
    design: z.optional(publicIdSchema),
    /** The version the spot belongs to, which has to be the newest of its design; it may be left out. */
    version: z.optional(publicIdSchema),
  })
  .check(
    z.refine(({ kind, x, y }) => kind === 'design' || (x !== undefined && y !== undefined), {
      error: code('position_required'),
      path: ['x'],
    }),
    z.refine(({ kind, w, h }) => kind !== 'region' || (w !== undefined && h !== undefined), {
      error: code('region_size_required'),
      path: ['w'],
    }),
  )
export type NewComment = z.infer<typeof newCommentSchema>

/** The two fields of the popup, with the sentences shown beside them. */
export const commentFieldsSchema = z.object({ commenter: commenterSchema, text: commentTextSchema })

export const newReplySchema = z.object({
  _id: chosenIdSchema,
  commenter: commenterSchema,
  text: commentTextSchema,
  createdAt: clientTimeSchema,
})
export type NewReply = z.infer<typeof newReplySchema>

/** Agreeing twice changes nothing, and so does taking back what was not there. */
export const agreementSchema = z.object({
  agree: z.boolean(code('agree_not_valid')),
  /** Who agrees; the owner does under their own name. */
  commenter: commenterSchema,
})
export type Agreement = z.infer<typeof agreementSchema>

export const commentChangeSchema = z
  .object({
    text: z.optional(commentTextSchema),
    x: z.optional(coordinateSchema),
    y: z.optional(coordinateSchema),
    w: z.optional(lengthSchema),
    h: z.optional(lengthSchema),
    resolved: z.optional(z.boolean(code('resolved_not_valid'))),
    /** `false` brings a deleted comment back, for a few minutes, by the person who deleted it and by the owner. */
    deleted: z.optional(z.literal(false, code('deleted_not_valid'))),
    /** Who resolves, when it is not the owner. */
    commenter: z.optional(commenterSchema),
  })
  .check(
    z.refine(
      ({ text, x, y, w, h, resolved, deleted }) =>
        [text, x, y, w, h, resolved, deleted].some((value) => value !== undefined),
      { error: code('no_change_to_comment') },
    ),
    z.refine(({ x, y }) => (x === undefined) === (y === undefined), {
      error: code('position_required'),
      path: ['x'],
    }),
  )
/** One of three: `state` confirms the place that was found, x and y move the comment, `kind` keeps it for the whole
 *  design. */
export const newPlaceSchema = z
  .object({
    /** The version that is meant; refused when it is not the newest any more. */
    version: z.optional(publicIdSchema),
    state: z.optional(z.literal('followed', code('place_not_valid'))),
    x: z.optional(coordinateSchema),
    y: z.optional(coordinateSchema),
    w: z.optional(lengthSchema),
    h: z.optional(lengthSchema),
    kind: z.optional(z.literal('design', code('place_not_valid'))),
  })
  .check(
    z.refine(
      ({ state, x, y, kind }) =>
        [state !== undefined, x !== undefined && y !== undefined, kind !== undefined].filter(Boolean)
          .length === 1,
      { error: code('place_not_valid') },
    ),
  )
export type NewPlace = z.infer<typeof newPlaceSchema>

export type CommentChange = z.infer<typeof commentChangeSchema>
