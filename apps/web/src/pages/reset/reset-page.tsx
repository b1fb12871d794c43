import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { ResetForm } from '../../features/auth/forgot-form'
import { readSignOn } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { toast } from '../../ui/toast'

/** The page that the link in a reset mail opens. The token is in the fragment, so it never reaches the log of
 *  a server or a proxy. */
export function ResetPage() {
  useTitle(m.password_new())
  const token = useLocation().hash.slice(1)
  const [isOver, setIsOver] = useState(token === '')
  const navigate = useNavigate()
  if (readSignOn()?.isOnly) return <Navigate to={pageRoutes.login} replace />
  return (
    <AuthSheet
      title={m.password_new()}
      foot={
        <Link to={pageRoutes.login} className="foot-link text-ink">
          {m.back_to_login()}
        </Link>
      }
    >
      {isOver ? (
        <div className="grid gap-4">
          <p role="alert">{m.reset_over()}</p>
          <Link to={pageRoutes.forgot} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {m.reset_again()}
          </Link>
        </div>
      ) : (
        <ResetForm
          token={token}
          onOver={() => setIsOver(true)}
          onDone={() => {
            toast.show({ text: m.reset_done() })
            void navigate(pageRoutes.login, { replace: true })
          }}
        />
      )}
    </AuthSheet>
  )
}
