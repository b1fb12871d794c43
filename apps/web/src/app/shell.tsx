import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, NavigationType, useLocation, useMatch, useNavigationType } from 'react-router-dom'
import { LanguageChoice } from '../features/auth/language-choice'
import { useSession } from '../lib/session'
import { isPageKey, readSingleKeys, setKeyboardHelpOpen, useKeyboardHelpOpen } from '../lib/shortcuts'
import { LazyBoundary, prefetchedComponent } from '../ui/lazy'
import { useCurrentTitle } from '../lib/title'
import { Navbar, ThemeChoice } from './navbar'
import { useWindowEvent } from '../ui/use-window-event'

/** Navbar, page and footer. On short pages the footer stays at the bottom of the window. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRouteFocus()
  return (
    <div className="shell grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => {
          // The address stays: its fragment may be the token of a mail link.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {m.skip_to_content()}
      </a>
      <Navbar />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[1fr]"
      >
        {children}
      </main>
      <Footer />
      <KeyboardHelp />
      <TooltipKeeper />
    </div>
  )
}

function Footer() {
  const session = useSession()
  // An open project is for the work on it.
  const openProject = useMatch(pageRoutes.project)
  return (
    <footer className="flex flex-wrap items-center gap-4 gap-y-1 px-6 py-5 text-13 text-ink-3 max-md:px-4">
      <span className="me-auto max-md:basis-full">{m.foot_words()}</span>
      {session && !openProject && (
        <Link to={pageRoutes.plans} className="foot-link">
          {m.plans_title()}
        </Link>
      )}
      <button type="button" className="foot-link underline" onClick={() => setKeyboardHelpOpen(true)}>
        {m.keys_title()}
      </button>
      {!openProject && <LanguageChoice />}
      <ThemeChoice className="-my-2 -me-3 ms-auto md:hidden" />
    </footer>
  )
}

const TooltipLayer = prefetchedComponent(async () => (await import('../ui/tooltip-layer')).TooltipLayer)

/** Loads the tooltips of icon buttons at the first movement of the pointer or the first Tab. */
function TooltipKeeper() {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  useWindowEvent('pointermove', want, { isOn: !isWanted })
  useWindowEvent('keydown', want, { isOn: !isWanted })
  if (!isWanted) return null
  return (
    <LazyBoundary onFailed={() => undefined}>
      <TooltipLayer />
    </LazyBoundary>
  )
}

/** After navigation, the focus moves to the heading of the page, which screen readers announce. Until the
 *  page has loaded, the focus is on `main`. The browser handles the first page. */
function useRouteFocus() {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  // A page sets its title when it is loaded.
  const title = useCurrentTitle()
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef(pathname)
  const isArriving = useRef(false)

  useEffect(() => {
    const page = main.current
    if (!page) return
    if (lastPath.current !== pathname) {
      lastPath.current = pathname
      isArriving.current = true
      if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    }
    if (!isArriving.current) return
    // A page that has set the focus itself keeps it.
    const { activeElement } = document
    if (activeElement !== page && page.contains(activeElement)) return
    const heading = page.querySelector('h1')
    if (heading) {
      heading.tabIndex = -1
      isArriving.current = false
    }
    const target = heading ?? page
    target.focus({ preventScroll: true })
  }, [pathname, navigation, title])

  return main
}

const KeyboardHelpDialog = prefetchedComponent(
  async () => (await import('./keyboard-help-dialog')).KeyboardHelpDialog,
)

/** The dialog with the list of keys, fetched when it is first opened. `?` opens it on every page. */
function KeyboardHelp() {
  const isOpen = useKeyboardHelpOpen()
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || !readSingleKeys() || !isPageKey(event)) return
    event.preventDefault()
    setKeyboardHelpOpen(true)
  })
  if (!isOpen) return null
  return (
    <LazyBoundary onFailed={() => setKeyboardHelpOpen(false)}>
      <KeyboardHelpDialog />
    </LazyBoundary>
  )
}
