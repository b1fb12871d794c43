import type { ReactNode } from 'react'
import { Footer } from './footer'
import { KeyboardHelp } from './keyboard-help'
import { Navbar } from './navbar'
import { TooltipKeeper } from './tooltip-keeper'
import { useRouteFocus } from './use-route-focus'

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
        Skip to content
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
