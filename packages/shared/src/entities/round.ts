import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, nameSchema, textSchema, timestampSchema } from './primitives'

export const verdictKindSchema = z.enum(['good', 'changes'], code('verdict_not_valid'))
export type VerdictKind = z.infer<typeof verdictKindSchema>

/** A reviewer's verdict on a round: `good` looks good, `changes` needs changes. */
export const verdictSchema = z.object({
  name: z.string(),
  verdict: verdictKindSchema,
  note: z.string(),
  at: timestampSchema,
})
export type Verdict = z.infer<typeof verdictSchema>

/** The present round of a project. */
export const roundSchema = z.object({
  number: z.number(),
  openedAt: timestampSchema,
  /** Set while the round is closed. Then only the owner can comment. */
  closedAt: z.nullable(timestampSchema),
  /** The owner's message on closing it. */
  message: z.string(),
  /** The verdict of the caller. */
  mine: z.nullable(verdictSchema),
  /** For the owner: all verdicts, newest first. Null for everyone else. */
  verdicts: z.nullable(z.array(verdictSchema)),
})
export type Round = z.infer<typeof roundSchema>

/** The round of a project in the owner's list. */
export const roundSummarySchema = z.object({
  number: z.number(),
  closedAt: z.nullable(timestampSchema),
  good: z.number(),
  changes: z.number(),
  /** The newest verdicts, newest first. */
  verdicts: z.array(z.object({ name: z.string(), verdict: verdictKindSchema })),
})

const roundNumberSchema = z.optional(z.int(code('round_not_valid')).check(z.positive()))

export const newVerdictSchema = z.object({
  verdict: verdictKindSchema,
  note: z._default(
    textSchema({ notText: 'note_not_valid', tooLong: 'note_too_long', max: limits.verdictNote.max }),
    '',
  ),
  /** The name of the reviewer; the owner of an account uses their own. */
  name: nameSchema({
    required: 'commenter_required',
    tooLong: 'commenter_too_long',
    max: limits.commenter.max,
  }),
  /** The expected round. The request is refused if it is over. */
  round: roundNumberSchema,
})
export type NewVerdict = z.infer<typeof newVerdictSchema>

export const roundChangeSchema = z.object({
  closed: z.boolean(code('setting_not_valid')),
  /** A message to the reviewers, when the round is closed. */
  message: z._default(
    textSchema({ notText: 'note_not_valid', tooLong: 'note_too_long', max: limits.roundMessage.max }),
    '',
  ),
  /** The expected round. The request is refused if it is over. */
  round: roundNumberSchema,
})
export type RoundChange = z.infer<typeof roundChangeSchema>
