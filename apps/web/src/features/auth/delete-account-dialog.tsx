import { deleteAccountSchema } from '@pinmark/shared/entities/user'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { ConfirmPassword, passwordProblem } from '../../ui/password-field'
import { Dialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { useDeleteAccount } from './account-rows'

interface DeleteAccountDialogProps {
  /** For the browser's password manager. */
  email: string
  projectCount: number | undefined
  open: boolean
  onClose: () => void
}

/** Says what is deleted and what stays, and asks for the password, because an open page is not enough proof. */
export function DeleteAccountDialog({ email, projectCount, open, onClose }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const remove = useDeleteAccount(() => toast.show({ text: 'Your account is deleted.' }))

  function handleSubmit() {
    if (remove.isPending) return
    const checked = deleteAccountSchema.safeParse({ password })
    setError(checked.success ? null : fieldError(checked.error, 'password'))
    if (!checked.success) return field.current?.focus()
    remove.mutate(checked.data, { onError: () => field.current?.focus() })
  }

  return (
    <Dialog
      open={open}
      onClose={() => !remove.isPending && onClose()}
      title="Delete Account"
      dismissible={!remove.isPending && password === ''}
      initialFocus={field}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="quiet" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete my account'}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-ink-2">
        <p>
          <b className="font-semibold text-ink">{projectsGo(projectCount)}</b> with every comment and image.
          Their links stop working at once.
        </p>
        <p>
          Your name, your e-mail address and every login go too. Minutes later nothing of it is stored any
          more.
        </p>
        <p>Comments you wrote on the designs of others stay there, under the name “Former user”.</p>
        <p>This cannot be undone. Download your data first if you want to keep it.</p>
      </div>
      <ConfirmPassword
        email={email}
        error={error ?? passwordProblem(remove.error)}
        value={password}
        onChange={setPassword}
        inputRef={field}
      />
      <FailureStrip
        error={passwordProblem(remove.error) ? null : remove.error}
        otherwise="The account could not be deleted. Try again."
      />
    </Dialog>
  )
}

/** Projects in the trash are deleted too, but not counted. */
function projectsGo(count: number | undefined): string {
  if (count === undefined || count === 0) return 'All your projects go,'
  return count === 1 ? 'Your project goes,' : `Your ${count} projects go,`
}
