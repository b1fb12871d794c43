import { changePasswordSchema } from '@pinmark/shared/entities/user'
import { useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { ErrorStrip } from '../../ui/error-strip'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import { useToast } from '../../ui/toast'
import { useChangePassword } from './api/use-change-account'
import { authFailure } from './auth-failure'

interface PasswordFormProps {
  /** For the browser's password manager, which wants to know whose password it is. */
  email: string
}

const noErrors = { current: null, next: null }

export function PasswordForm({ email }: PasswordFormProps) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [errors, setErrors] = useState<{ current: string | null; next: string | null }>(noErrors)
  const change = useChangePassword()
  const toast = useToast()

  function handleSubmit() {
    if (change.isPending) return
    const checked = changePasswordSchema.safeParse({ currentPassword, newPassword })
    if (!checked.success) {
      const errorOf = (field: string) => fieldError(checked.error, field)
      return setErrors({ current: errorOf('currentPassword'), next: errorOf('newPassword') })
    }
    setErrors(noErrors)
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setCurrentPassword('')
          setNewPassword('')
          toast.show({ text: 'Password changed. You are logged out everywhere else.' })
        },
      },
    )
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit()
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errors.current}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
          />
        )}
      </Field>
      <Field
        label="New password"
        hint="At least 8 characters. Changing it logs you out everywhere else."
        error={errors.next}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={newPassword}
            onChange={({ target }) => setNewPassword(target.value)}
          />
        )}
      </Field>
      <ErrorStrip>
        {change.error && authFailure('The password could not be changed.', change.error)}
      </ErrorStrip>
      <div>
        <Button type="submit" pending={change.isPending}>
          {change.isPending ? 'Saving...' : 'Change password'}
        </Button>
      </div>
    </form>
  )
}
