import * as z from 'zod/mini'
import { code, guestSecretSchema } from '../entities/primitives'
import { imageKeyPattern, publicIdPattern } from '../id-patterns'
import { limits } from '../limits'
import {
  guestSecretHeader,
  idempotencyKeyHeader,
  lastEventIdHeader,
  linkTokenHeader,
  servedRenditions,
  viewerNameHeader,
} from '../paths'

/** Ids in an address. An id of any other shape is answered like one that does not exist. */
const idIn = (
  notFound:
    'project_not_found' | 'comment_not_found' | 'design_not_found' | 'token_not_found' | 'webhook_not_found',
) => z.string(code(notFound)).check(z.regex(publicIdPattern, code(notFound)))

/** What `:name` in the path of an endpoint stands for. Here and not in the contracts, so that a page does not load it. */
export const pathParameters = {
  projectId: idIn('project_not_found'),
  commentId: idIn('comment_not_found'),
  designId: idIn('design_not_found'),
  versionId: idIn('design_not_found'),
  tokenId: idIn('token_not_found'),
  webhookId: idIn('webhook_not_found'),
  deliveryId: idIn('webhook_not_found'),
  /** What a mail names its receiver by: an account and its project, or the address of a visitor. */
  stopToken: z
    .string(code('stop_link_not_valid'))
    .check(z.regex(/^(?:[\w-]{22}\.){1,2}[\w-]{43}$/, code('stop_link_not_valid'))),
  /** `_id` of an image in a project, or its `thumbnail`. */
  imageId: z.string(code('image_not_found')).check(z.regex(imageKeyPattern, code('image_not_found'))),
  rendition: z.enum(servedRenditions, code('image_not_found')),
}
export type PathParameters = typeof pathParameters

/** The names in a path, in their order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** What the headers of an endpoint hold. */
export const requestHeaders = {
  [guestSecretHeader]: z.optional(guestSecretSchema),
  // One that does not count is as good as none.
  [linkTokenHeader]: z.optional(z.string()),
  /** Makes a repeated request the same request. */
  [idempotencyKeyHeader]: z.optional(
    z
      .string(code('idempotency_key_not_valid'))
      .check(z.regex(/^[\x20-\x7e]+$/, code('idempotency_key_not_valid')))
      .check(z.maxLength(limits.idempotencyKey.max, code('idempotency_key_not_valid'))),
  ),
  // A position or a name that cannot be used is left out and not refused.
  [lastEventIdHeader]: z.optional(z.string()),
  [viewerNameHeader]: z.optional(z.string()),
}
export type RequestHeaders = typeof requestHeaders
