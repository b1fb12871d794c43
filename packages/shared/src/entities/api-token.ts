import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, nameSchema, publicIdSchema, sentIdSchema, sentTimeSchema, timestampSchema } from './primitives'
import { givenPasswordSchema } from './user'

/** What a token may do in the name of its account: `read` reads, `comment` also adds and resolves comments,
 *  `manage` does everything except what requires a login. */
export const tokenScopes = ['read', 'comment', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const apiTokenSchema = z.object({
  _id: publicIdSchema,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** The only projects that it reaches, by id; null for all of its account. */
  projects: z.nullable(z.array(publicIdSchema)),
  /** Its last four letters, to recognise it in a list. */
  lastFour: z.string(),
  createdAt: timestampSchema,
  /** Its expiry; null for a token that does not expire. */
  endsAt: z.nullable(timestampSchema),
  /** Precise to the hour; null before its first use. */
  lastUsedAt: z.nullable(timestampSchema),
})
export type ApiToken = z.infer<typeof apiTokenSchema>

export const apiTokenListSchema = z.array(apiTokenSchema)

/** The only answer that contains the token itself. */
export const newApiTokenSchema = z.extend(apiTokenSchema, { token: z.string() })
export type NewApiToken = z.infer<typeof newApiTokenSchema>

export const createApiTokenSchema = z.object({
  name: nameSchema({
    required: 'name_required',
    tooLong: 'token_name_too_long',
    max: limits.apiTokenName.max,
  }),
  scope: z.enum(tokenScopes, code('token_scope_unknown')),
  /** Ids of the projects to bind it to. Default: all of the account, also later ones. */
  projects: z.optional(
    z.nullable(
      z
        .array(sentIdSchema('token_projects_not_valid'), code('token_projects_not_valid'))
        .check(
          z.minLength(1, code('token_projects_not_valid')),
          z.maxLength(limits.projectsPerToken, code('token_projects_not_valid')),
        ),
    ),
  ),
  endsAt: z.optional(z.nullable(sentTimeSchema('date_not_valid'))),
  /** Of the account. A token that only reads needs none, and an account without a password needs a recent login. */
  password: z.optional(givenPasswordSchema),
})
export type ApiTokenRequest = z.infer<typeof createApiTokenSchema>
