import type { Project } from '@pinmark/shared/entities/project'
import type { ReactNode } from 'react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { findDraft } from '../../features/comments/drafts/draft-store'
import type { ThreadProps } from '../../features/comments/thread/thread'
import type { Placing } from './use-placing'
import type { Review } from './use-review'

interface ThreadPropsOptions {
  readonly viewport: Viewport
  readonly project: Project
  readonly review: Review
  readonly placing: Placing
  /** Shown before the messages. */
  readonly above: ReactNode
  readonly onClose: () => void
}

/** The props of the selected thread, in a popup or in the sheet; null if none is selected. */
export function threadPropsOf(options: ThreadPropsOptions): Omit<ThreadProps, 'titleId'> | null {
  const { project, viewport, review, placing, above, onClose } = options
  const { selected, pins, list, unread, walk } = review
  // The composer stays until its answer has arrived, also if the live event came first.
  if (!selected?.comment || findDraft(project.permanentId, selected.key)) return null
  const { key, comment, point, region } = selected
  const numbered = pins.filter(({ number }) => number !== null)
  const pin = numbered.find((one) => one.key === key)
  // A thread that was just resolved still has its pin, but the list does not show it.
  const shown = new Set(list.shown.map((thread) => thread.key))
  const walked = numbered.filter((one) => shown.has(one.key))
  const at = walked.findIndex((one) => one.key === key)
  return {
    project,
    thread: comment,
    position: at === -1 ? null : { at: at + 1, of: walked.length },
    canStep: pin !== undefined && walked.length > 0,
    unread,
    above,
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
