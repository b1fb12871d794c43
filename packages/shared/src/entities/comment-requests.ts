import * as z from 'zod/mini'
import { limits } from '../limits'
import { isBlank } from '../text'
import { commentKindSchema, commenterSchema, pictureTextSchema } from './comment'
import { code, publicIdSchema, sentIdSchema, sentTimeSchema } from './primitives'

const coordinateSchema = z.number(code('position_required'))
const lengthSchema = z.number(code('region_size_required')).check(z.positive())

/** Chosen by the client, so that it can show the comment under its final id before it is stored, and can
 *  repeat the request without storing it twice. If it is missing, the server generates one. */
const chosenIdSchema = z.optional(sentIdSchema('comment_id_not_valid'))

/** The browser's time. It is used if it is close to the server's time. */
const clientTimeSchema = z.optional(sentTimeSchema('date_not_valid', { isOffsetOptional: true }))

const pictureIdSchema = sentIdSchema('pictures_not_valid')

/** Ids of uploaded pictures, each of which belongs to one message only. */
const picturesSchema = z.optional(
  z.array(pictureIdSchema, code('pictures_not_valid')).check(
    z.maxLength(limits.picture.perMessage, code('too_many_pictures')),
    z.refine((ids) => new Set(ids).size === ids.length, code('pictures_not_valid')),
  ),
)

const strokeSchema = z.array(z.number(code('strokes_not_valid')), code('strokes_not_valid')).check(
  z.minLength(4, code('strokes_not_valid')),
  z.refine(({ length }) => length % 2 === 0, code('strokes_not_valid')),
)

const strokesSchema = z.optional(
  z.array(strokeSchema, code('strokes_not_valid')).check(
    z.maxLength(limits.strokes.perComment, code('too_many_strokes')),
    z.refine(
      (strokes) => strokes.reduce((sum, { length }) => sum + length / 2, 0) <= limits.strokes.points,
      code('too_many_strokes'),
    ),
  ),
)

/** A message needs words or a picture. */
function saysSomething<T extends { text: string; pictures?: readonly string[] | undefined }>() {
  return z.refine<T>(({ text, pictures = [] }) => !isBlank(text) || pictures.length > 0, {
    error: code('text_required'),
    path: ['text'],
  })
}

/** The form of a picture for a message. The client may choose its id, so that it can repeat the request. */
export const pictureFieldsSchema = z.object({
  _id: z.optional(pictureIdSchema),
})
export const newPictureFormSchema = z.object({ image: z.file(), ...pictureFieldsSchema.shape })

/** What comments and replies have in common, before their time. The digest of a request depends on this order. */
const messageFields = {
  _id: chosenIdSchema,
  commenter: commenterSchema,
  text: pictureTextSchema,
  pictures: picturesSchema,
}

export const newCommentSchema = z
  .object({
    ...messageFields,
    x: z.optional(coordinateSchema),
    y: z.optional(coordinateSchema),
    w: z.optional(lengthSchema),
    h: z.optional(lengthSchema),
    kind: z.optional(commentKindSchema),
    createdAt: clientTimeSchema,
    /** The design of the spot. Default: the design of `version`, or the first one. */
    design: z.optional(publicIdSchema),
    /** The version of the spot, which has to be the newest of its design. Optional. */
    version: z.optional(publicIdSchema),
    strokes: strokesSchema,
  })
  .check(
    saysSomething(),
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

export const newReplySchema = z
  .object({
    ...messageFields,
    createdAt: clientTimeSchema,
  })
  .check(saysSomething())
export type NewReply = z.infer<typeof newReplySchema>

/** Both agreeing and withdrawing are idempotent. */
export const agreementSchema = z.object({
  agree: z.boolean(code('agree_not_valid')),
  /** The name of the person who agrees; the owner uses their own. */
  commenter: commenterSchema,
})
export type Agreement = z.infer<typeof agreementSchema>

export const commentChangeSchema = z
  .object({
    /** May be blank if there is a picture. */
    text: z.optional(pictureTextSchema),
    /** The pictures that remain. A picture that was removed a few minutes ago is restored when it is listed. */
    pictures: picturesSchema,
    x: z.optional(coordinateSchema),
    y: z.optional(coordinateSchema),
    w: z.optional(lengthSchema),
    h: z.optional(lengthSchema),
    /** All strokes of the comment, which replace the present ones. */
    strokes: strokesSchema,
    resolved: z.optional(z.boolean(code('resolved_not_valid'))),
    /** `false` restores a deleted comment, for a few minutes, by the person who deleted it and by the owner. */
    deleted: z.optional(z.literal(false, code('deleted_not_valid'))),
    /** The name of the person who resolves, if it is not the owner. */
    commenter: z.optional(commenterSchema),
  })
  .check(
    z.refine(
      ({ text, pictures, x, y, w, h, strokes, resolved, deleted }) =>
        [text, pictures, x, y, w, h, strokes, resolved, deleted].some((value) => value !== undefined),
      { error: code('no_change_to_comment') },
    ),
    z.refine(({ x, y }) => (x === undefined) === (y === undefined), {
      error: code('position_required'),
      path: ['x'],
    }),
  )
export type CommentChange = z.infer<typeof commentChangeSchema>

/** One of three: `state` confirms the found place, x and y move the comment, `kind` assigns it to the whole
 *  design. */
export const newPlaceSchema = z
  .object({
    /** The expected version. The request is refused if it is no longer the newest. */
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
