import type { Delivery } from '@pinmark/shared/entities/webhook'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { useRedeliver } from './api/use-webhooks'
import { isArrived, resultWords } from './webhook-words'

interface RedeliverButtonProps {
  webhookId: string
  delivery: Delivery
  /** Its name, where several of these buttons stand together. */
  label?: string
  onFailed: (error: unknown) => void
}

/** Sends a message once more, and says what came of it. */
export function RedeliverButton({ webhookId, delivery, label, onFailed }: RedeliverButtonProps) {
  const { _id, what } = delivery
  const toast = useToast()
  const redeliver = useRedeliver(webhookId)
  return (
    <Button
      size="sm"
      aria-label={label}
      pending={redeliver.isPending}
      onClick={() =>
        redeliver.mutate(_id, {
          onError: onFailed,
          onSuccess: (result) =>
            toast.show({ text: resultWords(what, result), ...(!isArrived(result) && { tone: 'danger' }) }),
        })
      }
    >
      Redeliver
    </Button>
  )
}
