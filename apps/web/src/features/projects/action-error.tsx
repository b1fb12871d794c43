import { AppError } from '@pinmark/shared/page-errors'
import { pageMessages } from '@pinmark/shared/page-messages'
import { NetworkError } from '../../lib/network-error'
import { ErrorStrip } from '../../ui/error-strip'

interface ActionErrorProps {
  /** The message for this action. */
  failure: string
  /** Null without an error. */
  error: unknown
}

/** Shows that an action failed, and why. An error that is neither an AppError nor a NetworkError is a bug of
 *  this page. */
export function ActionError({ failure, error }: ActionErrorProps) {
  if (error === null || error === undefined) return null
  if (error instanceof AppError || error instanceof NetworkError) {
    return <ErrorStrip detail={error.message}>{failure}</ErrorStrip>
  }
  return <ErrorStrip>{pageMessages.unknown}</ErrorStrip>
}
