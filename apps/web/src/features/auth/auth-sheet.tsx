import type { ReactNode } from 'react'
import { Pin } from '../../ui/signs'
import { Sheet } from '../../ui/sheet'

interface AuthSheetProps {
  title: string
  children: ReactNode
  /** A link to the other form. */
  foot: ReactNode
}

/** The sheet of the login, registration and password forms, with a pin on its corner. */
export function AuthSheet({ title, children, foot }: AuthSheetProps) {
  return (
    <Sheet>
      <Pin number={1} className="pin-on-corner" />
      <h1 className="mb-6 text-26 font-[620] tracking-[-0.022em] wrap-anywhere">{title}</h1>
      {children}
      {foot && <p className="mt-6 text-ink-2">{foot}</p>}
    </Sheet>
  )
}
