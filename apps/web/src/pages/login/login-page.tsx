import { pageErrors } from '@pinmark/shared/page-messages'
import { pageRoutes } from '@pinmark/shared/paths'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { LoginForm } from '../../features/auth/login-form'
import { readKeptProject } from '../../features/projects/kept-project'
import { announce } from '../../lib/announce'
import { parseLoginState, safeReturnPath } from '../../lib/return-path'
import { readSessionEnd, useSession } from '../../lib/session'
import { useTitle } from '../../lib/title'

/** Goes to the page that redirected here, or to the dashboard, after the login or if there is a session
 *  already. */
export function LoginPage() {
  useTitle('Login')
  const session = useSession()
  const location = useLocation()
  const [search] = useSearchParams()
  const state = parseLoginState(location.state)
  const returnPath = safeReturnPath(state.from) ?? safeReturnPath(search.get('next')) ?? pageRoutes.dashboard
  if (session) return <Navigate to={returnPath} replace />

  return (
    <AuthSheet
      title="Login"
      foot={
        <>
          New here?{' '}
          <Link to={pageRoutes.register} state={{ from: state.from }} className="foot-link text-ink">
            Register
          </Link>
          {/* The link is always shown. The next page finds out whether this server sends mail; this page makes
             no request before the login. */}
          <span className="mt-5 block text-13">
            <Link to={pageRoutes.forgot} className="foot-link">
              Forgot your password?
            </Link>
          </span>
        </>
      }
    >
      <LoginNote isRegistered={state.registered ?? false} />
      <LoginForm initialEmail={state.email ?? ''} />
    </AuthSheet>
  )
}

/** Says why the visitor is here. */
function LoginNote({ isRegistered }: { isRegistered: boolean }) {
  const notes = [
    isRegistered && 'Account created. You can log in now.',
    !isRegistered && readSessionEnd() === 'expired' && pageErrors.session_ended.text,
    readKeptProject(undefined) && 'Your new project is kept until then.',
  ]
  const text = notes.filter(Boolean).join(' ')
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return <p className={`-mt-2 mb-6 empty:hidden ${isRegistered ? 'text-ok-text' : ''}`}>{text}</p>
}
