import { pageRoutes } from '@pinmark/shared/paths'
import { Suspense, type ComponentType } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { ErrorBoundary } from './error-boundary'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'
import { lazyComponent } from '../ui/lazy'

/** A page, fetched when it is first opened. */
const lazyPage = lazyComponent<object>

const DashboardPage = lazyPageWithData(
  () => import('../pages/dashboard/dashboard-page').then((m) => m.DashboardPage),
  { isFirst: true },
)
export const ProjectPage = lazyPageWithData(
  () => import('../pages/project/project-page').then((m) => m.ProjectPage),
  { isFirst: true },
)
const ReportPage = lazyPageWithData(() => import('../pages/report/report-page').then((m) => m.ReportPage))
const RegisterPage = lazyPageWithData(() =>
  import('../pages/register/register-page').then((m) => m.RegisterPage),
)
const PlansPage = lazyPageWithData(() => import('../pages/plans/plans-page').then((m) => m.PlansPage))
const AccountPage = lazyPageWithData(() => import('../pages/account/account-page').then((m) => m.AccountPage))
const DevelopersPage = lazyPageWithData(() =>
  import('../pages/account/developers-page').then((m) => m.DevelopersPage),
)
const SignOnPage = lazyPage(() => import('../pages/sign-on/sign-on-page').then((m) => m.SignOnPage))
const ForgotPage = lazyPageWithData(() => import('../pages/forgot/forgot-page').then((m) => m.ForgotPage))
const ResetPage = lazyPageWithData(() => import('../pages/reset/reset-page').then((m) => m.ResetPage))
const ConfirmPage = lazyPageWithData(() => import('../pages/confirm/confirm-page').then((m) => m.ConfirmPage))
const StopPage = lazyPageWithData(() => import('../pages/stop/stop-page').then((m) => m.StopPage))
const JoinPage = lazyPageWithData(() => import('../pages/join/join-page').then((m) => m.JoinPage))
const LoginPage = lazyPage(() => import('../pages/login/login-page').then((m) => m.LoginPage), {
  isFirst: true,
})
const NotFoundPage = lazyPage(() => import('../pages/not-found/not-found-page').then((m) => m.NotFoundPage))

export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    // When a page fails, the navbar and the links to other pages stay.
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route element={<RequireSession />}>
            <Route path={pageRoutes.dashboard} element={<DashboardPage />} />
            <Route path={pageRoutes.account} element={<AccountPage />} />
            <Route path={pageRoutes.developers} element={<DevelopersPage />} />
            <Route path={pageRoutes.join} element={<JoinPage />} />
          </Route>
          <Route path={pageRoutes.login} element={<LoginPage />} />
          <Route path={pageRoutes.signOn} element={<SignOnPage />} />
          <Route path={pageRoutes.forgot} element={<ForgotPage />} />
          <Route path={pageRoutes.reset} element={<ResetPage />} />
          <Route path={pageRoutes.confirm} element={<ConfirmPage />} />
          <Route path={`${pageRoutes.stop}?`} element={<StopPage />} />
          <Route path={pageRoutes.register} element={<RegisterPage />} />
          <Route path={pageRoutes.project} element={<ProjectPage />} />
          <Route path={pageRoutes.report} element={<ReportPage />} />
          <Route path={pageRoutes.plans} element={<PlansPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Guards the pages of an account. Visitors without a session are redirected to /login, and return after the
 *  login unless they had logged out themselves. */
function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session) return <Outlet />
  const state: LoginState = readSessionEnd() === 'logout' ? {} : { from: pathname + search + hash }
  return <Navigate to={pageRoutes.login} replace state={state} />
}

/** A page that loads data, fetched together with the data layer. */
function lazyPageWithData(load: () => Promise<ComponentType>, options?: { isFirst: boolean }) {
  return lazyPage(async () => {
    const [{ DataLayer }, Page] = await Promise.all([import('./data-layer'), load()])
    return () => (
      <DataLayer>
        <Page />
      </DataLayer>
    )
  }, options)
}
