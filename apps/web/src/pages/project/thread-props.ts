import type { Project } from '@pinmark/shared/entities/project'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { findDraft } from '../../features/review/drafts/draft-store'
import type { ReviewThread } from './review-thread'
import type { Placing } from './use-placing'
import type { Review } from './use-review'
import type { VersionsProps } from './versions/versions-props'

interface ThreadPropsOptions {
  readonly viewport: Viewport
  readonly project: Project
  readonly review: Review
  readonly placing: Placing
  readonly versions: VersionsProps
  readonly onClose: () => void
}

/** The props of the selected thread, in a popup or in the sheet; null if none is selected. */
export function threadPropsOf(options: ThreadPropsOptions): ReviewThread | null {
  const { project, viewport, review, placing, versions, onClose } = options
  const { selected, pins, list, unread, walk, position, nextDesign } = review
  // The composer stays until its answer has arrived, also if the live event came first.
  if (!selected?.comment || findDraft(project.permanentId, selected.key)) return null
  const { key, comment, point, region } = selected
  const pin = pins.find((one) => one.key === key)
  const isLast = position === null || position.at === position.of
  return {
    project,
    thread: comment,
    position,
    canStep: list.rows.some((row) => row.key !== key) || nextDesign !== null,
    nextDesign: isLast ? nextDesign : null,
    unread,
    versions,
    onStep: walk,
    ...(pin?.canMove &&
      point && {
        onMove: () => {
          onClose()
          placing.beginMove(key, point)
        },
        ...(region && {
          onResize: () => {
            onClose()
            placing.beginResize(key, { ...point, ...region })
            viewport.reveal({ x: point.x + region.w, y: point.y + region.h })
          },
        }),
      }),
    ...(point && region && { onZoom: () => viewport.zoomToRegion({ ...point, ...region }) }),
    onResolved: review.showNextOpen,
    onDeleted: onClose,
    onClose,
  }
}
