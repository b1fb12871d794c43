import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** The look of every icon below that names no other: 16 px, with lines as thick as those of the letters. Icons are hidden
 *  from screen readers by themselves. */
export function IconLook({ children }: { children: ReactNode }) {
  return (
    <LucideProvider size={16} strokeWidth={1.75}>
      {children}
    </LucideProvider>
  )
}
