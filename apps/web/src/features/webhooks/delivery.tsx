import type { Delivery } from '@pinmark/shared/entities/webhook'
import { Check, CircleAlert, Clock } from 'lucide-react'
import { isArrived, resultWords, useRedeliver } from './use-webhooks'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'

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

interface RedeliverButtonProps {
  webhookId: string
  delivery: Delivery
  /** Its accessible name, if there are several of these buttons. */
  label?: string
}

/** Sends a message again, and shows the result. */
export function RedeliverButton({ webhookId, delivery, label }: RedeliverButtonProps) {
  const { _id, what } = delivery
  const toast = useToast()
  const redeliver = useRedeliver(webhookId)

  // The button may be gone when the answer arrives, because the row of a delivered message has none.
  async function handleClick() {
    try {
      const result = await redeliver.mutateAsync(_id)
      toast.show({ text: resultWords(what, result), ...(!isArrived(result) && { tone: 'danger' }) })
    } catch (error) {
      toast.showFailure(error, 'Could not reach the server. Try again.')
    }
  }

  return (
    <Button size="sm" aria-label={label} pending={redeliver.isPending} onClick={() => void handleClick()}>
      Redeliver
    </Button>
  )
}
