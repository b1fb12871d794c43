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
  /** The content of the field `image`: a base64 JPEG without a prefix, a small one, or nothing. */
  image: z._default(z.enum(['full', 'thumbnail', 'none'], code('image_mode_unknown')), 'full'),
  /** Maximum number of threads. Default: all. */
  comments: z.optional(wholeNumber(1, limits.commentsPage.max)),
  /** Only threads with a higher number than this. */
  after: z.optional(wholeNumber(0, 999_999_999)),
})
export type ProjectQuery = z.infer<typeof projectQuerySchema>

export const projectListQuerySchema = z.object({
  image: z._default(z.enum(['thumbnail', 'none'], code('image_mode_unknown')), 'thumbnail'),
  state: z._default(z.enum(['active', 'archived', 'deleted'], code('state_unknown')), 'active'),
  /** Own projects, those that others share with the account as a member, or both. */
  of: z._default(z.enum(['all', 'own', 'shared'], code('list_unknown')), 'all'),
})
export type ProjectListQuery = z.infer<typeof projectListQuerySchema>

/** The answer of a DELETE that can be undone for a while. */
export const deletedSchema = z.object({ _id: publicIdSchema, deletedAt: timestampSchema })
export type Deleted = z.infer<typeof deletedSchema>
