import * as z from 'zod/mini'
import { code, publicIdSchema } from './primitives'

/** When an account gets mail about comments in its projects. `digest`: one mail after each burst of comments. */
export const noticeModes = ['off', 'digest', 'now'] as const
export const noticeModeSchema = z.enum(noticeModes, code('notice_mode_unknown'))
export type NoticeMode = z.infer<typeof noticeModeSchema>

export const noticesSchema = z.object({
  mode: noticeModeSchema,
  /** Projects with their own mode; null for those that follow the account. */
  projects: z.array(z.object({ _id: publicIdSchema, name: z.string(), mode: z.nullable(noticeModeSchema) })),
})
export type Notices = z.infer<typeof noticesSchema>

export const noticeChangeSchema = z.object({
  /** Null makes a project follow the account. */
  mode: z.nullable(noticeModeSchema),
  /** `permanentId` of the project. Default: the account. */
  project: z.optional(publicIdSchema),
})
export type NoticeChange = z.infer<typeof noticeChangeSchema>

/** What an unsubscribe link stops. */
export const stoppedSchema = z.object({
  /** Empty if nothing was stored any more, and for a visitor whose link does not show the project without a password. */
  project: z.string(),
  isStopped: z.boolean(),
  /** The address of a visitor was removed, so these mails cannot be turned on again. Missing for an account. */
  isForgotten: z.optional(z.boolean()),
})
export type Stopped = z.infer<typeof stoppedSchema>
