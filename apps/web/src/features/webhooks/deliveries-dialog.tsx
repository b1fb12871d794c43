import type { FullDelivery, Webhook } from '@pinmark/shared/entities/webhook'
import { formatDateTime } from '../../lib/clock'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { useDeliveries } from './use-webhooks'
import { DeliveryStatus, RedeliverButton } from './delivery'

/** The last 50 messages of a webhook, each with its request and its answer. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data, error } = useDeliveries(webhook._id)
  return (
    <Dialog
      open
      isWide
      dismissible
      onClose={onClose}
      title="Deliveries"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="text-13 wrap-anywhere text-ink-3">{webhook.url}</p>
      <FailureStrip error={error} otherwise="Could not load the deliveries. Try again." />
      {!data && !error && <p role="status">Loading…</p>}
      {data?.length === 0 && <p className="text-ink-3">Nothing was sent yet.</p>}
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
            {`${tries === 1 ? 'One try' : `${tries} tries`}${problem !== null ? `. ${problem}` : ''}`}
          </p>
          <h3>Sent</h3>
          <pre tabIndex={0} aria-label={`Sent, ${what}`}>
            {request}
          </pre>
          <h3>Answer</h3>
          <pre tabIndex={0} aria-label={`Answer, ${what}`}>
            {response === '' ? 'Empty' : response}
          </pre>
          <RedeliverButton webhookId={webhookId} delivery={delivery} />
        </div>
      </details>
    </li>
  )
}
