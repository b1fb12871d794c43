import * as z from 'zod/mini'
import { publicIdSchema } from './primitives'

/** Whether a visitor gets mail about replies. `waiting`: until they open the link that was sent to their
 *  address. */
export const replyMailSchema = z.object({ state: z.enum(['none', 'waiting', 'on']) })
export type ReplyMail = z.infer<typeof replyMailSchema>

export const confirmedSchema = z.object({
  /** Name of the project; empty if its link has a password. */
  project: z.string(),
  /** The id in its shared address. */
  link: publicIdSchema,
})
export type Confirmed = z.infer<typeof confirmedSchema>
