import * as z from 'zod/mini'
import { normalizePassword } from '../text'
import { code } from './primitives'

/** Any text counts as an attempt. */
export const unlockSchema = z.object({
  password: z.string(code('wrong_link_password')).check(z.overwrite(normalizePassword)),
})

export const unlockedSchema = z.object({
  /** For the header `X-Link-Token`. It is valid until the password changes or the link is closed or replaced;
   *  null when the link has no password any more. */
  token: z.nullable(z.string()),
})
