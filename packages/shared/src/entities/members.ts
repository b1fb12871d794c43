import * as z from 'zod/mini'
import { code, publicIdSchema, timestampSchema } from './primitives'
import { emailSchema } from './user'

const memberSchema = z.object({
  /** `_id` of the account. */
  _id: publicIdSchema,
  name: z.string(),
  since: timestampSchema,
})
export type Member = z.infer<typeof memberSchema>

const openInvitationSchema = z.object({
  _id: publicIdSchema,
  /** The address that it was made for; null without one. It says who is meant, and admits anyone who has the link. */
  email: z.nullable(z.string()),
  endsAt: timestampSchema,
})
export type OpenInvitation = z.infer<typeof openInvitationSchema>

/** The people who work on a project. */
export const membersSchema = z.object({
  owner: z.object({ name: z.string() }),
  members: z.array(memberSchema),
  /** `_id` of the member whom the owner offers the project; null without an offer. */
  offeredTo: z.nullable(publicIdSchema),
  /** Invitations that can still be used, for the owner; empty for members. */
  invitations: z.array(openInvitationSchema),
})
export type Members = z.infer<typeof membersSchema>

export const newInvitationSchema = z.object({ email: z.optional(emailSchema) })
export type NewInvitation = z.infer<typeof newInvitationSchema>

/** The only answer that contains the address. */
export const madeInvitationSchema = z.extend(openInvitationSchema, {
  /** Path of the page on which the invited person joins. */
  path: z.string(),
})
export type MadeInvitation = z.infer<typeof madeInvitationSchema>

/** An invitation as the invited account sees it. */
export const invitedSchema = z.object({
  project: z.string(),
  owner: z.string(),
  endsAt: timestampSchema,
  /** The permanent id of the project if the caller works on it already, else null. */
  joined: z.nullable(publicIdSchema),
})
export type Invited = z.infer<typeof invitedSchema>

/** The permanent id of the project. */
export const joinedSchema = z.object({ _id: publicIdSchema })

export const offerSchema = z.object({
  /** `_id` of a member. */
  member: z.string(code('member_not_found')),
})
