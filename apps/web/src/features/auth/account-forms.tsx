import * as usersApi from '@pinmark/shared/api/users'
import {
  changePasswordSchema,
  changeUserSchema,
  type PasswordChange,
  type UserChange,
} from '@pinmark/shared/entities/user'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../../lib/form'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { toast } from '../../ui/toast'
import { PasswordField, isAboutPassword } from '../../ui/password-field'
import { call } from '../../lib/api'
import { startSession, updateSessionUser } from '../../lib/session'
import { accountKeys } from '../../lib/query-keys'
import { NameField } from './auth-sheet'
import { EndConnections } from './account-rows'

/** The name that is shown with the designer's later comments. */
export function NameForm({ presentName }: { presentName: string }) {
  const { field, submit, isPending, error, reset } = useForm({
    schema: changeUserSchema,
    start: { name: presentName },
    mutation: useChangeName(),
    onSuccess: () => {
      reset()
      toast.show({ text: m.account_name_changed() })
    },
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <NameField hint={m.account_name_hint()} {...field('name')} />
      <FailureStrip error={error} otherwise={m.account_name_failed()} />
      <div>
        <Button type="submit" pending={isPending}>
          {isPending ? m.saving() : m.account_name_change()}
        </Button>
      </div>
    </Form>
  )
}

interface PasswordFormProps {
  /** For the browser's password manager, which needs the user name. */
  email: string
}

export function PasswordForm({ email }: PasswordFormProps) {
  const [isEnding, setIsEnding] = useState(true)
  const { field, submit, isPending, error, reset } = useForm({
    schema: changePasswordSchema,
    start: { currentPassword: '', newPassword: '' },
    mutation: useChangePassword(!isEnding),
    fieldOf: (code) =>
      isAboutPassword(code) ? 'currentPassword' : code.startsWith('password_') ? 'newPassword' : null,
    onSuccess: () => {
      reset()
      toast.show({
        text: isEnding ? m.account_password_changed_ended() : m.account_password_changed(),
      })
    },
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label={m.password_current()} kind="current" {...field('currentPassword')} />
      <PasswordField
        label={m.password_new()}
        kind="new"
        hint={m.account_password_hint()}
        {...field('newPassword')}
      />
      <EndConnections checked={isEnding} onChange={setIsEnding} />
      <FailureStrip error={error} otherwise={m.account_password_failed()} />
      <div>
        <Button type="submit" pending={isPending}>
          {isPending ? m.saving() : m.account_password_change()}
        </Button>
      </div>
    </Form>
  )
}

/** Changes the name of the account. */
function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => call(usersApi.changeUser, { body: change }),
    onSuccess: (user) => {
      updateSessionUser(user)
      return queryClient.invalidateQueries({ queryKey: accountKeys.allOfMe })
    },
  })
}

/** Changes the password. Every other login of the account ends. This one continues with a new token. API tokens and
 *  webhooks may have ended, so they are read again. */
function useChangePassword(keepTokensAndWebhooks: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) =>
      call(usersApi.changePassword, { body: { ...change, keepTokensAndWebhooks } }),
    onSuccess: (session) => {
      startSession(session)
      void queryClient.invalidateQueries({ queryKey: accountKeys.tokens })
      void queryClient.invalidateQueries({ queryKey: accountKeys.webhooks })
    },
  })
}
