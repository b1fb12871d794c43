import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import type { Viewport } from '../../features/canvas/use-viewport'
import { Composer } from '../../features/comments/composer/composer'
import type { ThreadProps } from '../../features/comments/thread/thread'
import { ThreadPopup } from '../../features/comments/thread/thread-popup'
import type { ThreadView } from '../../features/comments/thread-view'

interface ReviewPopupProps {
  readonly project: Project
  readonly viewport: Viewport
  readonly selected: ThreadView | null
  /** Null where the thread is shown elsewhere: in the sheet of a phone. */
  readonly thread: Omit<ThreadProps, 'titleId'> | null
  readonly onCloseComposer: () => void
  readonly onSent: (comment: Comment) => void
}

/** The popup at the selected pin: its thread, or the composer for what is not stored yet. */
export function ReviewPopup(props: ReviewPopupProps) {
  const { project, viewport, selected, thread, onCloseComposer, onSent } = props
  const { anchorOf, layout } = viewport
  const point = selected?.point ?? null
  // The design's box is drawn once the frame is measured, and only then there is something to hold on to.
  const isMeasured = layout !== null
  const anchor = useMemo(
    () => (isMeasured ? anchorOf(point ?? { x: 0, y: 0 }) : null),
    [isMeasured, anchorOf, point],
  )
  if (!selected || !anchor) return null
  if (selected.comment) return thread && <ThreadPopup anchor={anchor} {...thread} />
  return (
    <Composer
      key={selected.key}
      project={project}
      draftKey={selected.key}
      anchor={anchor}
      onClose={onCloseComposer}
      onSent={onSent}
    />
  )
}
