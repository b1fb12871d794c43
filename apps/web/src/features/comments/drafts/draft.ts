import { commentKindSchema, newCommentSchema, type NewComment } from '@pinmark/shared/entities/comment'
import { publicIdSchema, timestampSchema } from '@pinmark/shared/entities/primitives'
import { isBlank } from '@pinmark/shared/text'
import * as z from 'zod/mini'

/** Why a draft was not sent, and beside which field of the composer that is said. */
const problemSchema = z.object({ field: z.enum(['commenter', 'text', 'none']), text: z.string() })
export type DraftProblem = z.infer<typeof problemSchema>

/** A comment that is being written, or is on its way. It lives in this browser until the server has it. */
export const draftSchema = z.object({
  /** Made by the browser. Also the `Idempotency-Key` of every try to send it, so that it exists at most once. */
  key: publicIdSchema,
  version: publicIdSchema,
  kind: commentKindSchema,
  /** Image pixels; without meaning for a comment on the whole design. */
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
  /** What was sent while nobody can say whether it arrived. A retry sends exactly this again. */
  attempt: z.nullable(newCommentSchema),
})
export type Draft = z.infer<typeof draftSchema>

/** Whether closing the composer loses nothing. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.status === 'writing' && isBlank(draft.text)
}

/** What the server is asked to store for a draft. */
export function newCommentOf(draft: Draft, createdAt: string): NewComment {
  const { commenter, text, version, kind, x, y, w, h } = draft
  const common = { commenter, text, version, createdAt }
  if (kind === 'design') return { ...common, kind }
  if (kind === 'region' && w !== null && h !== null) return { ...common, kind, x, y, w, h }
  return { ...common, kind: 'pin', x, y }
}
