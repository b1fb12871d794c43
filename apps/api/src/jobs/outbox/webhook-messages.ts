import { createHash } from 'node:crypto'
import type { Config } from '../../config'
import { storeDeliveries, type NewDelivery } from '../../models/delivery'
import type { ToldProject } from '../../models/told'
import type { WebhookRecord } from '../../models/webhook'
import { findListening } from '../../models/webhooks'
import { presentWebhookMessage } from '../../presenters/webhook-message'
import type { ProjectEvent } from './events'
import { tellEvent } from './tell'

/** Stores a message for every webhook that wants to be told of these events. Done twice, it stores nothing more. */
export async function storeWebhookMessages(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, ToldProject>,
): Promise<void> {
  const webhooks = await findListening([...projects.values()].map(({ owner }) => owner))
  if (webhooks.length === 0) return
  const deliveries = events.flatMap((event) => {
    const project = projects.get(event.project.toHexString())
    if (!project || project.deletedAt) return []
    return webhooks
      .filter((webhook) => wants(webhook, event, project))
      .flatMap((webhook) => messageFor(webhook, event, project, publicUrl ?? webhook.origin) ?? [])
  })
  await storeDeliveries(deliveries)
}

function wants(webhook: WebhookRecord, event: ProjectEvent, project: ToldProject): boolean {
  return (
    webhook.owner.equals(project.owner) &&
    (webhook.project === null || webhook.project.equals(project._id)) &&
    webhook.events.includes(event.kind) &&
    // Events of rounds and versions carry no more than the second.
    event.at.getTime() >= Math.floor(webhook.listensSince.getTime() / 1_000) * 1_000
  )
}

function messageFor(
  { _id: webhook, publicId, format }: WebhookRecord,
  event: ProjectEvent,
  project: ToldProject,
  origin: string,
): NewDelivery | null {
  const told = tellEvent(event, project, origin)
  if (!told) return null
  const id = createHash('sha256').update(`${event.id} ${publicId}`).digest().subarray(0, 16)
  return {
    _id: id.toString('base64url'),
    ...{ webhook, project: project._id, event: event.kind, order: event.order },
    what: told.what,
    body: presentWebhookMessage(format, told),
  }
}
