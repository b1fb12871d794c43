import * as z from 'zod/mini'
import { code, guestSecretSchema, sentIdSchema } from '../entities/primitives'
import { imageKeyPattern } from '../id-patterns'
import { limits } from '../limits'
import {
  guestSecretHeader,
  idempotencyKeyHeader,
  lastEventIdHeader,
  linkTokenHeader,
  servedRenditions,
  viewerNameHeader,
} from '../paths'

/** The schemas of `:name` in paths. An id of another format is answered like an unknown one. They are here and not in the
 *  contracts, so that pages do not load them. */
export const pathParameters = {
  projectId: sentIdSchema('project_not_found'),
  commentId: sentIdSchema('comment_not_found'),
  designId: sentIdSchema('design_not_found'),
  versionId: sentIdSchema('design_not_found'),
  memberId: sentIdSchema('member_not_found'),
  invitationId: sentIdSchema('invitation_not_found'),
  /** The end of the address that the owner gets for an invitation. */
  joinToken: z
    .string(code('join_link_over'))
    .check(z.regex(/^[\w-]{22}\.[\w-]{43}$/, code('join_link_over'))),
  tokenId: sentIdSchema('token_not_found'),
  webhookId: sentIdSchema('webhook_not_found'),
  deliveryId: sentIdSchema('webhook_not_found'),
  /** Identifies the receiver of a mail: an account and its project, or the address of a visitor. */
  stopToken: z
    .string(code('stop_link_not_valid'))
    .check(z.regex(/^(?:[\w-]{22}\.){1,2}[\w-]{43}$/, code('stop_link_not_valid'))),
  /** `_id` of an image in a project, or its `thumbnail`. */
  imageId: z.string(code('image_not_found')).check(z.regex(imageKeyPattern, code('image_not_found'))),
  rendition: z.enum(servedRenditions, code('image_not_found')),
}
export type PathParameters = typeof pathParameters

/** The names in a path, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** The schemas of the headers of endpoints. */
export const requestHeaders = {
  [guestSecretHeader]: z.optional(guestSecretSchema),
  // An invalid one is ignored.
  [linkTokenHeader]: z.optional(z.string()),
  /** Identifies a repeated request. */
  [idempotencyKeyHeader]: z.optional(
    z
      .string(code('idempotency_key_not_valid'))
      .check(z.regex(/^[\x20-\x7e]+$/, code('idempotency_key_not_valid')))
      .check(z.maxLength(limits.idempotencyKey.max, code('idempotency_key_not_valid'))),
  ),
  // An invalid position or name is ignored, and not refused.
  [lastEventIdHeader]: z.optional(z.string()),
  [viewerNameHeader]: z.optional(z.string()),
}
export type RequestHeaders = typeof requestHeaders
