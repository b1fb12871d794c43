import { clampToImage, imageToPercent, regionBetween, type ImagePoint } from '@pinmark/shared/coordinates'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { nudge } from './nudge'
import { regionOf, type PinModel, type Placement } from './pin-model'
import type { Viewport } from './use-viewport'

interface RegionHandleProps {
  readonly pin: PinModel
  readonly viewport: Viewport
  /** While it is dragged; null when that is over. */
  readonly onResize: (placement: Placement | null) => void
  readonly onResized: (placement: Placement) => void
}

/** The lower right corner of a region that may be changed: drag it, or move it with the arrow keys. */
export function RegionHandle({ pin, viewport, onResize, onResized }: RegionHandleProps) {
  const [corner, setCorner] = useState<ImagePoint | null>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const region = regionOf(pin)
  if (!region) return null
  const { natural } = viewport
  const at = corner ?? { x: region.x + region.w, y: region.y + region.h }

  const placementTo = (point: ImagePoint): Placement => {
    const { x, y, w, h } = regionBetween(pin.point, atLeast(pin.point, clampToImage(point, natural)))
    return { point: { x, y }, region: { w, h } }
  }
  const finish = (isCancelled: boolean) => {
    grip.current = null
    if (corner && !isCancelled) onResized(placementTo(corner))
    setCorner(null)
    onResize(null)
  }
  const handleMove = ({ clientX, clientY }: PointerEvent) => {
    const offset = grip.current
    const point = offset && viewport.pointAt({ x: clientX - offset.x, y: clientY - offset.y })
    if (!point) return
    setCorner(point)
    onResize(placementTo(point))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nudge(at, event, viewport)
    if (!next) return
    event.preventDefault()
    setCorner(next)
    onResize(placementTo(next))
  }

  return (
    <button
      type="button"
      className="canvas-handle"
      aria-label={`Size of the region of comment ${pin.number ?? ''}. Arrow keys change it.`}
      style={imageToPercent(at, natural)}
      onKeyDown={handleKeyDown}
      // Stored once the key is let go, not with every repeat.
      onKeyUp={() => finish(false)}
      onBlur={() => finish(false)}
      onPointerDown={(event) => {
        event.stopPropagation()
        const tip = viewport.clientOf(at)
        if (event.button !== 0 || !tip) return
        grip.current = { x: event.clientX - tip.x, y: event.clientY - tip.y }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={handleMove}
      onPointerUp={() => finish(false)}
      onPointerCancel={() => finish(true)}
    />
  )
}

/** A region never shrinks to nothing, nor turns over. */
function atLeast(from: ImagePoint, to: ImagePoint): ImagePoint {
  return { x: Math.max(to.x, from.x + 1), y: Math.max(to.y, from.y + 1) }
}
