import type { Delivery } from '@pinmark/shared/entities/webhook'
import { Check, CircleAlert, Clock } from 'lucide-react'
import { isArrived } from './webhook-words'

/** The last answer to a message, as a sign and a status code. */
export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, problem, tries } = delivery
  if (tries === 0) {
    return (
      <span className="delivery-status">
        <Clock aria-hidden size={16} strokeWidth={1.75} />
        <span>Waiting</span>
      </span>
    )
  }
  return isArrived(delivery) ? (
    <span className="delivery-status delivery-arrived tabular">
      <Check aria-hidden size={16} strokeWidth={2} />
      <span>{status}</span>
    </span>
  ) : (
    <span className="delivery-status delivery-failed tabular" title={problem ?? undefined}>
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} />
      <span>{status ?? 'No answer'}</span>
    </span>
  )
}
