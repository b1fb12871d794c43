import { useMe } from '../../features/auth/api/use-me'
import { DeleteAccount } from '../../features/auth/delete-account'
import { DownloadData } from '../../features/auth/download-data'
import { LogoutEverywhere } from '../../features/auth/logout-everywhere'
import { NameForm } from '../../features/auth/name-form'
import { PasswordForm } from '../../features/auth/password-form'
import { useProjects } from '../../features/projects/api/use-projects'
import { ApiTokens } from '../../features/tokens/api-tokens'
import { useSession } from '../../lib/session'
import { useTitle } from '../../lib/title'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyBoundary } from '../../ui/lazy-boundary'
import { PageSections } from './page-sections'

const NoticesSection = lazyComponent(() =>
  import('../../features/notices/notices-section').then((m) => m.NoticesSection),
)
const Webhooks = lazyComponent(() => import('../../features/webhooks/webhooks').then((m) => m.Webhooks))

/** Name, password and all settings of the account. The account is fetched again, so that an expired token is
 *  noticed at once. */
export function AccountPage() {
  useTitle('Account')
  const session = useSession()
  const { data: me } = useMe()
  const { data: projects = [] } = useProjects()
  if (!session) return null
  const { user } = session
  return (
    <div className="page-column max-w-192">
      <h1 className="page-title">Account</h1>
      <p className="mt-1 text-ink-2 wrap-anywhere">{user.email}</p>
      <PageSections />
      <section className="mt-8 border-t pt-6">
        <h2 id="name" className="sr-only">
          Name
        </h2>
        <div className="max-w-120">
          <NameForm key={user._id} presentName={user.name} />
        </div>
      </section>
      <section className="mt-8 border-t pt-6">
        <h2 className="sr-only">Password</h2>
        <div className="max-w-120">
          <PasswordForm email={user.email} />
        </div>
      </section>
      <div className="mt-8 border-t pt-6">
        <LazyBoundary>
          <NoticesSection email={user.email} />
        </LazyBoundary>
      </div>
      <div className="mt-8 border-t pt-6">
        <LazyBoundary>
          <Webhooks projects={projects} />
        </LazyBoundary>
      </div>
      <section className="mt-8 border-t pt-6">
        <ApiTokens />
      </section>
      <section id="data" className="mt-8 grid gap-6 border-t pt-6">
        <LogoutEverywhere />
        <DownloadData />
        <DeleteAccount email={user.email} projectCount={me?.usage.projects} />
      </section>
    </div>
  )
}
