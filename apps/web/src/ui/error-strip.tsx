import { failureText } from '@pinmark/shared/page-errors'
import type { ReactNode } from 'react'

interface ErrorStripProps {
  /** The error message; null shows nothing. */
  children: ReactNode
  /** The reason, in a second line. */
  detail?: ReactNode
  action?: ReactNode
}

/** An error message at the place of the failed action. Screen readers announce it with its reason when it
 *  appears. */
export function ErrorStrip({ children, detail, action }: ErrorStripProps) {
  if (!children) return null
  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-control bg-danger-soft px-3 py-2 text-13 text-danger-text forced-colors:border">
      <div role="alert" className="min-w-0 flex-[1_1_8rem] wrap-anywhere">
        <p>{children}</p>
        {detail && <p>{detail}</p>}
      </div>
      {action && <div className="-my-1 -me-1 ms-auto flex-none">{action}</div>}
    </div>
  )
}

interface FailureStripProps extends Pick<ErrorStripProps, 'action'> {
  /** Null without an error. */
  error: unknown
  /** Shown for an error to which the server gave no sentence. */
  otherwise: string
}

/** The error message of a failed call. */
export function FailureStrip({ error, otherwise, action }: FailureStripProps) {
  return <ErrorStrip action={action}>{error ? failureText(otherwise, error) : null}</ErrorStrip>
}
