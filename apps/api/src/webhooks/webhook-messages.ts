import { quoteAt } from '@pinmark/shared/design-text'
import { ownSpot } from '@pinmark/shared/spot-on'
import type { Wording } from '@pinmark/words/server'
import { idFrom } from '../base/ids'
import type { ThreadRecord } from '../comments/comment.record'
import type { Config } from '../config'
import { findLines } from '../images/image-lines.record'
import { findFullWebhooks, storeDeliveries, type NewDelivery } from './delivery.record'
import type { OutboxProject, ProjectEvent } from '../outbox/outbox.record'
import { findWordings } from '../accounts/user.record'
import { findListening, type WebhookRecord } from './webhook.record'
import type { Log } from '../base/log'
import { presentWebhookMessage } from './webhook.presenter'
import { switchOff } from './send-webhooks'
import { describeEvent } from './describe-event'
import { findVersion } from '../projects/link-state'

/** Maximum bytes of messages per write: a long comment is stored twenty times for twenty webhooks. */
const storedAtOnce = 512 * 1024

interface Telling {
  config: Pick<Config, 'publicUrl' | 'mail'>
  log: Log
}

/** Stores a message for every webhook that receives these events. It is idempotent. */
export async function storeWebhookMessages(
  { config: { publicUrl, mail }, log }: Telling,
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, OutboxProject>,
): Promise<void> {
  const listening = await findListening([...projects.values()].map(({ owner }) => owner))
  const webhooks = await withoutFull(listening, mail !== null, log)
  const quoteOf = await quotesOf(webhooks.length > 0 ? events : [], projects)
  const wordingOf = await findWordings(webhooks.map(({ owner }) => owner))
  let deliveries: NewDelivery[] = []
  let bytes = 0
  for (const event of events) {
    const project = projects.get(event.project.toHexString())
    if (!project || project.deletedAt) continue
    for (const webhook of webhooks.filter((one) => wants(one, event, project))) {
      const message = attemptMessage(log, () =>
        messageFor(webhook, event, project, {
          ...{ origin: publicUrl ?? webhook.origin, quoteOf },
          m: wordingOf(webhook.owner).m,
        }),
      )
      if (!message) continue
      deliveries.push(message)
      bytes += message.body.length
      if (bytes < storedAtOnce) continue
      await storeDeliveries(deliveries)
      deliveries = []
      bytes = 0
    }
  }
  await storeDeliveries(deliveries)
}

/** Pauses webhooks with too many waiting messages. Their receivers are too slow, and all projects share the disk. */
async function withoutFull(
  webhooks: readonly WebhookRecord[],
  hasMail: boolean,
  log: Log,
): Promise<WebhookRecord[]> {
  const full = await findFullWebhooks(webhooks.map(({ _id }) => _id))
  for (const webhook of webhooks.filter(({ _id }) => full.has(_id.toHexString()))) {
    await switchOff(webhook, { hasMail })
    log.warn({ webhook: webhook.publicId }, 'a webhook was switched off: too many messages wait for it')
  }
  return webhooks.filter(({ _id }) => !full.has(_id.toHexString()))
}

/** The words of the designs at the comments of these events. */
async function quotesOf(
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, OutboxProject>,
): Promise<(thread: ThreadRecord) => string> {
  const imageOf = ({ project: id, version }: ThreadRecord) => {
    const project = projects.get(id.toHexString())
    return (project && findVersion(project, version)?.image) ?? ''
  }
  const images = events.map((event) => ('thread' in event ? imageOf(event.thread) : ''))
  const lines = await findLines([...new Set(images)].filter((image) => image !== ''))
  return (thread) => quoteAt(lines.get(imageOf(thread)) ?? [], ownSpot(thread))
}

function wants(webhook: WebhookRecord, event: ProjectEvent, project: OutboxProject): boolean {
  return (
    webhook.owner.equals(project.owner) &&
    (webhook.project === null || webhook.project.equals(project._id)) &&
    webhook.events.includes(event.kind) &&
    event.at >= webhook.listensSince
  )
}

/** An event that cannot be described holds back no others. A later attempt would fail in the same way. */
function attemptMessage(log: Log, write: () => NewDelivery | null): NewDelivery | null {
  try {
    return write()
  } catch (error) {
    log.warn({ err: error }, 'a webhook message could not be written')
    return null
  }
}

function messageFor(
  { _id: webhook, publicId, format }: WebhookRecord,
  event: ProjectEvent,
  project: OutboxProject,
  { m, ...telling }: Parameters<typeof describeEvent>[2] & { m: Wording['m'] },
): NewDelivery | null {
  const description = describeEvent(event, project, telling, m)
  if (!description) return null
  return {
    _id: idFrom(`${event.id} ${publicId}`),
    ...{ webhook, project: project._id, owner: project.owner, event: event.kind, order: event.order },
    what: description.what,
    body: presentWebhookMessage(format, description, m),
  }
}
