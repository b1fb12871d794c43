import type { Delivery } from '@pinmark/shared/entities/webhook'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { useRedeliver } from './api/use-webhooks'
import { isArrived, resultWords } from './webhook-words'

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
