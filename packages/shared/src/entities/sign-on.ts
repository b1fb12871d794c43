import * as z from 'zod/mini'
import { code } from './primitives'

/** Where the browser goes to log in, and the attempt that it keeps until it comes back. */
export const signOnStartSchema = z.object({ address: z.string(), attempt: z.string() })

export const signOnAnswerSchema = z.object({
  attempt: z.string(code('sign_on_failed')).check(z.maxLength(200, code('sign_on_failed'))),
  /** The query with which the issuer sent the browser back, such as `?code=...&state=...`. */
  answer: z.string(code('sign_on_failed')).check(z.maxLength(8_000, code('sign_on_failed'))),
  /** The token in the address of an invitation. */
  invitation: z.optional(z.string(code('invitation_over')).check(z.maxLength(200, code('invitation_over')))),
})
export type SignOnAnswer = z.infer<typeof signOnAnswerSchema>
