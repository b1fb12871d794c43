import type { Project } from '@pinmark/shared/entities/project'
import { useFindLinkAddress } from '../../../lib/instance'
import { allResolved } from '../../../lib/plural'
import { Button } from '../../../ui/button'
import { useCopyLink } from '../../../ui/clipboard'
import { isNarrowed, startSettings } from '../../review/thread-list'
import { useReview } from '../../review/use-review'

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
      {isFresh && <FreshProject project={part} />}
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

/** The next steps of an owner: send the link, and say what to look at. */
function FreshProject({ project }: { project: Project }) {
  const { editBrief } = useReview()
  const copyLink = useCopyLink()
  const findAddress = useFindLinkAddress()
  return (
    <>
      <p className="text-ink-2">Send the link to the people who should look at it.</p>
      <Button variant="primary" onClick={() => void copyLink(findAddress(project.link.id))}>
        Copy link
      </Button>
      {project.can.rename && project.description.trim() === '' && (
        <Button variant="quiet" onClick={() => editBrief(true)}>
          What should they look at?
        </Button>
      )}
    </>
  )
}
