import type { Delivery, FullDelivery, Webhook } from '@pinmark/shared/entities/webhook'
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
