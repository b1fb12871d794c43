import { pageRoutes } from '@pinmark/shared/paths'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'

/** Pages for an account: visitors without one are sent to /login, and back here afterwards unless they chose to log out. */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session) return <Outlet />
  const state: LoginState = readSessionEnd() === 'logout' ? {} : { from: pathname + search + hash }
  return <Navigate to={pageRoutes.login} replace state={state} />
}
