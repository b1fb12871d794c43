import * as usersApi from '@pinmark/shared/api/users'
import { resetPasswordSchema, type PasswordReset } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { call } from '../../lib/api'
import { useForm } from '../../lib/form'
import { PasswordField } from '../../ui/password-field'
import { EmailField } from './fields'

/** Requests a link for a new password. The answer is the same for every address. */
export function ForgotForm() {
  const [email, setEmail] = useState('')
  const forget = useForgetPassword()
  return (
    <Form isBusy={forget.isPending} onSubmit={() => forget.mutate(email)}>
      <EmailField value={email} onChange={setEmail} />
      <FailureStrip error={forget.error} otherwise="The link could not be sent. Try again." />
      <Button type="submit" variant="primary" size="lg" pending={forget.isPending}>
        {forget.isPending ? 'Sending...' : 'Send link'}
      </Button>
      <p role="status" className="flex gap-2 text-13 empty:hidden">
        {forget.isSuccess && (
          <>
            <Check aria-hidden size={16} strokeWidth={2} className="mt-px flex-none" />
            Sent, if there is an account. The link works for 30 minutes.
          </>
        )}
      </p>
    </Form>
  )
}

/** Requests a mail with a link for a new password. */
function useForgetPassword() {
  return useMutation({ mutationFn: (email: string) => call(usersApi.forgetPassword, { body: { email } }) })
}

/** Sets a new password with the token of such a link. */
function useResetPassword(onOver: () => void) {
  return useMutation({
    mutationFn: (body: PasswordReset) => call(usersApi.resetPassword, { body }),
    onError: (error) => 'code' in error && error.code === 'reset_link_over' && onOver(),
  })
}

interface ResetFormProps {
  /** The token in the link. */
  token: string
  onDone: () => void
  /** The link is no longer valid. */
  onOver: () => void
}

/** Sets a new password in place of a forgotten one. */
export function ResetForm({ token, onDone, onOver }: ResetFormProps) {
  const { field, submit, isPending, error } = useForm({
    schema: resetPasswordSchema,
    start: { token, newPassword: '' },
    mutation: useResetPassword(onOver),
    onSuccess: onDone,
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <PasswordField
        label="New password"
        kind="new"
        hint="At least 8 characters. You are logged out everywhere, and API tokens and webhooks end."
        hasFocus
        {...field('newPassword')}
      />
      <FailureStrip error={error} otherwise="The password could not be set. Try again." />
      <Button type="submit" variant="primary" size="lg" pending={isPending}>
        {isPending ? 'Saving...' : 'Set password'}
      </Button>
    </Form>
  )
}
