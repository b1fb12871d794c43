import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
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
  useTitle(m.project_failed())
  return (
    <StatePage
      title={m.project_failed()}
      text={failureText(m.project_connection_broke(), error)}
      action={
        <Button pending={isRetrying} onClick={onRetry}>
          {m.action_try_again()}
        </Button>
      }
    />
  )
}
