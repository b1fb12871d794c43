import type { Delivery, FullDelivery, Webhook, WebhookFormat } from '@pinmark/shared/entities/webhook'
import type { Wording } from '@pinmark/words/server'
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
  /** Its author; empty if the sentence does without. */
  name: string
  /** The sentence for a chat: `Ana commented in Landing page`. */
  say: (chat: ChatWords) => string
  words: string
  url: string
  /** For programs, in addition to the project. */
  data: Record<string, unknown>
}

/** What a sentence contains, as the chat marks it. */
interface ChatWords {
  name: string
  project: string
  /** Any other text of people, so that the chat reads no marks in it. */
  plain: (text: string) => string
}

/** Long enough to recognise the comment. */
const maxChatCodePoints = 1_500
/** Discord refuses a longer message, and a refused message holds back those behind it until its webhook is switched off.
 *  https://discord.com/developers/docs/resources/webhook#execute-webhook */
const maxDiscordLength = 2_000
/** What a reviewer links to is not shown as a preview or a picture in the chat.
 *  https://discord.com/developers/docs/resources/message#message-object-message-flags */
const suppressEmbeds = 4

/** The body of a message, in the format of the receiver. */
export function presentWebhookMessage(
  format: WebhookFormat,
  description: EventDescription,
  m: Wording['m'],
): string {
  return JSON.stringify(shapes[format](description, m))
}

const shapes: Record<WebhookFormat, (description: EventDescription, m: Wording['m']) => object> = {
  generic: ({ type, at, project, data, url }) => ({
    type,
    timestamp: at.toISOString(),
    data: { project, url, ...data },
  }),
  slack: ({ name, say, words, url, project }) => {
    const head = say({
      name: `*${forSlack(name)}*`,
      project: `<${url}|${forSlack(project.name)}>`,
      plain: forSlack,
    })
    const quote = words === '' ? '' : `\n${forSlack(cut(words)).replace(/^/gm, '> ')}`
    return { text: `${head}${quote}`, unfurl_links: false, unfurl_media: false }
  },
  discord: ({ name, say, words, url, project }) => {
    const head = say({
      name: `**${forDiscord(name)}**`,
      project: `[${forDiscord(project.name)}](<${url}>)`,
      plain: forDiscord,
    })
    return {
      username: 'Pinmark',
      content: head + (words === '' ? '' : quoteForDiscord(cut(words), maxDiscordLength - head.length)),
      // Words of reviewers must not mention anyone in the chat.
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    }
  },
  teams: ({ name, say, words, url, project }, m) => {
    const head = say({ name, project: project.name, plain: (text) => text })
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
      actions: [{ type: 'Action.OpenUrl', title: m.chat_open(), url }],
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
