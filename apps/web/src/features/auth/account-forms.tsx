import * as usersApi from '@pinmark/shared/api/users'
import {
  changePasswordSchema,
  changeUserSchema,
  type PasswordChange,
  type UserChange,
} from '@pinmark/shared/entities/user'
import { pageErrors } from '@pinmark/shared/page-messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useToast } from '../../ui/toast'
import { PasswordField, passwordProblem } from '../../ui/password-field'
import { call } from '../../lib/api'
import { startSession, updateSessionUser } from '../../lib/session'
import { NameField } from './fields'
import { EndConnections } from './account-rows'

/** The name that is shown with the designer's later comments. */
export function NameForm({ presentName }: { presentName: string }) {
  /** Null until the user types. Without it, the field shows a name that was changed in another tab. */
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? presentName
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const change = useChangeName()
  const toast = useToast()

  function handleSubmit() {
    const checked = changeUserSchema.safeParse({ name })
    setError(
      checked.success ? null : (fieldError(checked.error, 'name') ?? pageErrors.user_name_required.text),
    )
    if (!checked.success) return field.current?.focus()
    change.mutate(checked.data, {
      onSuccess: () => {
        setTyped(null)
        toast.show({ text: 'Name changed' })
      },
    })
  }

  return (
    <Form isBusy={change.isPending} onSubmit={handleSubmit}>
      <NameField
        hint="Shown to everyone who comments on your designs."
        error={error}
        inputRef={field}
        value={name}
        onChange={setTyped}
      />
      <FailureStrip error={change.error} otherwise="The name could not be changed." />
      <div>
        <Button type="submit" pending={change.isPending}>
          {change.isPending ? 'Saving...' : 'Change name'}
        </Button>
      </div>
    </Form>
  )
}

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

/** Changes the name of the account. */
function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => call(usersApi.renameUser, { body: change }),
    onSuccess: ({ _id, name, email }) => {
      updateSessionUser({ _id, name, email })
      return queryClient.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** Changes the password. Every other login of the account ends. This one continues with a new token. API tokens and
 *  webhooks may have ended, so they are read again. */
function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) => call(usersApi.changePassword, { body: change }),
    onSuccess: (session) => {
      startSession(session)
      void queryClient.invalidateQueries({ queryKey: ['api-tokens'] })
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
}
