import { pageRoutes } from '@pinmark/shared/paths'
import { Link, Navigate } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { ForgotForm } from '../../features/auth/forgot-form'
import { useInstance } from '../../lib/instance'
import { readSignOn } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'

/** Requests a link to set a new password. */
export function ForgotPage() {
  useTitle('Forgot your password?')
  const mail = useInstance()?.mail
  if (readSignOn()?.isOnly) return <Navigate to={pageRoutes.login} replace />
  return (
    <AuthSheet
      title="Forgot your password?"
      foot={
        <Link to={pageRoutes.login} className="foot-link text-ink">
          Back to login
        </Link>
      }
    >
      {mail === false ? (
        <>
          <p className="text-ink-2">Ask the person who runs this server to set a new one.</p>
          <p className="mt-2 text-13 text-ink-3">
            They run the command <code>reset-password</code> with your e-mail address.
          </p>
        </>
      ) : (
        <>
          <p className="-mt-3 mb-6 text-13 text-ink-3">
            Type your e-mail. If there is an account, a link comes in a minute.
          </p>
          <ForgotForm />
        </>
      )}
    </AuthSheet>
  )
}
