import * as z from 'zod/mini'
import { limits } from '../limits'
import { isBlank } from '../text'
import { code, imageKeySchema, nameSchema, publicIdSchema, textSchema, timestampSchema } from './primitives'

export const commentKindSchema = z.enum(['pin', 'region', 'design'], code('kind_unknown'))
export type CommentKind = z.infer<typeof commentKindSchema>

const canSchema = z.object({
  /** Edit text or place. */
  edit: z.boolean(),
  delete: z.boolean(),
  resolve: z.boolean(),
})

/** A picture in a comment or reply. */
export const pictureSchema = z.object({
  _id: publicIdSchema,
  /** The name of its file, as the uploader sent it; empty if it is not usable. */
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
  /** The name as it was sent. */
  commenter: z.string(),
  /** The name to show, such as `Anna 2`, when someone else used the same or a similar name in the project before; else
   *  missing. */
  person: z.optional(z.string()),
  text: z.string(),
  createdAt: timestampSchema,
  editedAt: z.nullable(timestampSchema),
  /** Set on a deleted thread that still has replies; its text is then empty. */
  deletedAt: z.nullable(timestampSchema),
  /** Written with the account of the owner or of a member. */
  byOwner: z.boolean(),
  /** The name of the API token that wrote it; missing in what a person wrote. */
  via: z.optional(z.string()),
  /** Written by the caller, who is recognised by account, or by the browser's guest secret. */
  mine: z.boolean(),
  can: canSchema,
  /** The people who agree; missing without agreements. */
  agrees: z.optional(
    z.object({
      /** Whether the caller is one of them. */
      mine: z.boolean(),
      /** The names of the others, in the order of their agreement. */
      names: z.array(z.string()),
    }),
  ),
  /** Missing without pictures. */
  pictures: z.optional(z.array(pictureSchema)),
}

/** A line on the design: x1, y1, x2, y2 and so on, in image pixels from the x, y of its comment. Two points are an
 *  arrow to the second one. */
export const strokeSchema = z.array(z.number())
export type Stroke = readonly number[]

export const replySchema = z.object({ ...messageFields, parent: publicIdSchema })
export type Reply = z.infer<typeof replySchema>

export const placeStateSchema = z.enum(['followed', 'check', 'gone', 'placed'])
export type PlaceState = z.infer<typeof placeStateSchema>

/** The place of a comment on a newer version than its own. `followed`: on the same content. `check`: a guess.
 *  `gone`: the content no longer exists or was cropped off, and this is the nearest place. `placed`: set by hand. */
export const placeSchema = z.object({
  version: publicIdSchema,
  x: z.number(),
  y: z.number(),
  /** Size of a region. */
  w: z.optional(z.number()),
  h: z.optional(z.number()),
  state: placeStateSchema,
  /** Set by hand to assign the comment to the whole design. The position then has no meaning. */
  kind: z.optional(z.literal('design')),
})
export type CommentPlace = z.infer<typeof placeSchema>

/** A thread: a comment with its replies. x, y are pixels of the image at its natural size, origin top left. */
export const commentSchema = z.object({
  ...messageFields,
  /** Distinguishes a thread from a reply, which has the id of its thread here. */
  parent: z.null(),
  /** Assigned by the server, starting at 1; never reused within a project. */
  number: z.number(),
  kind: commentKindSchema,
  x: z.number(),
  y: z.number(),
  /** Size of a region in image pixels, to the right of and below x, y; null for the other kinds. */
  w: z.nullable(z.number()),
  h: z.nullable(z.number()),
  /** Missing without strokes. */
  strokes: z.optional(z.array(strokeSchema)),
  design: publicIdSchema,
  version: publicIdSchema,
  /** Its place on the newest version of its design, if that is not its own version. An open comment without
   *  one is still being placed. */
  places: z.optional(z.array(placeSchema)),
  resolved: z.nullable(
    z.object({
      at: timestampSchema,
      by: z.string(),
      /** The name of the API token that resolved it. It is there until a person confirms that it is resolved. */
      via: z.optional(z.string()),
    }),
  ),
  replies: z.array(replySchema),
})
export type Comment = z.infer<typeof commentSchema>

/** Names that the server stores for authors whose own name it does not have. They are shown in the language of the reader. */
export const givenNames = { formerUser: 'Former user', guest: 'Guest' } as const

/** The name that tells the author of a message apart from the others of the project. */
export function shownName({ commenter, person }: { commenter: string; person?: string | undefined }): string {
  return person ?? commenter
}

export const messageSchema = z.union([commentSchema, replySchema])
/** A thread if `parent` is null, else a reply. */
export type Message = z.infer<typeof messageSchema>

export const commenterSchema = nameSchema({
  required: 'commenter_required',
  tooLong: 'commenter_too_long',
  max: limits.commenter.max,
})

/** The words of a message with a picture are optional. */
export const pictureTextSchema = textSchema({
  notText: 'text_required',
  tooLong: 'text_too_long',
  max: limits.commentText.max,
})

const commentTextSchema = pictureTextSchema.check(z.refine((text) => !isBlank(text), code('text_required')))

/** The two fields of the popup, with the sentences shown beside them. */
export const commentFieldsSchema = z.object({ commenter: commenterSchema, text: commentTextSchema })
