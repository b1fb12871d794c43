import { pageRoutes } from '@pinmark/shared/paths'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'

/** Guards the pages of an account. Visitors without a session are redirected to /login, and return after the
 *  login unless they had logged out themselves. */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session) return <Outlet />
  const state: LoginState = readSessionEnd() === 'logout' ? {} : { from: pathname + search + hash }
  return <Navigate to={pageRoutes.login} replace state={state} />
}
