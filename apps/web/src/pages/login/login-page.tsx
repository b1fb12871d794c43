import { errorSentence } from '@pinmark/shared/page-errors'
import { pageRoutes } from '@pinmark/shared/paths'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { AuthSheet, EmailField } from '../../features/auth/auth-sheet'
import { readKeptProject } from '../../features/projects/kept-project'
import { announce } from '../../lib/announce'
import { parseLoginState, safeReturnPath } from '../../lib/return-path'
import { readSessionEnd, startSession, useSession } from '../../lib/session'
import { readSignOn } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'
import * as usersApi from '@pinmark/shared/api/users'
import type { Login } from '@pinmark/shared/entities/user'
import { m } from '@pinmark/words/messages'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { call } from '../../lib/api'
import { LazyBoundary, lazyComponent } from '../../ui/lazy'

/** Most servers have no single sign-on. */
const SignOnButton = lazyComponent(() =>
  import('../../features/auth/sign-on-button').then((m) => m.SignOnButton),
)

/** Goes to the page that redirected here, or to the dashboard, after the login or if there is a session
 *  already. */
export function LoginPage() {
  useTitle(m.action_login())
  const session = useSession()
  const location = useLocation()
  const [search] = useSearchParams()
  const state = parseLoginState(location.state)
  const returnPath = safeReturnPath(state.from) ?? safeReturnPath(search.get('next')) ?? pageRoutes.dashboard
  if (session) return <Navigate to={returnPath} replace />
  const signOn = readSignOn()

  return (
    <AuthSheet
      title={m.action_login()}
      foot={
        !signOn?.isOnly && (
          <>
            {m.login_new_here()}{' '}
            <Link to={pageRoutes.register} state={{ from: state.from }} className="foot-link text-ink">
              {m.action_register()}
            </Link>
            {/* The link is always shown. The next page finds out whether this server sends mail; this page makes
             no request before the login. */}
            <span className="mt-5 block text-13">
              <Link to={pageRoutes.forgot} className="foot-link">
                {m.forgot_title()}
              </Link>
            </span>
          </>
        )
      }
    >
      <LoginNote isRegistered={state.registered ?? false} />
      {!signOn?.isOnly && <LoginForm initialEmail={state.email ?? ''} />}
      {signOn && (
        <LazyBoundary>
          <SignOnButton from={returnPath} refusal={state.refusal} />
        </LazyBoundary>
      )}
    </AuthSheet>
  )
}

/** Says why the visitor is here. */
function LoginNote({ isRegistered }: { isRegistered: boolean }) {
  const notes = [
    isRegistered && m.login_registered(),
    !isRegistered && readSessionEnd() === 'expired' && errorSentence('session_ended'),
    readKeptProject(undefined) && m.login_project_kept(),
  ]
  const text = notes.filter(Boolean).join(' ')
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return <p className={`-mt-2 mb-6 empty:hidden ${isRegistered ? 'text-ok-text' : ''}`}>{text}</p>
}

interface LoginFormProps {
  /** Filled in after a registration. */
  initialEmail: string
}

/** The form validates nothing before it sends. A failed attempt keeps the input. */
function LoginForm({ initialEmail }: LoginFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const { logIn, isPending, error } = useLogin()
  return (
    <Form isBusy={isPending} onSubmit={() => void logIn({ email, password })}>
      <EmailField value={email} autoFocus={initialEmail === ''} onChange={setEmail} />
      {/* After a registration the e-mail is filled in and only the password is missing. */}
      <PasswordField kind="current" value={password} hasFocus={initialEmail !== ''} onChange={setPassword} />
      <FailureStrip error={error} otherwise={m.login_failed()} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={isPending}>
        {isPending ? m.login_progress() : m.action_login()}
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
