import { commentKindSchema, type Message } from '@pinmark/shared/entities/comment'
import type { NewComment, NewReply } from '@pinmark/shared/entities/comment-requests'
import { publicIdSchema, timestampSchema } from '@pinmark/shared/entities/primitives'
import { isBlank } from '@pinmark/shared/text'
import * as z from 'zod/mini'

/** Why a draft was not sent, and beside which field of the composer that is said. */
const problemSchema = z.object({ field: z.enum(['commenter', 'text', 'none']), text: z.string() })
export type DraftProblem = z.infer<typeof problemSchema>

const pictureSchema = z.object({
  /** Made by the browser, and its id with the server. */
  id: publicIdSchema,
  name: z.string(),
  /** When the server had it; its message has to follow within an hour. */
  sentAt: z.nullable(timestampSchema),
})
export type DraftPicture = z.infer<typeof pictureSchema>

/** A comment or reply that is being written, or is on its way. It lives in this browser until the server has it. */
export const draftSchema = z.object({
  /** Made by the browser. The id of the comment that it becomes, so that it exists at most once however often it is
   *  sent. */
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
  pictures: z._default(z.array(pictureSchema), []),
  startedAt: timestampSchema,
  /** `queued` waits for the network and then goes by itself; `failed` waits for its writer. */
  status: z.enum(['writing', 'sending', 'queued', 'failed']),
  problem: z.nullable(problemSchema),
  /** When it was sent first, while the server may have it. Later tries carry the same time: they are the same comment. */
  sentAt: z._default(z.nullable(timestampSchema), null),
  /** Its writer was told that it is kept, and not sent. */
  isKept: z._default(z.boolean(), false),
})
export type Draft = z.infer<typeof draftSchema>

/** Whether closing the composer loses nothing. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.status === 'writing' && isBlank(draft.text) && draft.pictures.length === 0
}

/** What the server is asked to store for a draft. */
export function messageOf(draft: Draft, createdAt: string): NewComment | NewReply {
  const { key: _id, parent, commenter, text, version, kind, x, y, w, h } = draft
  const pictures = draft.pictures.map(({ id }) => id)
  const words = { _id, commenter, text, createdAt, ...(pictures.length > 0 && { pictures }) }
  if (parent !== null) return words
  const common = { ...words, version }
  if (kind === 'design') return { ...common, kind }
  if (kind === 'region' && w !== null && h !== null) return { ...common, kind, x, y, w, h }
  return { ...common, kind: 'pin', x, y }
}

/** Whether the stored message has all that the draft holds, so that nothing is left to send. */
export function isStoredAs({ text, pictures, parent, kind, x, y }: Draft, stored: Message): boolean {
  if (stored.text !== text || (stored.pictures?.length ?? 0) !== pictures.length) return false
  return parent !== null || stored.parent !== null || kind === 'design' || (stored.x === x && stored.y === y)
}
