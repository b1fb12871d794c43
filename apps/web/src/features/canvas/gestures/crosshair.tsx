import { imageToPercent, regionBetween, regionToPercent, type ImagePoint } from '@pinmark/shared/coordinates'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { holdRegion } from './hold-region'
import { nudgePoint } from './nudge'
import type { Placement } from '../pins/pin-model'
import { placementOf } from './use-drags'
import type { Viewport } from '../zoom/use-viewport'

/** Keyboard placement: of a new pin, of both corners of a region, of an existing pin, or of a region's lower right
 *  corner. */
export interface KeyboardPlacement {
  readonly purpose: 'pin' | 'region' | 'move' | 'size'
  /** Initial position of the crosshair; null means the middle of the visible part. */
  readonly start: ImagePoint | null
  /** Set when a region is moved. It stays completely on the design. */
  readonly region?: { readonly w: number; readonly h: number } | null
  /** The upper left corner of the region whose size is changed. */
  readonly from?: ImagePoint
}

interface CrosshairProps {
  readonly placing: KeyboardPlacement
  readonly viewport: Viewport
  readonly onDone: (placement: Placement) => void
  readonly onCancel: () => void
}

/** A crosshair on the design that the arrow keys move. Enter takes the spot, Esc cancels. */
export function Crosshair({ placing, viewport, onDone, onCancel }: CrosshairProps) {
  const [point, setPoint] = useState(() => placing.start ?? viewport.centre())
  const [corner, setCorner] = useState(placing.from ?? null)
  const button = useRef<HTMLButtonElement>(null)
  const { natural } = viewport

  // Screen readers skip the initial text of a live region, so the first position is set after mounting.
  const [isSpoken, setIsSpoken] = useState(false)

  useEffect(() => button.current?.focus({ preventScroll: true }), [])

  const take = () => {
    if (corner) onDone(placementOf(regionBetween(corner, point)))
    else if (placing.purpose === 'region') setCorner(point)
    else onDone({ point, region: placing.region ?? null })
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
      return
    }
    const moved = nudgePoint(point, event, viewport)
    if (!moved) return
    event.preventDefault()
    const next = holdRegion(moved, placing.region, natural)
    setPoint(next)
    viewport.reveal(next)
  }

  const place = imageToPercent(point, natural)
  return (
    <div role="application" aria-label={names[placing.purpose]}>
      {corner && (
        <span
          className="canvas-region"
          data-lit=""
          style={regionToPercent(regionBetween(corner, point), natural)}
        />
      )}
      <button
        ref={button}
        type="button"
        className="canvas-crosshair"
        style={place}
        aria-label={spoken(placing, corner !== null)}
        onClick={take}
        onFocus={() => setIsSpoken(true)}
        onKeyDown={handleKeyDown}
      />
      <span role="status" className="sr-only">
        {isSpoken && `${percent(place.left)} from the left, ${percent(place.top)} from the top`}
      </span>
    </div>
  )
}

const names = {
  pin: 'Place a comment',
  region: 'Mark a region',
  move: 'Move the pin',
  size: 'Change the size of the region',
} as const

function spoken({ purpose }: KeyboardPlacement, hasCorner: boolean): string {
  const keys = 'Arrow keys move, with Shift by 1 pixel. Escape cancels.'
  if (purpose === 'move') return `New place of the pin. Enter moves it here. ${keys}`
  if (purpose === 'size') return `New corner of the region. Enter sets it here. ${keys}`
  if (purpose === 'pin') return `Spot of the comment. Enter places it. ${keys}`
  return hasCorner ? `Second corner. Enter marks the region. ${keys}` : `First corner. Enter sets it. ${keys}`
}

function percent(share: string): string {
  return `${Math.round(Number.parseFloat(share))}%`
}
