import type { Delivery, Webhook } from '@pinmark/shared/entities/webhook'
import { m } from '@pinmark/words/messages'
import { useId, useRef, useState } from 'react'
import { formatDateTime } from '../../lib/clock'
import { Button } from '../../ui/button'
import { Tag } from '../../ui/signs'
import { formatNames, isArrived, useChangeWebhook, useTestWebhook } from './use-webhooks'
import { DeliveriesDialog, DeliveryStatus, RedeliverButton } from './deliveries-dialog'
import { type ProjectChoice, WebhookDialog } from './webhook-dialog'

interface WebhookBoxProps {
  webhook: Webhook
  projects: readonly ProjectChoice[]
  isRemoving: boolean
  onRemove: () => void
}

/** One webhook: its address, its last messages, and its actions. */
export function WebhookBox({ webhook, projects, isRemoving, onRemove }: WebhookBoxProps) {
  const { _id, url, format, project, pausedAt, deliveries } = webhook
  const addressId = useId()
  const testButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'edit' | 'deliveries' | null>(null)
  const test = useTestWebhook(_id)
  const change = useChangeWebhook(_id)

  return (
    <li className="webhook">
      <div className="webhook-head">
        <code id={addressId}>{url === '' ? m.webhook_address_unreadable() : url}</code>
        <span className="flex min-w-0 flex-wrap gap-2">
          {pausedAt !== null && <Tag>{m.webhook_paused()}</Tag>}
          <Tag>{formatNames[format]()}</Tag>
          <Tag>{project?.name ?? m.webhook_all_projects()}</Tag>
        </span>
      </div>
      {pausedAt !== null && <p className="text-13 text-ink-2">{m.webhook_paused_words()}</p>}
      {deliveries.length === 0 ? (
        <p className="text-13 text-ink-3">{m.deliveries_none()}</p>
      ) : (
        <table className="delivery-table">
          <thead>
            <tr>
              <th scope="col">{m.deliveries_last()}</th>
              <th scope="col">{m.delivery_event()}</th>
              <th scope="col" className="delivery-when">
                {m.delivery_when()}
              </th>
              <th scope="col">
                <span className="sr-only">{m.delivery_again_column()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery._id} webhookId={_id} delivery={delivery} />
            ))}
          </tbody>
        </table>
      )}
      <div role="group" aria-labelledby={addressId} className="webhook-actions">
        {pausedAt !== null && (
          <Button
            size="sm"
            variant="primary"
            pending={change.isPending}
            onClick={() => {
              // This button disappears.
              const onSuccess = () => testButton.current?.focus()
              change.mutate({ paused: false }, { onSuccess })
            }}
          >
            {m.turn_on_again()}
          </Button>
        )}
        <Button ref={testButton} size="sm" pending={test.isPending} onClick={() => test.mutate()}>
          {m.webhook_test()}
        </Button>
        <Button size="sm" onClick={() => setOpen('edit')}>
          {m.action_edit()}
        </Button>
        <Button size="sm" onClick={() => setOpen('deliveries')}>
          {m.deliveries_all()}
        </Button>
        <Button size="sm" variant="quiet" className="webhook-remove" pending={isRemoving} onClick={onRemove}>
          {m.action_remove()}
        </Button>
      </div>
      {open === 'edit' && (
        <WebhookDialog webhook={webhook} projects={projects} onClose={() => setOpen(null)} />
      )}
      {open === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={() => setOpen(null)} />}
    </li>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { what, at } = delivery
  return (
    <tr>
      <td>
        <DeliveryStatus delivery={delivery} />
      </td>
      <td className="wrap-anywhere">{what}</td>
      <td className="delivery-when tabular">{formatDateTime(at)}</td>
      <td>
        {!isArrived(delivery) && delivery.tries > 0 && (
          <RedeliverButton
            webhookId={webhookId}
            delivery={delivery}
            label={m.delivery_again_named({ what })}
          />
        )}
      </td>
    </tr>
  )
}
