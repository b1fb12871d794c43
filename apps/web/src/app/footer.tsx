import { pageRoutes } from '@pinmark/shared/paths'
import { Link } from 'react-router-dom'
import { setKeyboardHelpOpen } from '../lib/keyboard-help'
import { useSession } from '../lib/session'
import { ThemeChoice } from './theme-choice'

export function Footer() {
  const session = useSession()
  return (
    <footer className="flex flex-wrap items-center gap-4 gap-y-1 px-6 py-5 text-13 text-ink-3 max-md:px-4">
      <span className="mr-auto max-md:basis-full">Pinmark. Free, and on your own server.</span>
      {session && (
        <Link to={pageRoutes.plans} className="foot-link">
          Plans
        </Link>
      )}
      <button type="button" className="foot-link underline" onClick={() => setKeyboardHelpOpen(true)}>
        Keyboard help
      </button>
      <ThemeChoice className="-my-2 -mr-3 ml-auto md:hidden" />
    </footer>
  )
}
