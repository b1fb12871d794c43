import type { Project } from '@pinmark/shared/entities/project'
import { Suspense } from 'react'
import { CommentsPanel } from '../../features/comments/comments-panel'
import type { ThreadView } from '../../features/review/thread-view'
import { prefetchedComponent } from '../../ui/lazy-component'
import { LazyBoundary, ChunkErrorBoundary } from '../../ui/lazy-boundary'
import { FoundOnDesigns, RoundFoot, UnsentNote } from './lazy-idle-views'
import { CommentsSheet, type SheetStop } from './comments-sheet'
import type { ReviewThread } from './review-thread'
import { earlierResolvedOn } from '../../features/review/threads-on'
import { useAskedFrom } from './use-asked-from'
import { viewOnlyNote } from './project-toolbar'
import type { Review } from './use-review'
import type { VersionChoice } from './use-shown-version'

const ThreadSheet = prefetchedComponent(async () => (await import('./review-thread')).ReviewThreadSheet)

interface ProjectPanelProps {
  readonly project: Project
  /** The project, limited to the shown version. */
  readonly part: Project
  readonly choice: VersionChoice
  readonly review: Review
  readonly unsent: Review['unsent']
  /** Shown instead of the list, in the sheet of a phone. */
  readonly thread: ReviewThread | null
  readonly isRoundClosed: boolean
  /** Null if the list is beside the design and not in a sheet. */
  readonly sheetStop: SheetStop | null
  readonly onSheetStop: (stop: SheetStop) => void
  readonly onAddComment: (() => void) | undefined
  readonly onCloseThread: () => void
  readonly onSent: (key: string) => void
  readonly onExport: () => void
}

/** The list of comments, beside the design or in a phone's sheet. */
export function ProjectPanel(props: ProjectPanelProps) {
  const { project, part, choice, review, unsent, thread, sheetStop, onCloseThread } = props
  const { shown } = choice
  const earlier = earlierResolvedOn(review.all, shown)
  const askedFrom = useAskedFrom(review.selectedKey)
  const panel = (
    <CommentsPanel
      project={part}
      list={review.list}
      unread={review.unread}
      unsent={unsent}
      selectedKey={review.selectedKey}
      hoveredKey={review.hoveredKey}
      hasNew={review.all.some(({ isNew }) => isNew)}
      isBare={sheetStop !== null}
      onSelect={review.show}
      onHover={review.hover}
      onSent={props.onSent}
      onExport={project.stats.total > 0 ? props.onExport : undefined}
      earlier={earlier && { count: earlier.count, onShow: () => choice.go(shown.design, earlier.number) }}
      elsewhere={
        !shown.isOld &&
        review.all.some(({ comment }) => comment && comment.design !== shown.design._id) && (
          <LazyBoundary>
            <FoundOnDesigns
              designs={project.designs}
              threads={review.all}
              shown={shown.design}
              settings={review.list.settings}
              onShow={(design) => choice.go(design)}
            />
          </LazyBoundary>
        )
      }
      foot={
        (project.isOwner || project.can.comment || project.round.mine || props.isRoundClosed) && (
          <LazyBoundary>
            <RoundFoot project={project} />
          </LazyBoundary>
        )
      }
    />
  )
  if (sheetStop === null) return <aside className="project-panel">{panel}</aside>
  const words = project.can.comment ? tapHint(part, review.threads) : viewOnlyNote(project)
  // An element, because a text that a translator has replaced could not be removed.
  const hint = words === null ? null : <span>{words}</span>
  return (
    <CommentsSheet
      summary={summaryOf(part, review.threads)}
      hint={
        unsent.length === 0 ? (
          hint
        ) : (
          <LazyBoundary fallback={hint}>
            <UnsentNote unsent={unsent} selectedKey={review.selectedKey}>
              {hint}
            </UnsentNote>
          </LazyBoundary>
        )
      }
      onAddComment={props.onAddComment}
      stop={sheetStop}
      isCompact={thread !== null}
      onStop={props.onSheetStop}
    >
      {thread ? (
        <ChunkErrorBoundary onFailed={onCloseThread}>
          <Suspense fallback={null}>
            {/* Esc returns to the list that the thread was opened from. */}
            <ThreadSheet {...thread} askedFrom={askedFrom} onEsc={() => review.select(null)} />
          </Suspense>
        </ChunkErrorBoundary>
      ) : (
        panel
      )}
    </CommentsSheet>
  )
}

/** `7 open · 2 new` */
function summaryOf({ stats }: Project, threads: readonly ThreadView[]): string {
  const newCount = threads.filter(({ isNew }) => isNew).length
  return newCount === 0 ? `${stats.open} open` : `${stats.open} open · ${newCount} new`
}

/** A hint how to comment, until this visitor's first comment. */
function tapHint({ can }: Project, threads: readonly ThreadView[]): string | null {
  return can.comment && !threads.some(({ comment }) => comment?.mine) ? 'Tap the design to comment' : null
}
