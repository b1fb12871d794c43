import { classNames } from '../../ui/class-names'
import { LazyBoundary } from '../../ui/lazy-boundary'
import { ClosedRound } from './lazy-idle-views'
import { VersionsNoteBar } from './lazy-versions'
import type { VersionsProps } from './versions/versions-props'
import { useNoteBar } from './use-note-bar'

interface ProjectNoteBarsProps extends VersionsProps {
  readonly isRoundClosed: boolean
}

/** The notes between the toolbar and the frame: about an older version, a new one, carried comments, a
 *  closed round. */
export function ProjectNoteBars({ isRoundClosed, ...props }: ProjectNoteBarsProps) {
  const { project, choice, review } = props
  const { shown } = choice
  const noteBar = useNoteBar(project.can.manage, shown, review, props.sinceVisit.news !== null)
  return (
    <>
      {noteBar && (
        <div
          role="region"
          aria-label={noteBar}
          data-note={noteBar}
          className={classNames('note-bar', !shown.isOld && 'note-bar-quiet bg-canvas text-ink-2')}
        >
          <LazyBoundary>
            <VersionsNoteBar {...props} noteBar={noteBar} />
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
