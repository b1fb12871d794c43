import { failureText } from '@pinmark/shared/page-errors'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { ErrorStrip } from '../../../ui/error-strip'
import { useNextPage } from '../../review/data/use-all-comments'

/** Shown while the comments after the first page could not be loaded. */
export function LaterCommentsFailed({ project }: { project: Project }) {
  const { error, refetch } = useNextPage(project)
  if (!error) return null
  return (
    <div className="p-3">
      <ErrorStrip detail={failureText('', error)} onRetry={refetch}>
        {m.list_not_all_loaded()}
      </ErrorStrip>
    </div>
  )
}
