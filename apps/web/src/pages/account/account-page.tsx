import { useMe } from '../../features/auth/api/use-me'
import { DeleteAccount } from '../../features/auth/delete-account'
import { DownloadData } from '../../features/auth/download-data'
import { LogoutEverywhere } from '../../features/auth/logout-everywhere'
import { NameForm } from '../../features/auth/name-form'
import { PasswordForm } from '../../features/auth/password-form'
import { ApiTokens } from '../../features/tokens/api-tokens'
import { useSession } from '../../lib/session'
import { useTitle } from '../../lib/title'

/** Name and password, and what can be done with the account as a whole. The account is fetched again, so that a token
 *  that is over shows at once. */
export function AccountPage() {
  useTitle('Account')
  const session = useSession()
  const { data: me } = useMe()
  if (!session) return null
  const { user } = session
  return (
    <div className="page-column">
      <h1 className="page-title">Account</h1>
      <p className="mt-1 text-ink-2 wrap-anywhere">{user.email}</p>
      <section className="mt-8 border-t pt-6">
        <h2 className="sr-only">Name</h2>
        <NameForm key={user._id} initialName={user.name} />
      </section>
      <section className="mt-8 border-t pt-6">
        <h2 className="sr-only">Password</h2>
        <PasswordForm email={user.email} />
      </section>
      <section className="mt-8 border-t pt-6">
        <ApiTokens />
      </section>
      <section className="mt-8 grid gap-6 border-t pt-6">
        <LogoutEverywhere />
        <DownloadData />
        <DeleteAccount email={user.email} projectCount={me?.usage.projects} />
      </section>
    </div>
  )
}
