import * as sessionApi from '@pinmark/shared/api/session'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { useSession, endSession } from '../lib/session'
import { buttonClass, Button } from '../ui/button'
import { Brand, brandClass, NavbarFrame } from './navbar-frame'
import { chooseTheme, readTheme, themes } from '../lib/appearance'
import { useStored } from '../lib/store'
import { classNames } from '../ui/class-names'
import { AppError } from '@pinmark/shared/page-errors'
import { closeToast, readToasts, toast } from '../ui/toast'
import { call } from '../lib/api'

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
      <Icon size={18} />
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

/** Logs out in this browser at once, even if the server cannot be reached. */
function LogoutButton({ className }: { className: string }) {
  const navigate = useNavigate()

  function handleClick() {
    // They name what is the account's, and their buttons no longer work.
    for (const { id } of readToasts()) closeToast(id)
    void logOut().then((isServerTold) => {
      if (!isServerTold) toast.show({ text: m.logout_not_told() })
    })
    void navigate(pageRoutes.login)
  }

  return (
    <Button variant="quiet" {...(className && { className })} onClick={handleClick}>
      {m.action_logout()}
    </Button>
  )
}

/** Removes the token, then asks the server to revoke it. Returns whether it is revoked. */
async function logOut(): Promise<boolean> {
  // The request reads the token before it is removed.
  const telling = call(sessionApi.logOut)
  endSession('logout')
  try {
    await telling
    return true
  } catch (error) {
    return error instanceof AppError && error.status === 401
  }
}
