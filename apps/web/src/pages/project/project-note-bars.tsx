import { classNames } from '../../ui/class-names'
import { LazyBoundary } from '../../ui/lazy-boundary'
import { prefetchedComponent } from '../../ui/lazy-component'
import { RoundsNoteBar } from './lazy-rounds'
import type { RoundsProps } from './rounds/rounds-props'
import { useNoteBar } from './use-note-bar'

const ClosedRound = prefetchedComponent(async () => (await import('./idle-views')).ClosedRound)

interface ProjectNoteBarsProps {
  readonly rounds: RoundsProps
  readonly isRoundClosed: boolean
}

/** The notes between the toolbar and the frame: about an older version, carried comments, a closed round. */
export function ProjectNoteBars({ rounds, isRoundClosed }: ProjectNoteBarsProps) {
  const { project, choice, review } = rounds
  const { shown } = choice
  const noteBar = useNoteBar(project.can.manage, shown, review)
  return (
    <>
      {noteBar && (
        <div
          role="region"
          aria-label={noteBar}
          className={classNames('note-bar', !shown.isOld && 'note-bar-quiet bg-canvas text-ink-2')}
        >
          <LazyBoundary>
            <RoundsNoteBar {...rounds} />
          </LazyBoundary>
        </div>
      )}
      {isRoundClosed && !shown.isOld && (
        <div className="note-bar bg-canvas text-ink-2">
          <LazyBoundary>
            <ClosedRound round={project.round} />
          </LazyBoundary>
        </div>
      )}
    </>
  )
}
