import { resetPasswordSchema } from '@pinmark/shared/entities/user'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useResetPassword } from './api/use-forgotten-password'
import { PasswordField } from '../../ui/password-field'

interface ResetFormProps {
  /** The token in the link. */
  token: string
  onDone: () => void
  /** The link is no longer valid. */
  onOver: () => void
}

/** Sets a new password in place of a forgotten one. */
export function ResetForm({ token, onDone, onOver }: ResetFormProps) {
  const [newPassword, setNewPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const reset = useResetPassword()

  function handleSubmit() {
    const checked = resetPasswordSchema.safeParse({ token, newPassword })
    setWrong(checked.success ? null : fieldError(checked.error, 'newPassword'))
    if (!checked.success) return field.current?.focus()
    reset.mutate(checked.data, {
      onSuccess: onDone,
      onError: (error) => 'code' in error && error.code === 'reset_link_over' && onOver(),
    })
  }

  return (
    <Form isBusy={reset.isPending} onSubmit={handleSubmit}>
      <PasswordField
        label="New password"
        kind="new"
        hint="At least 8 characters. You are logged out everywhere, and API tokens and webhooks end."
        error={wrong}
        hasFocus
        inputRef={field}
        value={newPassword}
        onChange={setNewPassword}
      />
      <FailureStrip error={reset.error} otherwise="The password could not be set. Try again." />
      <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
        {reset.isPending ? 'Saving...' : 'Set password'}
      </Button>
    </Form>
  )
}
