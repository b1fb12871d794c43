import { pageErrors } from '@pinmark/shared/page-messages'
import { pageRoutes } from '@pinmark/shared/paths'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { RegisterForm } from '../../features/auth/register-form'
import { useInstance } from '../../lib/instance'
import { parseLoginState, type LoginState } from '../../lib/return-path'
import { useSession } from '../../lib/session'
import { useTitle } from '../../lib/title'

export function RegisterPage() {
  useTitle('Register')
  const session = useSession()
  const navigate = useNavigate()
  const { from } = parseLoginState(useLocation().state)
  const isClosed = useInstance()?.registration === 'closed'
  if (session) return <Navigate to={pageRoutes.dashboard} replace />

  const loginState: LoginState = from === undefined ? {} : { from }
  return (
    <AuthSheet
      title="Register"
      foot={
        <>
          Have an account?{' '}
          <Link to={pageRoutes.login} state={loginState} className="foot-link text-ink">
            Login
          </Link>
        </>
      }
    >
      {isClosed ? (
        <p className="text-ink-2">{pageErrors.registration_closed.text}</p>
      ) : (
        <RegisterForm
          onRegistered={(email) =>
            void navigate(pageRoutes.login, {
              state: { ...loginState, registered: true, email } satisfies LoginState,
            })
          }
        />
      )}
    </AuthSheet>
  )
}
