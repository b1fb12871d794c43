import { m } from '@pinmark/words/messages'
import { classNames } from '../../ui/class-names'
import { LazyBoundary } from '../../ui/lazy'
import { ClosedRound, VersionsNoteBar } from './lazy-parts'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useReview } from '../../features/review/use-review'
import { useNoteBar } from './use-note-bar'

interface ProjectNoteBarsProps {
  readonly viewport: Viewport
  readonly isRoundClosed: boolean
}

const noteBarNames = {
  old: () => m.note_bar_old(),
  new: () => m.version_new(),
  carried: () => m.note_bar_carried(),
}

/** The notes between the toolbar and the frame: about an older version, a new one, carried comments, a
 *  closed round. */
export function ProjectNoteBars({ isRoundClosed, viewport }: ProjectNoteBarsProps) {
  const { project, shown } = useReview()
  const noteBar = useNoteBar()
  return (
    <>
      {noteBar && (
        <div
          role="region"
          aria-label={noteBarNames[noteBar]()}
          data-note={noteBar}
          className={classNames('note-bar', !shown.isOld && 'note-bar-quiet bg-canvas text-ink-2')}
        >
          <LazyBoundary>
            <VersionsNoteBar viewport={viewport} noteBar={noteBar} />
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
