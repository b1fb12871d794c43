import {
  clampToImage,
  imageToPercent,
  regionBetween,
  type ClientPoint,
  type ImagePoint,
} from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Placement } from '../../review/act'
import { startEdgePan, type EdgePan } from '../../../lib/edge-pan'
import { nudgePoint } from './nudge'
import { regionOf, type PinModel } from '../../review/pin-model'
import type { Viewport } from '../zoom/use-viewport'

interface RegionHandleProps {
  readonly pin: PinModel
  readonly viewport: Viewport
  /** Called with each new size, and with null when a drag is cancelled. */
  readonly onResize: (placement: Placement | null) => void
  /** Called with the last size. `pin` has to keep it until it is stored or refused. */
  readonly onResized: (placement: Placement) => void
}

/** The lower right corner of a region that can be changed, by dragging or by the arrow keys. */
export function RegionHandle({ pin, viewport, onResize, onResized }: RegionHandleProps) {
  const [corner, setCorner] = useState<ImagePoint | null>(null)
  const grip = useRef<{ x: number; y: number; edge: EdgePan } | null>(null)
  const cancel = useRef<(() => void) | null>(null)
  // Another design may be shown, or the page left, during a change of the size.
  useEffect(
    () => () => {
      grip.current?.edge.stop()
      cancel.current?.()
    },
    [],
  )
  const region = regionOf(pin)
  if (!region) return null
  const { natural } = viewport
  const at = corner ?? { x: region.x + region.w, y: region.y + region.h }

  const placementTo = (point: ImagePoint): Placement => {
    const { x, y, w, h } = regionBetween(pin.point, atLeast(pin.point, clampToImage(point, natural)))
    return { point: { x, y }, region: { w, h } }
  }
  const finish = (isCancelled: boolean) => {
    grip.current?.edge.stop()
    grip.current = null
    cancel.current = null
    if (corner && isCancelled) onResize(null)
    else if (corner) onResized(placementTo(corner))
    setCorner(null)
  }
  const sizeTo = (next: ImagePoint) => {
    setCorner(next)
    onResize(placementTo(next))
    cancel.current = () => onResize(null)
  }
  const dragTo = (to: ClientPoint) => {
    const offset = grip.current
    const point = offset && viewport.pointAt({ x: to.x - offset.x, y: to.y - offset.y })
    if (point) sizeTo(point)
  }
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    const tip = viewport.clientOf(at)
    const scroller = viewport.scrollerRef.current
    if (event.button !== 0 || !tip || !scroller) return
    const start = { x: event.clientX, y: event.clientY }
    grip.current = { x: start.x - tip.x, y: start.y - tip.y, edge: startEdgePan(scroller, start, dragTo) }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const handlePointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!grip.current) return
    dragTo({ x, y })
    grip.current.edge.follow({ x, y })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nudgePoint(at, event, viewport)
    if (!next) return
    event.preventDefault()
    sizeTo(next)
    viewport.reveal(next)
  }

  return (
    <button
      type="button"
      className="canvas-handle"
      aria-label={m.region_handle({ number: pin.number ?? '' })}
      style={imageToPercent(at, natural)}
      onKeyDown={handleKeyDown}
      // Stored when the key is released, not with every repeat.
      onKeyUp={() => finish(false)}
      onBlur={() => finish(false)}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={() => finish(false)}
      onPointerCancel={() => finish(true)}
    />
  )
}

/** Keeps the size of a region above zero. */
function atLeast(from: ImagePoint, to: ImagePoint): ImagePoint {
  return { x: Math.max(to.x, from.x + 1), y: Math.max(to.y, from.y + 1) }
}
