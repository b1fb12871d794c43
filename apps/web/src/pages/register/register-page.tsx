import type { Instance } from '@pinmark/shared/entities/instance'
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
  const { state, hash } = useLocation()
  const { from } = parseLoginState(state)
  const registration = useInstance()?.registration
  // In the fragment, so that it never reaches the log of a server or a proxy.
  const invitation = hash.slice(1) || undefined
  const refusal = refusalOf(registration, invitation)
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
      {refusal ? (
        <p className="text-ink-2">{pageErrors[refusal].text}</p>
      ) : (
        <RegisterForm
          invitation={invitation}
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

/** Why the form is hidden. The server decides too; here people are spared a form that it would refuse. */
function refusalOf(registration: Instance['registration'] | undefined, invitation: string | undefined) {
  if (registration === 'closed') return 'registration_closed'
  return registration === 'invited' && invitation === undefined ? 'invitation_needed' : null
}
