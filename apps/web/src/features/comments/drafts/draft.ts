import { commentKindSchema } from '@pinmark/shared/entities/comment'
import { publicIdSchema, timestampSchema } from '@pinmark/shared/entities/primitives'
import { isBlank } from '@pinmark/shared/text'
import * as z from 'zod/mini'

/** Why a draft was not sent, and beside which field of the composer that is said. */
const problemSchema = z.object({ field: z.enum(['commenter', 'text', 'none']), text: z.string() })
export type DraftProblem = z.infer<typeof problemSchema>

/** What was sent, byte for byte, while nobody can say whether it arrived. */
const attemptSchema = z.object({
  commenter: z.string(),
  text: z.string(),
  createdAt: timestampSchema,
  version: z.optional(publicIdSchema),
  kind: z.optional(commentKindSchema),
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  w: z.optional(z.number()),
  h: z.optional(z.number()),
})
type Attempt = z.infer<typeof attemptSchema>

/** A comment or reply that is being written, or is on its way. It lives in this browser until the server has it. */
export const draftSchema = z.object({
  /** Made by the browser. Also the `Idempotency-Key` of every try to send it, so that it exists at most once. */
  key: publicIdSchema,
  /** The thread it answers; null for a comment of its own. */
  parent: z.nullable(publicIdSchema),
  version: publicIdSchema,
  kind: commentKindSchema,
  /** Image pixels; without meaning for a reply and for a comment on the whole design. */
  x: z.number(),
  y: z.number(),
  w: z.nullable(z.number()),
  h: z.nullable(z.number()),
  commenter: z.string(),
  text: z.string(),
  startedAt: timestampSchema,
  /** `queued` waits for the network and then goes by itself; `failed` waits for its writer. */
  status: z.enum(['writing', 'sending', 'queued', 'failed']),
  problem: z.nullable(problemSchema),
  /** A retry sends exactly this again, so that the server knows it. */
  attempt: z.nullable(attemptSchema),
})
export type Draft = z.infer<typeof draftSchema>

/** Whether closing the composer loses nothing. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.status === 'writing' && isBlank(draft.text)
}

/** What the server is asked to store for a draft. */
export function attemptOf(draft: Draft, createdAt: string): Attempt {
  const { parent, commenter, text, version, kind, x, y, w, h } = draft
  if (parent !== null) return { commenter, text, createdAt }
  const common = { commenter, text, version, createdAt }
  if (kind === 'design') return { ...common, kind }
  if (kind === 'region' && w !== null && h !== null) return { ...common, kind, x, y, w, h }
  return { ...common, kind: 'pin', x, y }
}
