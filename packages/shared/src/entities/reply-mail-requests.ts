import * as z from 'zod/mini'
import { code } from './primitives'
import { emailSchema } from './user'

export const newReplyMailSchema = z.object({ email: emailSchema })

export const confirmationSchema = z.object({
  /** The token in the link of the mail. */
  token: z.string(code('confirm_link_over')).check(z.regex(/^[\w-]{22}\.[\w-]{43}$/)),
})
