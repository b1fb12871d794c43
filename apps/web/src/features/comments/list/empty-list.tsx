import { allResolved } from '../../../lib/plural'
import { Button } from '../../../ui/button'
import { LazyBoundary, lazyParts } from '../../../ui/lazy'
import { isNarrowed, startSettings } from '../../review/thread-list'
import { useReview } from '../../review/use-review'

const FreshProject = lazyParts(() => import('../list.lazy'))((file) => file.FreshProject)

interface EmptyListProps {
  hasComments: boolean
}

/** Shown instead of rows: why there are none, and what to do. */
export function EmptyList({ hasComments }: EmptyListProps) {
  const { project, part, shown, list, changeList, search } = useReview()
  const { settings, counts } = list
  const hasNarrowed = isNarrowed(settings)
  const isFresh = part.isOwner && part.stats.total === 0 && project.stats.total === 0 && !shown.isOld
  return (
    <div className="comments-empty">
      <p className="text-20 font-[620] tracking-[-0.018em]">{titleOf()}</p>
      {isFresh && (
        <LazyBoundary>
          <FreshProject project={part} />
        </LazyBoundary>
      )}
      {!isFresh && !hasComments && !hasNarrowed && part.can.comment && (
        <p className="text-ink-2">
          Click the design to comment. Or press C and place the pin with the arrow keys.
        </p>
      )}
      {hasComments && hasNarrowed && (
        <Button
          size="sm"
          onClick={() => {
            search('')
            changeList({ person: startSettings.person })
          }}
        >
          Show all
        </Button>
      )}
    </div>
  )

  function titleOf(): string {
    if (hasNarrowed) return 'No comment found'
    if (!hasComments) return 'No comments yet'
    if (settings.filter === 'open')
      return counts.resolved > 0 ? allResolved(counts.resolved) : 'No open comments'
    return settings.filter === 'resolved' ? 'Nothing resolved yet' : 'Nothing new'
  }
}
