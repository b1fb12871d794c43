import type { CreatedWebhook } from '@pinmark/shared/entities/webhook'
import { m } from '@pinmark/words/messages'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { toast } from '../../ui/toast'
import { useDelayed } from '../../ui/use-delayed'
import { useRemoveWebhook, useRestoreWebhook, useTestWebhook, useWebhooks } from './use-webhooks'
import { WebhookBox } from './webhook-box'
import { type ProjectChoice, WebhookDialog } from './webhook-dialog'
import './webhooks.css'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { rich } from '../../ui/rich'

/** The addresses that receive events of an account's projects. */
export function Webhooks({ projects }: { projects: readonly ProjectChoice[] }) {
  const { data: webhooks, error, isPending, refetch } = useWebhooks()
  const [isAdding, setIsAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isLate = useDelayed(isPending)
  // Here and not in the box, which disappears before the answer arrives.
  const remove = useRemoveWebhook()
  const restore = useRestoreWebhook()

  function handleRemove(webhookId: string) {
    remove.mutate(webhookId, {
      onSuccess: () => {
        toast.show({
          text: m.webhook_removed(),
          passFocusOn: () => addButton.current?.focus({ preventScroll: true }),
          action: { label: m.action_undo(), onSelect: () => restore.mutate(webhookId) },
        })
      },
    })
  }

  return (
    <section aria-labelledby="webhooks" className="webhooks">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-min flex-1">
          <h2 id="webhooks" className="text-16 font-semibold">
            {m.webhooks_title()}
          </h2>
          <p className="text-13 text-ink-3">{m.webhooks_hint()}</p>
        </div>
        <Button ref={addButton} size="sm" onClick={() => setIsAdding(true)}>
          <Plus />
          {m.webhook_add()}
        </Button>
      </div>
      <FailureStrip error={error} otherwise={m.webhooks_not_loaded()} onRetry={refetch} />
      {isLate && (
        <p role="status" className="text-13 text-ink-3">
          {m.webhooks_loading()}
        </p>
      )}
      {webhooks?.length === 0 && <p className="text-13 text-ink-3">{m.webhooks_none()}</p>}
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
  const test = useTestWebhook(webhook._id)
  return (
    <Dialog
      open
      dismissible={false}
      hasClose={false}
      onClose={() => undefined}
      title={m.webhook_added()}
      footer={
        <>
          <Button pending={test.isPending} onClick={() => test.mutate()}>
            {m.webhook_send_test()}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {m.action_done()}
          </Button>
        </>
      }
    >
      <CopyField label={m.webhook_secret()} text={secret} what="secret" hint={m.shown_once()} />
      <p className="text-13 text-ink-2">
        {rich(m.webhook_signature_words, {
          header: (
            <b translate="no" className="font-semibold">
              webhook-signature
            </b>
          ),
        })}
      </p>
    </Dialog>
  )
}
