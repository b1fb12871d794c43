import type { Delivery } from '@pinmark/shared/entities/webhook'
import { failureText } from '../../lib/answer'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { useRedeliver } from './api/use-webhooks'
import { isArrived, resultWords } from './webhook-words'

interface RedeliverButtonProps {
  webhookId: string
  delivery: Delivery
  /** Its name, where several of these buttons stand together. */
  label?: string
}

/** Sends a message again, and shows the result. */
export function RedeliverButton({ webhookId, delivery, label }: RedeliverButtonProps) {
  const { _id, what } = delivery
  const toast = useToast()
  const redeliver = useRedeliver(webhookId)

  // The button may be gone by the time the answer is here: a message that arrived has none in the table.
  async function handleClick() {
    try {
      const result = await redeliver.mutateAsync(_id)
      toast.show({ text: resultWords(what, result), ...(!isArrived(result) && { tone: 'danger' }) })
    } catch (error) {
      toast.show({ text: failureText('Could not reach the server. Try again.', error), tone: 'danger' })
    }
  }

  return (
    <Button size="sm" aria-label={label} pending={redeliver.isPending} onClick={() => void handleClick()}>
      Redeliver
    </Button>
  )
}
