import type { ClientPoint, ImagePoint } from '@pinmark/shared/coordinates'
import { useRef, type PointerEvent } from 'react'
import { isDrag } from '../../../lib/press'
import type { Viewport } from '../zoom/use-viewport'

interface DrawingSurfaceProps {
  readonly viewport: Viewport
  /** Called with the line while it is drawn, and without points when it ends. */
  readonly onLine: (line: readonly ImagePoint[]) => void
  readonly onDraw: (line: readonly ImagePoint[]) => void
  /** A press that drew nothing. */
  readonly onPress: (point: ImagePoint) => void
}

interface Stroke {
  readonly pointerId: number
  readonly start: ClientPoint
  hasMoved: boolean
  line: ImagePoint[]
}

/** Takes all presses on the design, by mouse, finger and stylus. A second finger ends the line, because the two zoom. */
export function DrawingSurface({ viewport, onLine, onDraw, onPress }: DrawingSurfaceProps) {
  const stroke = useRef<Stroke | null>(null)
  const pointsAt = (at: ClientPoint) => {
    const point = viewport.pointAt(at)
    return point ? [point] : []
  }
  const end = () => {
    stroke.current = null
    onLine([])
  }

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary) return end()
    if (event.button !== 0) return
    const start = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
    stroke.current = { pointerId: event.pointerId, start, hasMoved: false, line: pointsAt(start) }
  }
  const handleMove = ({ nativeEvent, pointerId, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    const current = stroke.current
    if (current?.pointerId !== pointerId) return
    current.hasMoved ||= isDrag(current.start, { x, y }, pointerType)
    // Older Safari has only the last of the points between two frames.
    const events = nativeEvent.getCoalescedEvents?.() ?? []
    const passed = events.length > 0 ? events : [nativeEvent]
    current.line = [
      ...current.line,
      ...passed.flatMap(({ clientX, clientY }) => pointsAt({ x: clientX, y: clientY })),
    ]
    if (current.hasMoved) onLine(current.line)
  }
  const handleUp = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const current = stroke.current
    if (current?.pointerId !== pointerId) return
    end()
    const [last] = pointsAt({ x, y })
    if (!last) return
    if (current.hasMoved) onDraw([...current.line, last])
    else onPress(last)
  }
  return (
    <div
      className="drawing-surface"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={end}
    />
  )
}
