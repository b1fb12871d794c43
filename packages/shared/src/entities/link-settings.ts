import * as z from 'zod/mini'
import { limits } from '../limits'
import { codePointLength, normalizePassword } from '../text'
import { code, documented, linkPermissionSchema, sentTimeSchema } from './primitives'

const linkPasswordSchema = z.string(code('setting_not_valid')).check(
  z.overwrite(normalizePassword),
  documented(
    { minimum: limits.linkPassword.min, maximum: limits.linkPassword.max },
    z.refine((password) => codePointLength(password) >= limits.linkPassword.min, {
      error: code('link_password_too_short'),
      abort: true,
    }),
  ),
  z.refine((password) => codePointLength(password) <= limits.linkPassword.max, code('password_too_long')),
)

const linkEndSchema = z.object(
  {
    at: sentTimeSchema('link_end_not_valid'),
    to: z.enum(['view', 'closed'], code('link_end_not_valid')),
  },
  code('link_end_not_valid'),
)

export const projectSettingsSchema = z.object({
  permission: z.optional(linkPermissionSchema),
  closed: z.optional(z.boolean(code('setting_not_valid'))),
  /** Null removes it. */
  password: z.optional(z.nullable(linkPasswordSchema)),
  /** Null removes it. */
  end: z.optional(z.nullable(linkEndSchema)),
})
export type ProjectSettings = z.infer<typeof projectSettingsSchema>
