import { pageRoutes } from '@pinmark/shared/paths'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { ResetForm } from '../../features/auth/forgot-form'
import { readSignOn } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { useToast } from '../../ui/toast'

/** The page that the link in a reset mail opens. The token is in the fragment, so it never reaches the log of
 *  a server or a proxy. */
export function ResetPage() {
  useTitle('New password')
  const token = useLocation().hash.slice(1)
  const [isOver, setIsOver] = useState(token === '')
  const navigate = useNavigate()
  const toast = useToast()
  if (readSignOn()?.isOnly) return <Navigate to={pageRoutes.login} replace />
  return (
    <AuthSheet
      title="New password"
      foot={
        <Link to={pageRoutes.login} className="text-ink">
          Back to login
        </Link>
      }
    >
      {isOver ? (
        <div className="grid gap-4">
          <p role="alert">This link is used or too old.</p>
          <Link to={pageRoutes.forgot} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Send a new one
          </Link>
        </div>
      ) : (
        <ResetForm
          token={token}
          onOver={() => setIsOver(true)}
          onDone={() => {
            toast.show({ text: 'The new password is set. You can log in now.' })
            void navigate(pageRoutes.login, { replace: true })
          }}
        />
      )}
    </AuthSheet>
  )
}
