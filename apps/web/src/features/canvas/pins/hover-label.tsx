import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom'
import { pageConstants } from '@pinmark/shared/limits'
import { useLayoutEffect } from 'react'
import { formatRelative, useNow } from '../../../lib/clock'
import type { PinPreview } from '../../review/pin-model'
import type { PointAnchor } from '../zoom/anchors'
import { Name } from '../../../ui/rich'
import { useEscape } from '../../../ui/use-window-event'

interface HoverLabelProps {
  readonly anchor: PointAnchor
  readonly preview: PinPreview
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Author and text beside a pin: at most 150 px wide (specification), 20 px from the point, on the side with
 *  room. The pointer may rest on it, and Esc closes it without moving the focus (WCAG 1.4.13). */
export function HoverLabel({ anchor, preview, onEnter, onLeave, onClose }: HoverLabelProps) {
  const now = useNow()
  const {
    refs: { setFloating, setReference },
    floatingStyles,
    isPositioned,
  } = useFloating({
    placement: 'right',
    strategy: 'fixed',
    whileElementsMounted: autoUpdate,
    middleware: [offset(pageConstants.popupOffsetPx), flip(), shift({ padding: 8 })],
  })
  useLayoutEffect(() => setReference(anchor), [anchor, setReference])

  // One layer at a time: the popup below stays.
  useEscape(onClose)
  return (
    <div
      ref={setFloating}
      aria-hidden="true"
      className="canvas-label"
      data-placed={isPositioned || undefined}
      style={floatingStyles}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {preview.commenter !== null && (
        <Name className="block truncate font-semibold">{preview.commenter}</Name>
      )}
      <bdi dir="auto" className="line-clamp-2 wrap-anywhere">
        {preview.text}
      </bdi>
      {preview.createdAt !== null && (
        <span className="text-ink-3">{formatRelative(preview.createdAt, now)}</span>
      )}
    </div>
  )
}
