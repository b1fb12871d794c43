import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, publicIdSchema, timestampSchema } from './primitives'

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string(code('page_size_not_valid')).check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(min, code('page_size_not_valid')), z.maximum(max, code('page_size_not_valid'))),
    ),
  )

export const projectQuerySchema = z.object({
  /** What the field `image` holds: a base64 JPEG without a prefix, a small one, or nothing. */
  image: z._default(z.enum(['full', 'thumbnail', 'none'], code('image_mode_unknown')), 'full'),
  /** At most so many threads; all of them when left out. */
  comments: z.optional(wholeNumber(1, limits.commentsPage.max)),
  /** Threads with a higher number than this one. */
  after: z.optional(wholeNumber(0, 999_999_999)),
})
export type ProjectQuery = z.infer<typeof projectQuerySchema>

export const projectListQuerySchema = z.object({
  image: z._default(z.enum(['thumbnail', 'none'], code('image_mode_unknown')), 'thumbnail'),
  state: z._default(z.enum(['active', 'deleted'], code('state_unknown')), 'active'),
})
export type ProjectListQuery = z.infer<typeof projectListQuerySchema>

/** What a DELETE answers: it can be taken back for a while. */
export const deletedSchema = z.object({ _id: publicIdSchema, deletedAt: timestampSchema })
export type Deleted = z.infer<typeof deletedSchema>
