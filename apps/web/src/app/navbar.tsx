import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LogoutButton } from '../features/auth/logout-button'
import { useSession } from '../lib/session'
import { buttonClass } from '../ui/button'
import { Brand, brandClass, NavbarFrame } from './navbar-frame'
import { chooseTheme, readTheme, themes } from '../lib/appearance'
import { useStored } from '../lib/store'
import { classNames } from '../ui/class-names'

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
            {m.nav_account()}
          </Link>
          <LogoutButton className="nav-button -me-3.5" />
        </>
      ) : (
        <>
          <Link to={pageRoutes.login} className={buttonClass({ variant: 'quiet', className: 'nav-button' })}>
            {m.action_login()}
          </Link>
          <Link to={pageRoutes.register} className={buttonClass({ className: 'nav-button' })}>
            {m.action_register()}
          </Link>
        </>
      )}
    </NavbarFrame>
  )
}

const names = { system: () => m.theme_system(), light: () => m.theme_light(), dark: () => m.theme_dark() }
const icons = { system: Monitor, light: Sun, dark: Moon }

/** An icon with a list of choices. The list is a transparent native select over the icon. */
export function ThemeChoice({ className }: { className: string }) {
  const chosen = useStored(readTheme)
  const Icon = icons[chosen]
  return (
    <div className={classNames('theme-choice icon-button', className)} data-tooltip={m.theme_label()}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <select
        aria-label={m.theme_label()}
        value={chosen}
        onChange={({ target }) => chooseTheme(themes.find((name) => name === target.value) ?? 'system')}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {names[name]()}
          </option>
        ))}
      </select>
    </div>
  )
}
