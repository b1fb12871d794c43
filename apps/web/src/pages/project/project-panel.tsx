import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { CommentsPanel } from '../../features/comments/comments-panel'
import type { ThreadView } from '../../features/review/thread-view'
import { LazyBoundary } from '../../ui/lazy'
import { DraftRows, FoundOnDesigns, RoundFoot, ThreadSheet, UnsentNote } from './lazy-parts'
import { CommentsSheet } from './comments-sheet'
import type { SheetStop } from '../../features/review/review'
import { useReview, useReviewState } from '../../features/review/use-review'

interface ProjectPanelProps {
  readonly hasRound: boolean
  /** Null if the list is beside the design and not in a sheet. */
  readonly sheetStop: SheetStop | null
}

/** The list of comments, beside the design or in a phone's sheet. */
export function ProjectPanel({ hasRound, sheetStop }: ProjectPanelProps) {
  const review = useReview()
  const { project, part, shown, all, threads, unsent, thread, setSheet, closeThread } = review
  const saysSent = useReviewState((state) => state.saysSent)
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
  const words = project.can.comment ? tapHint(part, threads) : m.view_only()
  // An element, because a text that a translator has replaced could not be removed.
  const hint = saysSent ? <span>{m.sent()}</span> : words === null ? null : <span>{words}</span>
  return (
    <CommentsSheet
      summary={summaryOf(part, threads)}
      hint={
        unsent.length === 0 ? (
          hint
        ) : (
          <LazyBoundary fallback={hint}>
            <UnsentNote>{hint}</UnsentNote>
          </LazyBoundary>
        )
      }
      onAddComment={part.can.comment ? review.begin : undefined}
      stop={sheetStop}
      onStop={setSheet}
    >
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

interface RoundState {
  readonly isOld: boolean
  readonly isRoundClosed: boolean
  /** Whether this browser keeps an unsent verdict, whose words stay readable when the link takes none any more. */
  readonly isKept: boolean
}

/** A verdict is about the newest version. Owners see the round from the first comment or verdict on. */
export function showsRound({ can, round, stats }: Project, state: RoundState): boolean {
  if (state.isOld) return false
  if (can.manage) return stats.total > 0 || round.closedAt !== null || (round.verdicts ?? []).length > 0
  return can.comment || round.mine !== null || state.isRoundClosed || state.isKept
}

/** `7 open · 2 new` */
function summaryOf({ stats }: Project, threads: readonly ThreadView[]): string {
  const newCount = threads.filter(({ isNew }) => isNew).length
  const open = m.count_open({ count: stats.open })
  return newCount === 0 ? open : m.state_with_new({ state: open, count: newCount })
}

/** A hint how to comment, until this visitor's first comment. */
function tapHint({ can }: Project, threads: readonly ThreadView[]): string | null {
  return can.comment && !threads.some(({ comment }) => comment?.mine) ? m.tap_to_comment() : null
}
