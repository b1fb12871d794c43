import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { ForgotForm } from '../../features/auth/forgot-form'
import { useInstance } from '../../lib/instance'
import { useTitle } from '../../lib/title'
import { rich } from '../../ui/rich'

/** Requests a link to set a new password. */
export function ForgotPage() {
  useTitle(m.forgot_title())
  const mail = useInstance()?.mail
  return (
    <AuthSheet
      title={m.forgot_title()}
      foot={
        <Link to={pageRoutes.login} className="foot-link text-ink">
          {m.back_to_login()}
        </Link>
      }
    >
      {mail === false ? (
        <>
          <p className="text-ink-2">{m.forgot_ask()}</p>
          <p className="mt-2 text-13 text-ink-3">
            {rich(m.forgot_command, { command: <code>reset-password</code> })}
          </p>
        </>
      ) : (
        <>
          <p className="-mt-3 mb-6 text-13 text-ink-3">{m.forgot_words()}</p>
          <ForgotForm />
        </>
      )}
    </AuthSheet>
  )
}
