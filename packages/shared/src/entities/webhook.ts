import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, documented, publicIdSchema, sentIdSchema, timestampSchema } from './primitives'
import { givenPasswordSchema } from './user'

export const webhookEvents = ['comment', 'reply', 'resolve', 'verdict', 'version', 'round'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** `generic` is JSON signed with the Standard Webhooks scheme. The others are formats of chats. */
export const webhookFormats = ['generic', 'slack', 'discord', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** One message to a webhook, with its last attempt. */
export const deliverySchema = z.object({
  _id: publicIdSchema,
  /** Such as `Comment 13 added`. */
  what: z.string(),
  at: timestampSchema,
  /** `waiting`: not delivered yet, perhaps after failed attempts. */
  state: z.enum(['waiting', 'done']),
  tries: z.number(),
  /** Status of the last answer; null without one. */
  status: z.nullable(z.number()),
  /** Why there was no answer, as a sentence. */
  problem: z.nullable(z.string()),
  /** Duration of the last attempt until its answer. */
  ms: z.nullable(z.number()),
})
export type Delivery = z.infer<typeof deliverySchema>

export const webhookSchema = z.object({
  _id: publicIdSchema,
  url: z.string(),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookEvents)),
  /** Null for all projects of the account. */
  project: z.nullable(z.object({ _id: publicIdSchema, name: z.string() })),
  createdAt: timestampSchema,
  /** Set while it is paused. */
  pausedAt: z.nullable(timestampSchema),
  /** The last three, newest first. */
  deliveries: z.array(deliverySchema),
})
export type Webhook = z.infer<typeof webhookSchema>
export const webhookListSchema = z.array(webhookSchema)

/** The answer to a new webhook. `secret` signs its messages. It is null for chats, and never shown again. */
export const createdWebhookSchema = z.object({ webhook: webhookSchema, secret: z.nullable(z.string()) })
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>

/** A delivery with its message and its answer, truncated if they are long. */
export const fullDeliverySchema = z.extend(deliverySchema, { request: z.string(), response: z.string() })
export type FullDelivery = z.infer<typeof fullDeliverySchema>
export const deliveryListSchema = z.array(fullDeliverySchema)

/** The result of a test or a redelivery. */
export const deliveryResultSchema = z.pick(deliverySchema, { status: true, problem: true, ms: true })
export type DeliveryResult = z.infer<typeof deliveryResultSchema>

const addressSchema = z.string(code('webhook_address_not_valid')).check(
  z.trim(),
  z.maxLength(limits.webhookAddress.max, { abort: true }),
  documented({ format: 'web-address' }, z.refine(isWebAddress, { abort: true })),
  z.refine((text) => !hasLogin(new URL(text)), { error: code('webhook_address_has_login'), abort: true }),
  // As the URL parser reads it, without white space and control characters: what is shown is what is called.
  z.overwrite((text) => new URL(text).href),
)

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function hasLogin({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

const fields = {
  url: addressSchema,
  format: z.enum(webhookFormats, code('webhook_format_unknown')),
  events: z
    .array(z.enum(webhookEvents, code('webhook_events_not_valid')), code('webhook_events_not_valid'))
    .check(z.minLength(1), z.maxLength(webhookEvents.length)),
  project: z.nullable(sentIdSchema('project_not_found')),
}

export const newWebhookSchema = z.object({
  ...fields,
  events: z._default(fields.events, [...webhookEvents]),
  /** `permanentId` of one project. Null or missing: all projects of the account. */
  project: z._default(fields.project, null),
  /** Of the account. One without a password needs a recent login instead. */
  password: z.optional(givenPasswordSchema),
})
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const webhookChangeSchema = z
  .object({
    url: z.optional(fields.url),
    /** Of the account. Only a new address needs it, or a recent login of an account without a password. */
    password: z.optional(givenPasswordSchema),
    events: z.optional(fields.events),
    project: z.optional(fields.project),
    /** False sends the waiting messages. */
    paused: z.optional(z.boolean(code('setting_not_valid'))),
    /** Restores a removed webhook. */
    removed: z.optional(z.literal(false, code('setting_not_valid'))),
  })
  .check(
    z.refine(({ password: _password, ...change }) => Object.keys(change).length > 0, {
      error: code('no_change_to_webhook'),
      abort: true,
    }),
  )
export type WebhookChange = z.infer<typeof webhookChangeSchema>
