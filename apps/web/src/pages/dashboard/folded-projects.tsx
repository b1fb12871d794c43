import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/clock'
import { rich } from '../../ui/rich'

interface FoldedProjectsProps {
  /** Says how many there are. */
  title: (parts: { number: string }) => string
  count: number
  children: ReactNode
}

/** Projects that have left the list, below it and folded. Nothing if there are none. */
export function FoldedProjects({ title, count, children }: FoldedProjectsProps) {
  if (count === 0) return null
  return (
    <details className="recently-deleted">
      <summary className="flex w-fit items-center gap-1.5 py-3 font-[550] text-ink-2">
        {rich(title, { number: <span className="tabular">{count}</span> })}
        <ChevronDown />
      </summary>
      <ul className="mt-2 max-w-150">{children}</ul>
    </details>
  )
}

interface FoldedProjectProps {
  /** The name, or a link with it. */
  name: ReactNode
  /** When it left the list. */
  at: string | null | undefined
  /** Says when. */
  date: (parts: { date: string }) => string
  /** Its button. */
  children: ReactNode
}

export function FoldedProject({ name, at, date, children }: FoldedProjectProps) {
  return (
    <li className="flex items-center gap-4 border-t py-2">
      <p className="min-w-0">
        {name}
        {at && (
          <span className="text-13 text-ink-3">
            {rich(date, { date: <time dateTime={at}>{formatDate(at)}</time> })}
          </span>
        )}
      </p>
      {children}
    </li>
  )
}
