import * as z from 'zod/mini'
import { limits } from '../limits'
import { isBlank } from '../text'
import { code, imageKeySchema, nameSchema, publicIdSchema, textSchema, timestampSchema } from './primitives'

export const commentKindSchema = z.enum(['pin', 'region', 'design'], code('kind_unknown'))
export type CommentKind = z.infer<typeof commentKindSchema>

const canSchema = z.object({
  /** Change text or place. */
  edit: z.boolean(),
  delete: z.boolean(),
  resolve: z.boolean(),
})

/** A picture in a comment or reply. */
export const pictureSchema = z.object({
  _id: publicIdSchema,
  /** Of its file, as the uploader calls it; empty where that says nothing. */
  name: z.string(),
  image: z.object({
    /** For `/images/{id}/view` and `/thumbnail`. */
    _id: imageKeySchema,
    /** Natural size in pixels, upright. */
    width: z.number(),
    height: z.number(),
  }),
})
export type Picture = z.infer<typeof pictureSchema>

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
  /** Who agrees; left out without agreements. */
  agrees: z.optional(
    z.object({
      /** The caller is one of them. */
      mine: z.boolean(),
      /** Of the others, first come first. */
      names: z.array(z.string()),
    }),
  ),
  /** Left out where there is none. */
  pictures: z.optional(z.array(pictureSchema)),
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

export const commenterSchema = nameSchema({
  required: 'commenter_required',
  tooLong: 'commenter_too_long',
  max: limits.commenter.max,
})

/** The words beside a picture: they may be left out. */
export const pictureTextSchema = textSchema({
  notText: 'text_required',
  tooLong: 'text_too_long',
  max: limits.commentText.max,
})

const commentTextSchema = pictureTextSchema.check(z.refine((text) => !isBlank(text), code('text_required')))

/** The two fields of the popup, with the sentences shown beside them. */
export const commentFieldsSchema = z.object({ commenter: commenterSchema, text: commentTextSchema })
