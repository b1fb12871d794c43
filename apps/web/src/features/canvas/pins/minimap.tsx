import { memo, useEffect, useMemo, useRef, type PointerEvent } from 'react'
import { regionOf, type PinModel } from '../../review/pin-model'
import type { Viewport } from '../zoom/use-viewport'
import { shownLayout, useShown } from '../zoom/view-store'

interface MinimapProps {
  readonly viewport: Viewport
  readonly pins: readonly PinModel[]
  readonly selectedKey: string | null
}

/** The minimap: the whole length of the design beside its frame, with a tick per comment and an outline of
 *  the visible part. Press or drag scrolls. Hidden from screen readers, because the list contains the same. */
export function Minimap({ viewport, pins, selectedKey }: MinimapProps) {
  const { scrollerRef, natural, onMove } = viewport
  const layout = useShown(viewport, shownLayout)
  const hasLayout = layout !== null
  const windowRef = useRef<HTMLElement>(null)

  useEffect(() => {
    const draw = () => {
      const [outline, scroller] = [windowRef.current, scrollerRef.current]
      if (!outline || !scroller) return
      outline.style.top = `${(scroller.scrollTop / scroller.scrollHeight) * 100}%`
      outline.style.height = `${(scroller.clientHeight / scroller.scrollHeight) * 100}%`
    }
    draw()
    return onMove(draw)
  }, [scrollerRef, onMove, hasLayout])

  const scrollTo = (event: PointerEvent<HTMLElement>) => {
    const scroller = scrollerRef.current
    if (!scroller || event.buttons !== 1) return
    const rail = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - rail.top) / rail.height
    scroller.scrollTo({ top: share * scroller.scrollHeight - scroller.clientHeight / 2, behavior: 'instant' })
  }

  if (!layout) return null
  const tableHeight = layout.top + layout.height + layout.bottom
  return (
    <div
      aria-hidden="true"
      className="canvas-minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        scrollTo(event)
      }}
      onPointerMove={scrollTo}
    >
      <div
        className="absolute inset-x-0"
        style={{
          top: `${(layout.top / tableHeight) * 100}%`,
          height: `${(layout.height / tableHeight) * 100}%`,
        }}
      >
        <Ticks pins={pins} height={natural.height} selectedKey={selectedKey} />
      </div>
      <u ref={windowRef} />
    </div>
  )
}

interface TicksProps {
  readonly pins: readonly PinModel[]
  readonly height: number
  readonly selectedKey: string | null
}

const Ticks = memo(function Ticks({ pins, height, selectedKey }: TicksProps) {
  const ticks = useMemo(() => ticksOf(pins, height, selectedKey), [pins, height, selectedKey])
  return ticks.map(({ key, top, kind }) => <i key={key} data-kind={kind} style={{ top: `${top}%` }} />)
})

/** Number of rows for ticks. More rows could not be distinguished. */
const ticksToLength = 250

/** One tick for all comments of the same kind at the same height: 1,000 of them cost no more than 250. */
export function ticksOf(pins: readonly PinModel[], height: number, selectedKey: string | null) {
  const ticks = new Map<string, { key: string; top: number; kind: keyof typeof rank }>()
  for (const pin of pins) {
    const middle = pin.point.y + (regionOf(pin)?.h ?? 0) / 2
    const top = (Math.round((middle / height) * ticksToLength) / ticksToLength) * 100
    const kind = pin.key === selectedKey ? 'selected' : kindOf(pin)
    const key = `${kind} ${top}`
    ticks.set(key, { key, top, kind })
  }
  return [...ticks.values()].sort((one, other) => rank[one.kind] - rank[other.kind])
}

function kindOf({ state }: PinModel) {
  return state === 'resolved' || state === 'gone' ? state : 'open'
}

/** Kinds in painting order. The last is on top. */
const rank = { resolved: 0, gone: 1, open: 2, selected: 3 } as const
