import { failureText } from '@pinmark/shared/page-errors'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { StatePage } from '../../ui/state-page'

interface ProjectFailedProps {
  readonly error: Error
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** The page of a project that could not be loaded. */
export function ProjectFailed({ error, isRetrying, onRetry }: ProjectFailedProps) {
  useTitle(pageMessages.projectFailed)
  return (
    <StatePage
      title={pageMessages.projectFailed}
      text={failureText('The connection broke on the way. Nothing was lost.', error)}
      action={
        <Button pending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
