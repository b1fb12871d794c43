import { imageToPercent, regionBetween, regionToPercent, type ImagePoint } from '@pinmark/shared/coordinates'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { holdRegion, type Act } from '../../review/act'
import { nudgePoint } from './nudge'
import type { Viewport } from '../zoom/use-viewport'

interface CrosshairProps {
  readonly act: Act
  /** The position of the crosshair. */
  readonly point: ImagePoint
  readonly viewport: Viewport
  readonly onMove: (point: ImagePoint) => void
  readonly onPress: (point: ImagePoint) => void
}

/** A crosshair on the design that the arrow keys move. Enter presses its spot, and a pointer the spot under it. */
export function Crosshair({ act, point, viewport, onMove, onPress }: CrosshairProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { natural } = viewport
  const corner = act.is === 'region' || act.is === 'resize' ? act.corner : null

  // Screen readers skip the initial text of a live region, so the first position is set after mounting.
  const [isSpoken, setIsSpoken] = useState(false)

  useEffect(() => button.current?.focus({ preventScroll: true }), [])

  const handleClick = ({ detail, clientX: x, clientY: y }: MouseEvent) => {
    const isByKey = detail === 0
    onPress((isByKey ? null : viewport.pointAt({ x, y })) ?? point)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const moved = nudgePoint(point, event, viewport)
    if (!moved) return
    event.preventDefault()
    const next = holdRegion(moved, act.is === 'move' ? act.region : null, natural)
    onMove(next)
    viewport.reveal(next)
  }

  const place = imageToPercent(point, natural)
  return (
    <div role="application" aria-label={names[act.is]}>
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
        aria-label={spoken(act, corner !== null)}
        onClick={handleClick}
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
  resize: 'Change the size of the region',
} as const

function spoken({ is }: Act, hasCorner: boolean): string {
  const keys = 'Arrow keys move, with Shift by 1 pixel. Escape cancels.'
  if (is === 'move') return `New place of the pin. Enter moves it here. ${keys}`
  if (is === 'resize') return `New corner of the region. Enter sets it here. ${keys}`
  if (is === 'pin') return `Spot of the comment. Enter places it. ${keys}`
  return hasCorner ? `Second corner. Enter marks the region. ${keys}` : `First corner. Enter sets it. ${keys}`
}

function percent(share: string): string {
  return `${Math.round(Number.parseFloat(share))}%`
}
