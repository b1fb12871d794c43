import type { ReactNode } from 'react'

interface AccountRowProps {
  title: string
  text: ReactNode
  /** The button of the row. */
  action: ReactNode
  /** A choice or an error message below it. */
  children: ReactNode
}

/** A row with an action for the whole account. */
export function AccountRow({ title, text, action, children }: AccountRowProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-min flex-1">
          <h2 className="font-[550]">{title}</h2>
          <p className="text-13 text-ink-3">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
