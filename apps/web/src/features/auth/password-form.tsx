import { changePasswordSchema } from '@pinmark/shared/entities/user'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { passwordProblem } from '../../ui/confirm-password'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useToast } from '../../ui/toast'
import { useChangePassword } from './api/use-change-account'
import { EndConnections } from './end-connections'
import { PasswordField } from '../../ui/password-field'

interface PasswordFormProps {
  /** For the browser's password manager, which needs the user name. */
  email: string
}

const noErrors = { current: null, next: null }

export function PasswordForm({ email }: PasswordFormProps) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [errors, setErrors] = useState<{ current: string | null; next: string | null }>(noErrors)
  const [isEnding, setIsEnding] = useState(true)
  const currentField = useRef<HTMLInputElement>(null)
  const newField = useRef<HTMLInputElement>(null)
  const change = useChangePassword()
  const toast = useToast()

  function handleSubmit() {
    const checked = changePasswordSchema.safeParse({ currentPassword, newPassword })
    if (!checked.success) {
      const errorOf = (field: string) => fieldError(checked.error, field)
      const current = errorOf('currentPassword')
      setErrors({ current, next: errorOf('newPassword') })
      return (current === null ? newField : currentField).current?.focus()
    }
    setErrors(noErrors)
    change.mutate(
      { currentPassword, newPassword, keepTokensAndWebhooks: !isEnding },
      {
        onError: (error) => passwordProblem(error) && currentField.current?.focus(),
        onSuccess: () => {
          setCurrentPassword('')
          setNewPassword('')
          toast.show({
            text: isEnding
              ? 'Password changed. You are logged out everywhere else, and API tokens and webhooks ended.'
              : 'Password changed. You are logged out everywhere else.',
          })
        },
      },
    )
  }

  return (
    <Form isBusy={change.isPending} onSubmit={handleSubmit}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        kind="current"
        error={errors.current ?? passwordProblem(change.error)}
        inputRef={currentField}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <PasswordField
        label="New password"
        kind="new"
        hint="At least 8 characters. Changing it logs you out everywhere else."
        error={errors.next}
        inputRef={newField}
        value={newPassword}
        onChange={setNewPassword}
      />
      <EndConnections checked={isEnding} onChange={setIsEnding} />
      <FailureStrip
        error={passwordProblem(change.error) ? null : change.error}
        otherwise="The password could not be changed."
      />
      <div>
        <Button type="submit" pending={change.isPending}>
          {change.isPending ? 'Saving...' : 'Change password'}
        </Button>
      </div>
    </Form>
  )
}
