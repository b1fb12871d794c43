import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { useToast } from '../../ui/toast'
import { isArrived, resultWords, useTestWebhook } from './use-webhooks'

interface SecretDialogProps {
  created: CreatedWebhook & { secret: string }
  onClose: () => void
}

/** Shows the signing secret once. Only its button closes the dialog. */
export function SecretDialog({ created: { webhook, secret }, onClose }: SecretDialogProps) {
  const toast = useToast()
  const test = useTestWebhook(webhook._id)
  return (
    <Dialog
      open
      dismissible={false}
      hasClose={false}
      onClose={() => undefined}
      title="Webhook added"
      footer={
        <>
          <Button
            pending={test.isPending}
            onClick={() =>
              test.mutate(undefined, {
                onError: (error) => toast.showFailure(error, 'Could not reach the server. Try again.'),
                onSuccess: (result) =>
                  toast.show({
                    text: resultWords('Test', result),
                    ...(!isArrived(result) && { tone: 'danger' }),
                  }),
              })
            }
          >
            Send a test
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <CopyField label="Signing secret" text={secret} what="secret" hint="Shown once. Copy it now." />
      <p className="text-13 text-ink-2">
        Each message carries <b className="font-semibold">webhook-signature</b>, made with it by the Standard
        Webhooks scheme.
      </p>
    </Dialog>
  )
}
