import { pageRoutes } from '@pinmark/shared/paths'
import { CircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LogoutButton } from '../features/auth/logout-button'
import { setKeyboardHelpOpen } from '../lib/keyboard-help'
import { useSession } from '../lib/session'
import { buttonClass } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { ThemeChoice } from './theme-choice'

export function Navbar() {
  const session = useSession()
  return (
    <header className="navbar">
      <nav aria-label="Main" className="flex h-(--pm-nav-h) items-center gap-1 px-6 max-md:px-4">
        <Link
          to={pageRoutes.dashboard}
          className="mr-auto flex items-center gap-[9px] text-16 font-[650] tracking-[-0.02em] no-underline"
        >
          <span aria-hidden className="logo" />
          Pinmark
        </Link>
        <IconButton
          label="Keyboard help"
          tooltip="Keyboard help (?)"
          className="max-md:hidden"
          onClick={() => setKeyboardHelpOpen(true)}
        >
          <CircleQuestionMark aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
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
            <Link
              to={pageRoutes.login}
              className={buttonClass({ variant: 'quiet', className: 'nav-button' })}
            >
              Login
            </Link>
            <Link to={pageRoutes.register} className={buttonClass({ className: 'nav-button' })}>
              Register
            </Link>
          </>
        )}
      </nav>
    </header>
  )
}
