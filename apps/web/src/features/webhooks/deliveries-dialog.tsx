import type { Delivery, FullDelivery, Webhook } from '@pinmark/shared/entities/webhook'
import { m } from '@pinmark/words/messages'
import { formatDateTime } from '../../lib/clock'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { isArrived, useDeliveries, useRedeliver } from './use-webhooks'
import { Check, CircleAlert, Clock } from 'lucide-react'

/** The last 50 messages of a webhook, each with its request and its answer. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data, error } = useDeliveries(webhook._id)
  return (
    <Dialog
      open
      isWide
      dismissible
      onClose={onClose}
      title={m.deliveries_title()}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.action_done()}
        </Button>
      }
    >
      <p className="text-13 wrap-anywhere text-ink-3">{webhook.url}</p>
      <FailureStrip error={error} otherwise={m.deliveries_not_loaded()} />
      {!data && !error && <p role="status">{m.loading()}</p>}
      {data?.length === 0 && <p className="text-ink-3">{m.deliveries_none()}</p>}
      {data && data.length > 0 && (
        <ul className="delivery-list">
          {data.map((delivery) => (
            <DeliveryDetails key={delivery._id} webhookId={webhook._id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function DeliveryDetails({ webhookId, delivery }: { webhookId: string; delivery: FullDelivery }) {
  const { what, at, tries, problem, request, response } = delivery
  return (
    <li>
      <details>
        <summary>
          <DeliveryStatus delivery={delivery} />
          <span className="min-w-0 flex-1 wrap-anywhere">{what}</span>
          <span className="delivery-when tabular text-ink-3">{formatDateTime(at)}</span>
        </summary>
        <div className="delivery-details">
          <p className="text-13 text-ink-2">
            {problem === null
              ? m.delivery_tries({ count: tries })
              : m.delivery_tries_problem({ tries: m.delivery_tries({ count: tries }), problem })}
          </p>
          <h3>{m.sent()}</h3>
          <pre tabIndex={0} aria-label={m.delivery_sent({ what })}>
            {request}
          </pre>
          <h3>{m.delivery_answer()}</h3>
          <pre tabIndex={0} aria-label={m.delivery_answer_of({ what })}>
            {response === '' ? m.delivery_empty() : response}
          </pre>
          <RedeliverButton webhookId={webhookId} delivery={delivery} />
        </div>
      </details>
    </li>
  )
}

/** The last answer to a message, as a sign and a status code. */
export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, problem, tries } = delivery
  if (tries === 0) {
    return (
      <span className="delivery-status">
        <Clock />
        <span>{m.waiting()}</span>
      </span>
    )
  }
  return isArrived(delivery) ? (
    <span className="delivery-status delivery-arrived tabular">
      <Check strokeWidth={2} />
      <span>{status}</span>
    </span>
  ) : (
    <span className="delivery-status delivery-failed tabular" title={problem ?? undefined}>
      <CircleAlert />
      <span>{status ?? m.webhook_no_answer()}</span>
    </span>
  )
}

interface RedeliverButtonProps {
  webhookId: string
  delivery: Delivery
  /** Its accessible name, if there are several of these buttons. */
  label?: string
}

/** Sends a message again, and shows the result. */
export function RedeliverButton({ webhookId, delivery, label }: RedeliverButtonProps) {
  const { mutate, isPending } = useRedeliver(webhookId, delivery)
  return (
    <Button size="sm" aria-label={label} pending={isPending} onClick={() => mutate()}>
      {m.delivery_again()}
    </Button>
  )
}
