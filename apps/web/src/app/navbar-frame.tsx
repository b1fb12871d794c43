import type { ReactNode } from 'react'

/** The bar of every page, without what is in it. The first paint has it too. */
export function NavbarFrame({ children }: { children: ReactNode }) {
  return (
    <header className="navbar">
      <nav aria-label="Main" className="flex h-(--pm-nav-h) items-center gap-1 px-6 max-md:px-4">
        {children}
      </nav>
    </header>
  )
}

/** Of the box around `Brand`: a link in the app, and none in the first paint. */
export const brandClass =
  'nav-button mr-auto flex items-center gap-[9px] text-16 font-[650] tracking-[-0.02em] no-underline'

export function Brand() {
  return (
    <>
      <span aria-hidden className="logo" />
      Pinmark
    </>
  )
}
