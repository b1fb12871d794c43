import { failureText } from '@pinmark/shared/page-errors'
import { ErrorStrip } from '../../ui/error-strip'

/** Shown under a row that could not be saved. */
export function SaveFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <ErrorStrip
      detail={error && failureText('Check your connection and try again.', error)}
      action={
        <button type="button" className="text-action" onClick={onRetry}>
          Retry
        </button>
      }
    >
      {error && 'Could not save.'}
    </ErrorStrip>
  )
}
