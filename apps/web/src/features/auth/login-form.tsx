import * as usersApi from '@pinmark/shared/api/users'
import type { Login } from '@pinmark/shared/entities/user'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { call } from '../../lib/api'
import { startSession } from '../../lib/session'
import { EmailField } from './fields'

interface LoginFormProps {
  /** Filled in after a registration. */
  initialEmail: string
}

/** The form validates nothing before it sends. A failed attempt keeps the input. */
export function LoginForm({ initialEmail }: LoginFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const { logIn, isPending, error } = useLogin()
  return (
    <Form isBusy={isPending} onSubmit={() => void logIn({ email, password })}>
      <EmailField value={email} autoFocus={initialEmail === ''} onChange={setEmail} />
      {/* After a registration the e-mail is filled in and only the password is missing. */}
      <PasswordField kind="current" value={password} hasFocus={initialEmail !== ''} onChange={setPassword} />
      <FailureStrip error={error} otherwise={pageMessages.loginFailed} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={isPending}>
        {isPending ? 'Logging in...' : 'Login'}
      </Button>
    </Form>
  )
}

/** Logs in. Components that show the session update on their own. It does not use the query cache, which the login
 *  page does not load. */
function useLogin() {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function logIn(login: Login) {
    setIsPending(true)
    setError(null)
    try {
      startSession(await call(usersApi.logIn, { body: login }))
    } catch (caught) {
      setError(caught)
    } finally {
      setIsPending(false)
    }
  }
  return { logIn, isPending, error }
}
