import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { NetworkError } from '../../lib/network-error'
import { ErrorStrip } from '../../ui/error-strip'

interface ActionErrorProps {
  /** The sentence for this action. */
  failure: string
  /** Null while nothing went wrong. */
  error: unknown
}

/** Shows that an action failed, and why. An error that is neither a refusal nor a lost connection is a bug of this
 *  page. */
export function ActionError({ failure, error }: ActionErrorProps) {
  if (error === null || error === undefined) return null
  if (error instanceof AppError || error instanceof NetworkError) {
    return <ErrorStrip detail={error.message}>{failure}</ErrorStrip>
  }
  return <ErrorStrip>{pageMessages.unknown}</ErrorStrip>
}
