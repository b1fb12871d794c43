import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import type { ReactNode } from 'react'
import { Button } from './button'

interface ErrorStripProps {
  /** The error message; null shows nothing. */
  children: ReactNode
  /** The reason, in a second line. */
  detail?: ReactNode
  action?: ReactNode
  /** Adds the button Try again. */
  onRetry?: () => unknown
}

/** An error message at the place of the failed action. Screen readers announce it with its reason when it
 *  appears. */
export function ErrorStrip({
  children,
  detail,
  onRetry,
  action = onRetry && retryButton(onRetry),
}: ErrorStripProps) {
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

function retryButton(onRetry: () => unknown) {
  return (
    <Button size="sm" onClick={() => void onRetry()}>
      {m.action_try_again()}
    </Button>
  )
}

interface FailureStripProps extends Pick<ErrorStripProps, 'action' | 'onRetry'> {
  /** Null without an error. */
  error: unknown
  /** Shown for an error to which the server gave no sentence. */
  otherwise: string
}

/** The error message of a failed call. */
export function FailureStrip({ error, otherwise, ...props }: FailureStripProps) {
  return <ErrorStrip {...props}>{error ? failureText(otherwise, error) : null}</ErrorStrip>
}
