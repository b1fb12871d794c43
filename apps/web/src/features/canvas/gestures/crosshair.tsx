import { imageToPercent, regionBetween, regionToPercent, type ImagePoint } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { holdRegion, type Act } from '../../review/act'
import { nudgePoint } from './nudge'
import type { Viewport } from '../zoom/use-viewport'
import { formatPercent } from '../../../lib/format'

interface CrosshairProps {
  readonly act: Act
  /** The position of the crosshair. */
  readonly point: ImagePoint
  readonly viewport: Viewport
  /** The names of its tool and of its button, for tools that have their own. */
  readonly names?: readonly [tool: string, button: string]
  readonly onMove: (point: ImagePoint) => void
  readonly onPress: (point: ImagePoint, click: Event) => void
}

/** A crosshair on the design that the arrow keys move. Enter presses its spot, and a pointer the spot under it. */
export function Crosshair({ act, point, viewport, onMove, onPress, ...props }: CrosshairProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { natural } = viewport
  const corner = act.is === 'region' || act.is === 'resize' ? act.corner : null

  // Screen readers skip the initial text of a live region, so the first position is set after mounting.
  const [isSpoken, setIsSpoken] = useState(false)

  useEffect(() => button.current?.focus({ preventScroll: true }), [])

  const handleClick = ({ detail, clientX: x, clientY: y, nativeEvent }: MouseEvent) => {
    const isByKey = detail === 0
    onPress((isByKey ? null : viewport.pointAt({ x, y })) ?? point, nativeEvent)
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
  const [toolName, buttonName] = props.names ?? [names[act.is](), spoken(act, corner !== null)]
  return (
    <div role="application" aria-label={toolName}>
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
        aria-label={buttonName}
        onClick={handleClick}
        onFocus={() => setIsSpoken(true)}
        onKeyDown={handleKeyDown}
      />
      <span role="status" className="sr-only">
        {isSpoken && m.crosshair_place({ left: percent(place.left), top: percent(place.top) })}
      </span>
    </div>
  )
}

const names = {
  draw: () => '',
  pin: () => m.crosshair_pin(),
  region: () => m.region_mark(),
  move: () => m.crosshair_move(),
  resize: () => m.crosshair_resize(),
}

function spoken({ is }: Act, hasCorner: boolean): string {
  const keys = m.crosshair_keys()
  if (is === 'move') return m.crosshair_says_move({ keys })
  if (is === 'resize') return m.crosshair_says_resize({ keys })
  if (is === 'pin') return m.crosshair_says_pin({ keys })
  return hasCorner ? m.crosshair_says_second({ keys }) : m.crosshair_says_first({ keys })
}

function percent(share: string): string {
  return formatPercent(Number.parseFloat(share) / 100)
}
