import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, nameSchema, publicIdSchema, timestampSchema } from './primitives'

/** What a token may do of what its account may: `read` looks, `comment` adds and resolves comments too, `manage` does
 *  everything but what asks for a login. */
export const tokenScopes = ['read', 'comment', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const apiTokenSchema = z.object({
  _id: publicIdSchema,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Its last four letters, by which it is told from others. */
  lastFour: z.string(),
  createdAt: timestampSchema,
  /** Counts no longer from then on; null for a token without an end. */
  endsAt: z.nullable(timestampSchema),
  /** To the hour; null before its first use. */
  lastUsedAt: z.nullable(timestampSchema),
})
export type ApiToken = z.infer<typeof apiTokenSchema>

export const apiTokenListSchema = z.array(apiTokenSchema)

/** The only answer that holds the token itself. */
export const newApiTokenSchema = z.extend(apiTokenSchema, { token: z.string() })
export type NewApiToken = z.infer<typeof newApiTokenSchema>

export const createApiTokenSchema = z.object({
  name: nameSchema({
    required: 'name_required',
    tooLong: 'token_name_too_long',
    max: limits.apiTokenName.max,
  }),
  scope: z.enum(tokenScopes, code('token_scope_unknown')),
  endsAt: z.optional(z.nullable(z.iso.datetime(code('date_not_valid')))),
})
export type ApiTokenRequest = z.infer<typeof createApiTokenSchema>
