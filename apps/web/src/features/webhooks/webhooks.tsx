import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { useDelayed } from '../../ui/use-delayed'
import {
  isArrived,
  resultWords,
  useRemoveWebhook,
  useRestoreWebhook,
  useTestWebhook,
  useWebhooks,
} from './use-webhooks'
import { WebhookBox } from './webhook-box'
import { type ProjectChoice, WebhookDialog } from './webhook-dialog'
import './webhooks.css'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'

/** The addresses that receive events of an account's projects. */
export function Webhooks({ projects }: { projects: readonly ProjectChoice[] }) {
  const { data: webhooks, error, isPending, refetch } = useWebhooks()
  const [isAdding, setIsAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isLate = useDelayed(isPending)
  const toast = useToast()
  // Here and not in the box, which disappears before the answer arrives.
  const remove = useRemoveWebhook()
  const restore = useRestoreWebhook()
  const fail = (failure: unknown) => toast.showFailure(failure, 'Could not reach the server. Try again.')

  function handleRemove(webhookId: string) {
    remove.mutate(webhookId, {
      onError: fail,
      onSuccess: () => {
        // The focused button has disappeared. The note returns the focus here.
        addButton.current?.focus({ preventScroll: true })
        toast.show({
          text: 'Webhook removed',
          takesFocus: true,
          action: { label: 'Undo', onSelect: () => restore.mutate(webhookId, { onError: fail }) },
        })
      },
    })
  }

  return (
    <section aria-labelledby="webhooks" className="webhooks">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-min flex-1">
          <h2 id="webhooks" className="text-16 font-semibold">
            Webhooks
          </h2>
          <p className="text-13 text-ink-3">
            Pinmark calls your address when a comment, reply, verdict or version arrives.
          </p>
        </div>
        <Button ref={addButton} size="sm" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          Add webhook
        </Button>
      </div>
      <FailureStrip
        error={error}
        otherwise="Could not load the webhooks."
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
      {isLate && (
        <p role="status" className="text-13 text-ink-3">
          Loading webhooks…
        </p>
      )}
      {webhooks?.length === 0 && (
        <p className="text-13 text-ink-3">No webhooks yet. Add one to hear about feedback in your chat.</p>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul className="webhook-list">
          {webhooks.map((webhook) => (
            <WebhookBox
              key={webhook._id}
              webhook={webhook}
              projects={projects}
              isRemoving={remove.isPending && remove.variables === webhook._id}
              onRemove={() => handleRemove(webhook._id)}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <WebhookDialog
          webhook={null}
          projects={projects}
          onClose={() => setIsAdding(false)}
          onAdded={(added) => {
            setIsAdding(false)
            setCreated(added)
          }}
        />
      )}
      {created && created.secret !== null && (
        <SecretDialog created={{ ...created, secret: created.secret }} onClose={() => setCreated(null)} />
      )}
    </section>
  )
}

interface SecretDialogProps {
  created: CreatedWebhook & { secret: string }
  onClose: () => void
}

/** Shows the signing secret once. Only its button closes the dialog. */
function SecretDialog({ created: { webhook, secret }, onClose }: SecretDialogProps) {
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
