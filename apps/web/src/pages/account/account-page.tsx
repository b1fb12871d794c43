import { useMe } from '../../features/auth/api/use-me'
import { NameForm } from '../../features/auth/name-form'
import { PasswordForm } from '../../features/auth/password-form'
import { useSession } from '../../lib/session'
import { useTitle } from '../../lib/title'

/** Name and password. The account is asked for anew, so that a token that is over shows at once. */
export function AccountPage() {
  useTitle('Account')
  const session = useSession()
  useMe()
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
    </div>
  )
}
