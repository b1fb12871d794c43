import { m } from '@pinmark/words/messages'
import { ZoomMenu } from '../../features/canvas/zoom/zoom-menu'
import { versionButtonClass, VersionTitle } from '../../features/versions/version-title'
import { Button, buttonClass, IconButton } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { LazyBoundary } from '../../ui/lazy'
import { ClosedRound, VersionsHeading, VersionsNoteBar } from './lazy-parts'
import { useNoteBar } from '../../features/versions/use-note-bar'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useReview, useReviewState } from '../../features/review/use-review'
import { isRoundOver, type ShownVersion } from '../../features/review/views'
import {
  Eye,
  EyeOff,
  Layers,
  LayoutGrid,
  MapPinPlus,
  Maximize2,
  Minimize2,
  MoveHorizontal,
  SquareDashedMousePointer,
} from 'lucide-react'
import type { MenuItems } from '../../ui/menu-item'

/** The toolbar above the frame, from 768 px on, with the menu of designs and versions if there is anything to choose or add.
 *  On phones its actions are in the head and its menu. */
export function ProjectToolbar({ viewport }: { viewport: Viewport }) {
  const { project, part, shown, begin, toggleRegionTool } = useReview()
  const isRegionTool = useReviewState(({ act }) => act.is === 'region')
  const isOnlyDesign = project.designs.length === 1
  return (
    <div role="group" aria-label={m.viewer_label()} className="viewer-bar">
      <div className="flex min-w-min flex-1 items-center gap-3 text-13">
        {(!shown.isOnly || project.can.manage) && (
          <LazyBoundary fallback={<HeadingRoom {...shown} isOnlyDesign={isOnlyDesign} />}>
            <VersionsHeading />
          </LazyBoundary>
        )}
      </div>
      <ZoomMenu viewport={viewport} />
      <span aria-hidden className="mx-2 h-5 w-px bg-line" />
      <CommentsToggle />
      {part.can.comment ? (
        <>
          <Button
            size="sm"
            data-tooltip={m.tooltip_with_key({ label: m.comment_add(), key: 'C' })}
            className="max-xl:w-8 max-xl:px-0"
            onClick={begin}
          >
            <MapPinPlus />
            <span className="max-xl:sr-only">{m.comment_add()}</span>
          </Button>
          <IconButton
            label={m.region_mark()}
            tooltip={m.region_mark_tooltip()}
            size="sm"
            aria-pressed={isRegionTool}
            onClick={toggleRegionTool}
          >
            <SquareDashedMousePointer size={18} />
          </IconButton>
        </>
      ) : (
        <span className="px-2 text-13 text-ink-3">{m.view_only()}</span>
      )}
    </div>
  )
}

/** The label says what a press does. The button has no pressed state (specification). */
export function CommentsToggle() {
  const { areCommentsShown, toggleComments } = useReview()
  const Icon = areCommentsShown ? EyeOff : Eye
  const label = areCommentsShown ? m.comments_hide() : m.comments_show()
  return (
    <Button
      variant="quiet"
      size="sm"
      className="comments-toggle"
      data-tooltip={m.tooltip_with_key({ label, key: 'Shift C' })}
      onClick={() => toggleComments()}
    >
      <Icon />
      <span className="max-md:sr-only">{label}</span>
    </Button>
  )
}

/** Placeholder of the toolbar's heading, in the same size, until its menu has been fetched. */
function HeadingRoom({ design, version, isOnlyDesign }: ShownVersion & { isOnlyDesign: boolean }) {
  return (
    <span className={buttonClass({ variant: 'quiet', size: 'sm', className: versionButtonClass })}>
      <VersionTitle
        title={design.title}
        number={design.versions.length > 1 ? version.number : null}
        isOnly={isOnlyDesign}
      />
      <span className="w-4 flex-none" />
    </span>
  )
}

/** The actions of the toolbar that fingers need, for the menu in a phone's head. They zoom by themselves. */
export function useViewerItems(viewport: Viewport, isExpanded: boolean): MenuItems {
  const { project, part, shown, open, toggleRegionTool, toggleExpanded } = useReview()
  const isRegionTool = useReviewState(({ act }) => act.is === 'region')
  const hasVersions = !shown.isOnly || project.can.manage
  const Icon = isExpanded ? Minimize2 : Maximize2
  return [
    hasVersions && { label: m.versions_title(), icon: <Layers />, onSelect: () => open('versions') },
    project.designs.length > 1 && {
      label: m.designs_all(),
      icon: <LayoutGrid />,
      onSelect: () => open('overview'),
    },
    { label: m.zoom_fit_width(), icon: <MoveHorizontal />, onSelect: () => viewport.fitTo('width') },
    part.can.comment && {
      label: m.region_mark(),
      icon: <SquareDashedMousePointer />,
      checked: isRegionTool,
      onSelect: toggleRegionTool,
    },
    { label: isExpanded ? m.expand_back() : m.expand(), icon: <Icon />, onSelect: toggleExpanded },
  ]
}

/** The notes between the toolbar and the frame: about an older version, a new one, carried comments, a
 *  closed round. */
export function ProjectNoteBars() {
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
            <VersionsNoteBar noteBar={noteBar} />
          </LazyBoundary>
        </div>
      )}
      {isRoundOver(project) && !shown.isOld && (
        <div className="note-bar bg-canvas text-ink-2">
          <LazyBoundary>
            <ClosedRound round={project.round} />
          </LazyBoundary>
        </div>
      )}
    </>
  )
}

const noteBarNames = {
  old: () => m.note_bar_old(),
  new: () => m.version_new(),
  carried: () => m.note_bar_carried(),
}
