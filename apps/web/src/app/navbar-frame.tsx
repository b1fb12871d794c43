import { m } from '@pinmark/words/messages'
import type { ReactNode } from 'react'

/** The navbar of every page, without its contents. The first paint uses it too. */
export function NavbarFrame({ children }: { children: ReactNode }) {
  return (
    <header className="navbar">
      <nav
        aria-label={m.nav_label()}
        className="flex min-h-(--pm-nav-h) flex-wrap items-center gap-1 px-6 max-md:px-4"
      >
        {children}
      </nav>
    </header>
  )
}

/** The box around `Brand`: a link in the app, and none in the first paint. */
export const brandClass =
  'nav-button me-auto flex items-center gap-[9px] text-16 font-[650] tracking-[-0.02em] no-underline'

export function Brand() {
  return (
    <>
      <span aria-hidden className="logo" />
      Pinmark
    </>
  )
}
