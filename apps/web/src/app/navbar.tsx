import { pageRoutes } from '@pinmark/shared/paths'
import { Link } from 'react-router-dom'
import { LogoutButton } from '../features/auth/logout-button'
import { useSession } from '../lib/session'
import { buttonClass } from '../ui/button'
import { Brand, brandClass, NavbarFrame } from './navbar-frame'
import { ThemeChoice } from './theme-choice'

export function Navbar() {
  const session = useSession()
  return (
    <NavbarFrame>
      <Link to={pageRoutes.dashboard} className={brandClass}>
        <Brand />
      </Link>
      <ThemeChoice className="max-md:hidden" />
      {session ? (
        <>
          <Link
            to={pageRoutes.account}
            className={buttonClass({ variant: 'quiet', className: 'nav-button' })}
          >
            Account
          </Link>
          <LogoutButton className="nav-button -mr-3.5" />
        </>
      ) : (
        <>
          <Link to={pageRoutes.login} className={buttonClass({ variant: 'quiet', className: 'nav-button' })}>
            Login
          </Link>
          <Link to={pageRoutes.register} className={buttonClass({ className: 'nav-button' })}>
            Register
          </Link>
        </>
      )}
    </NavbarFrame>
  )
}
