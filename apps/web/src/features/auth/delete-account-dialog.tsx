import * as usersApi from '@pinmark/shared/api/users'
import { deleteAccountSchema, type AccountDeletion } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { useForm } from '../../lib/form'
import { endSession } from '../../lib/session'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { FormDialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'

interface DeleteAccountDialogProps {
  /** For the browser's password manager. */
  email: string
  projectCount: number | undefined
  open: boolean
  onClose: () => void
}

/** Says what is deleted and what stays, and asks for the password, because an open page is not enough proof. */
export function DeleteAccountDialog({ email, projectCount, open, onClose }: DeleteAccountDialogProps) {
  const toast = useToast()
  const form = useForm({
    schema: deleteAccountSchema,
    start: { password: '' },
    mutation: useEndingCall(deleteAccount, () => toast.show({ text: 'Your account is deleted.' })),
    fieldOf: (code) => (isAboutPassword(code) ? 'password' : null),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Delete Account"
      form={form}
      action="Delete my account"
      progress="Deleting..."
      tone="danger"
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
      <ConfirmPassword email={email} {...form.field('password')} />
      <FailureStrip error={form.error} otherwise="Could not delete the account. Try again." />
    </FormDialog>
  )
}

const deleteAccount = (body: AccountDeletion) => call(usersApi.deleteAccount, { body })

/** A call that ends the session of this browser. */
export function useEndingCall<Input>(send: (input: Input) => Promise<unknown>, onDone: () => void) {
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onDone()
      endSession('logout')
    },
  })
}

/** Projects in the trash are deleted too, but not counted. */
function projectsGo(count: number | undefined): string {
  if (count === undefined || count === 0) return 'All your projects go,'
  return count === 1 ? 'Your project goes,' : `Your ${count} projects go,`
}
