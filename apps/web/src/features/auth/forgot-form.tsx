import * as usersApi from '@pinmark/shared/api/users'
import {
  forgottenPasswordSchema,
  resetPasswordSchema,
  type PasswordReset,
} from '@pinmark/shared/entities/user'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { call } from '../../lib/api'
import { useForm } from '../../lib/form'
import { PasswordField } from '../../ui/password-field'
import { EmailField } from './auth-sheet'

/** Requests a link for a new password. The answer is the same for every address. */
export function ForgotForm() {
  const forget = useForgetPassword()
  const { field, submit, isPending, error } = useForm({
    schema: forgottenPasswordSchema,
    start: { email: '' },
    mutation: forget,
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <EmailField autoFocus {...field('email')} />
      <FailureStrip error={error} otherwise={m.forgot_failed()} />
      <Button type="submit" variant="primary" size="lg" pending={isPending}>
        {isPending ? m.sending() : m.forgot_send()}
      </Button>
      <p role="status" className="flex gap-2 text-13 empty:hidden">
        {forget.isSuccess && (
          <>
            <Check strokeWidth={2} className="mt-px flex-none" />
            {m.forgot_sent()}
          </>
        )}
      </p>
    </Form>
  )
}

/** Requests a mail with a link for a new password. */
function useForgetPassword() {
  return useMutation({ mutationFn: (body: { email: string }) => call(usersApi.forgetPassword, { body }) })
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
    fieldOf: (code) => (code.startsWith('password_') ? 'newPassword' : null),
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <PasswordField
        label={m.password_new()}
        kind="new"
        hint={m.reset_hint()}
        hasFocus
        {...field('newPassword')}
      />
      <FailureStrip error={error} otherwise={m.reset_failed()} />
      <Button type="submit" variant="primary" size="lg" pending={isPending}>
        {isPending ? m.saving() : m.reset_action()}
      </Button>
    </Form>
  )
}
