import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useMe } from '../../features/auth/use-me'
import { DeleteAccount, DownloadData, LanguageRow, LogoutEverywhere } from '../../features/auth/account-rows'
import { NameForm, PasswordForm } from '../../features/auth/account-forms'
import { useSession } from '../../lib/session'
import { hasPassword } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'
import { LazyBoundary, lazyComponent } from '../../ui/lazy'
import './page-sections.css'

const NoticesSection = lazyComponent(() =>
  import('../../features/notices/notices-section').then((m) => m.NoticesSection),
)

const SharedProjects = lazyComponent(() => import('./shared-projects').then((m) => m.SharedProjects))

/** Name, password, mails and data of the account. The account is fetched again, so that an expired token is
 *  noticed at once. */
export function AccountPage() {
  useTitle(m.nav_account())
  const session = useSession()
  const { data: me } = useMe()
  if (!session) return null
  const { user } = session
  return (
    <div className="page-column max-w-192">
      <h1 className="page-title">{m.nav_account()}</h1>
      <p className="mt-1 text-ink-2 wrap-anywhere">{user.email}</p>
      <PageSections />
      <section className="mt-8 border-t pt-6">
        <h2 id="name" className="sr-only">
          {m.field_name()}
        </h2>
        <div className="max-w-120">
          <NameForm key={user._id} presentName={user.name} />
        </div>
      </section>
      <section className="mt-8 border-t pt-6">
        <h2 className="sr-only">{m.password_label()}</h2>
        <div className="max-w-120">
          {hasPassword(user) ? (
            <PasswordForm email={user.email} />
          ) : (
            <p className="text-ink-2">{m.sign_on_account()}</p>
          )}
        </div>
      </section>
      <section className="mt-8 border-t pt-6">
        <LanguageRow />
      </section>
      <div className="mt-8 border-t pt-6">
        <LazyBoundary>
          <NoticesSection email={user.email} />
        </LazyBoundary>
      </div>
      <section id="data" className="mt-8 grid gap-6 border-t pt-6">
        <LogoutEverywhere />
        <DownloadData />
        <DeleteAccount
          email={user.email}
          projectCount={me?.usage.projects}
          sharedProjects={
            <LazyBoundary>
              <SharedProjects />
            </LazyBoundary>
          }
        />
      </section>
    </div>
  )
}

const sections = [
  ['name', () => m.account_name_and_password()],
  ['notices', () => m.notices_title()],
  ['data', () => m.account_data()],
] as const

/** Links to the parts of the page, which is several screens long on a phone, and to the rest of the account. */
function PageSections() {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '') return undefined
    const show = () => {
      const heading = document.getElementById(id)
      heading?.scrollIntoView()
      return heading !== null
    }
    // The browser cannot scroll to parts that are fetched after the page.
    const watch = new MutationObserver(() => show() && watch.disconnect())
    if (!show()) watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <nav aria-label={m.nav_account()} className="page-sections">
      {sections.map(([id, name]) => (
        <a key={id} href={`#${id}`}>
          {name()}
        </a>
      ))}
      <Link to={pageRoutes.developers}>{m.developers_title()}</Link>
    </nav>
  )
}
