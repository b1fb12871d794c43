import { ViewerToolbar } from '../../features/canvas/viewer-toolbar'
import { VersionTitle, versionButtonClass } from '../../features/versions/version-title'
import { buttonClass } from '../../ui/button'
import { LazyBoundary } from '../../ui/lazy'
import { VersionsHeading } from './lazy-parts'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useReview, useReviewState } from '../../features/review/use-review'
import type { ShownVersion } from '../../features/review/views'

/** The toolbar above the frame, with the menu of designs and versions if there is anything to choose or add. */
export function ProjectToolbar({ viewport }: { viewport: Viewport }) {
  const { project, part, shown, areCommentsShown, ...review } = useReview()
  const isRegionTool = useReviewState(({ act }) => act.is === 'region')
  return (
    <ViewerToolbar
      heading={
        shown.isOnly && !project.can.manage ? null : (
          <LazyBoundary fallback={<HeadingRoom {...shown} isOnlyDesign={project.designs.length === 1} />}>
            <VersionsHeading />
          </LazyBoundary>
        )
      }
      viewport={viewport}
      canPlace={part.can.comment}
      onAddComment={review.begin}
      isRegionTool={isRegionTool}
      onToggleRegionTool={review.toggleRegionTool}
      areCommentsShown={areCommentsShown}
      onToggleComments={() => review.toggleComments()}
      closedNote="View only"
    />
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
