import { allResolved } from '../../../lib/all-resolved'
import { Button } from '../../../ui/button'
import { isNarrowed, startSettings } from '../../review/thread-list'
import type { ThreadList } from '../../review/use-thread-list'

interface EmptyListProps {
  list: ThreadList
  hasComments: boolean
  canComment: boolean
}

/** Shown instead of rows: why there are none, and what to do. */
export function EmptyList({ list, hasComments, canComment }: EmptyListProps) {
  const { settings, counts, change, search } = list
  const hasNarrowed = isNarrowed(settings)
  return (
    <div className="comments-empty">
      <p className="text-20 font-[620] tracking-[-0.018em]">{titleOf()}</p>
      {!hasComments && !hasNarrowed && canComment && (
        <p className="text-ink-2">
          Click the design to comment. Or press C and place the pin with the arrow keys.
        </p>
      )}
      {hasComments && hasNarrowed && (
        <Button
          size="sm"
          onClick={() => {
            search('')
            change({ person: startSettings.person })
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
