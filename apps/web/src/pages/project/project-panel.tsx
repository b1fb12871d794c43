import { CommentsPanel } from '../../features/comments/comments-panel'
import type { SheetStop } from '../../features/review/review'
import { useShowsRound } from '../../features/review/shows-round'
import { useReview } from '../../features/review/use-review'
import { LazyBoundary } from '../../ui/lazy'
import { CommentsSheet } from './comments-sheet'
import { DraftRows, FoundOnDesigns, RoundFoot, ThreadSheet } from './lazy-parts'

/** The list of comments, beside the design or in a phone's sheet.
 *  @param sheetStop null if it is not in a sheet */
export function ProjectPanel({ sheetStop }: { sheetStop: SheetStop | null }) {
  const { project, shown, all, thread, closeThread } = useReview()
  const hasRound = useShowsRound()
  const panel = (
    <CommentsPanel
      isBare={sheetStop !== null}
      drafts={
        <LazyBoundary>
          <DraftRows />
        </LazyBoundary>
      }
      elsewhere={
        !shown.isOld &&
        all.some(({ comment }) => comment) && (
          <LazyBoundary>
            <FoundOnDesigns />
          </LazyBoundary>
        )
      }
      foot={
        hasRound && (
          <LazyBoundary>
            <RoundFoot project={project} />
          </LazyBoundary>
        )
      }
    />
  )
  if (sheetStop === null) return <aside className="project-panel">{panel}</aside>
  return (
    <CommentsSheet stop={sheetStop}>
      {thread ? (
        <LazyBoundary onFailed={closeThread}>
          <ThreadSheet thread={thread} />
        </LazyBoundary>
      ) : (
        panel
      )}
    </CommentsSheet>
  )
}
