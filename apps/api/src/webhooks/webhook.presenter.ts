import type { Delivery, FullDelivery, Webhook, WebhookFormat } from '@pinmark/shared/entities/webhook'
import type { DeliveryRecord } from './delivery.record'
import type { WebhookRecord } from './webhook.record'

/** Longer texts are truncated in the list of deliveries. */
const maxShownLength = 16_000

export function presentWebhook(
  { publicId, format, events, createdAt, pausedAt }: WebhookRecord,
  { url, project, deliveries }: Pick<Webhook, 'url' | 'project'> & { deliveries: readonly DeliveryRecord[] },
): Webhook {
  return {
    _id: publicId,
    ...{ url, format, events, project },
    createdAt: createdAt.toISOString(),
    pausedAt: pausedAt?.toISOString() ?? null,
    deliveries: deliveries.map(presentDelivery),
  }
}

function presentDelivery(delivery: DeliveryRecord): Delivery {
  const { _id, what, createdAt, triedAt, state, tries, status, problem, ms } = delivery
  return { _id, what, at: (triedAt ?? createdAt).toISOString(), state, tries, status, problem, ms }
}

export function presentFullDelivery(delivery: DeliveryRecord): FullDelivery {
  const { body, response } = delivery
  return { ...presentDelivery(delivery), request: body.slice(0, maxShownLength), response }
}

/** An event for a receiver outside. It never contains an e-mail address. */
export interface EventDescription {
  /** Such as `comment.created`. */
  type: string
  at: Date
  /** Such as `Comment 13 added`. */
  what: string
  project: { _id: string; name: string; url: string }
  /** Null if the name of a person adds nothing. */
  by: string | null
  /** Between the name and `in` with the name of the project: `commented on Landing page`. */
  did: string
  words: string
  url: string
  /** For programs, in addition to the project. */
  data: Record<string, unknown>
}

/** Long enough to recognise the comment. */
const maxChatCodePoints = 1_500
/** Discord refuses a longer message, and a refused message holds back those behind it until its webhook is switched off.
 *  https://discord.com/developers/docs/resources/webhook#execute-webhook */
const maxDiscordLength = 2_000

/** The body of a message, in the format of the receiver. */
export function presentWebhookMessage(format: WebhookFormat, description: EventDescription): string {
  return JSON.stringify(shapes[format](description))
}

const shapes: Record<WebhookFormat, (description: EventDescription) => object> = {
  generic: ({ type, at, project, data, url }) => ({
    type,
    timestamp: at.toISOString(),
    data: { project, url, ...data },
  }),
  slack: ({ by, did, words, url, project }) => {
    const what = `${by === null ? '' : `*${forSlack(by)}* `}${forSlack(did)}`
    const quote = words === '' ? '' : `\n${forSlack(cut(words)).replace(/^/gm, '> ')}`
    return {
      text: `${what} in <${url}|${forSlack(project.name)}>${quote}`,
      unfurl_links: false,
    }
  },
  discord: ({ by, did, words, url, project }) => {
    const what = `${by === null ? '' : `**${forDiscord(by)}** `}${forDiscord(did)}`
    const head = `${what} in [${forDiscord(project.name)}](<${url}>)`
    return {
      username: 'Pinmark',
      content: head + (words === '' ? '' : quoteForDiscord(cut(words), maxDiscordLength - head.length)),
      // Words of reviewers must not mention anyone in the chat.
      allowed_mentions: { parse: [] },
    }
  },
  teams: ({ by, did, words, url, project }) => {
    const head = `${by === null ? '' : `${by} `}${did} in ${project.name}`
    const text = (content: string, look: object = {}) => ({
      type: 'TextBlock',
      text: forTeams(content),
      wrap: true,
      ...look,
    })
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [text(head, { weight: 'Bolder' }), ...(words === '' ? [] : [text(cut(words))])],
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Pinmark', url }],
    }
    return {
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
      ],
    }
  },
}

function cut(words: string): string {
  const points = [...words]
  return points.length <= maxChatCodePoints ? words : `${points.slice(0, maxChatCodePoints).join('')}…`
}

/** Slack reads these three signs; `<!channel>` would call everyone. */
function forSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function forDiscord(text: string): string {
  return text.replace(/[\\`*_~|<>[\]()#-]/g, String.raw`\$&`)
}

/** The words as a quote of at most `maxLength` UTF-16 units. Each character is escaped on its own, so that
 *  the end never cuts an escape in two. */
function quoteForDiscord(words: string, maxLength: number): string {
  const end = '…'
  let quote = '\n> '
  for (const sign of words) {
    const shown = sign === '\n' ? '\n> ' : forDiscord(sign)
    if (quote.length + shown.length + end.length > maxLength) return quote + end
    quote += shown
  }
  return quote
}

/** Adaptive cards read Markdown. */
function forTeams(text: string): string {
  return text.replace(/[\\`*_[\]()]/g, String.raw`\$&`)
}
