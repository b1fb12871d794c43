import type { ClientPoint } from '@pinmark/shared/coordinates'

/** Distance from an edge of what scrolls, in CSS pixels, within which a drag scrolls. Closer to the edge it is
 *  faster. */
const zonePx = 40
const fastestPxPerSecond = 900
/** Longest step of time that one animation frame scrolls for, in ms. */
const longestFrameMs = 50

export interface EdgePan {
  /** Where the pointer is now. */
  readonly follow: (at: ClientPoint) => void
  readonly stop: () => void
}

/** Scrolls an element while a drag is held near its edge, or beyond. `onScroll` is called after each step with
 *  the position of the pointer, so that the dragged item stays under it. */
export function startEdgePan(
  scroller: HTMLElement,
  start: ClientPoint,
  onScroll: (at: ClientPoint) => void,
): EdgePan {
  let at = start
  let request: number | null = null
  let last = 0

  const speed = (): ClientPoint => {
    const frame = scroller.getBoundingClientRect()
    // The part of it that is inside the window.
    return {
      x: edgeSpeed(at.x, start.x, Math.max(frame.left, 0), Math.min(frame.right, window.innerWidth)),
      y: edgeSpeed(at.y, start.y, Math.max(frame.top, 0), Math.min(frame.bottom, window.innerHeight)),
    }
  }
  const step = (now: number) => {
    const { x, y } = speed()
    request = x === 0 && y === 0 ? null : requestAnimationFrame(step)
    const seconds = Math.min(now - last, longestFrameMs) / 1000
    last = now
    const { scrollLeft, scrollTop } = scroller
    scroller.scrollTo({ left: scrollLeft + x * seconds, top: scrollTop + y * seconds, behavior: 'instant' })
    if (scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop) onScroll(at)
  }
  return {
    follow: (to) => {
      at = to
      const { x, y } = speed()
      if (request !== null || (x === 0 && y === 0)) return
      last = performance.now()
      request = requestAnimationFrame(step)
    },
    stop: () => {
      if (request !== null) cancelAnimationFrame(request)
      request = null
    },
  }
}

/** Scroll speed along one axis, in CSS pixels per second; negative towards `from`. It scrolls only towards an
 *  edge that the drag has approached, so that a drag that begins near an edge does not scroll at once. */
export function edgeSpeed(at: number, start: number, from: number, to: number): number {
  const zone = Math.min(zonePx, (to - from) / 4)
  const share = (depth: number) => Math.min(Math.max(depth / zone, 0), 1) * fastestPxPerSecond
  if (at < start) return -share(from + zone - at) || 0
  if (at > start) return share(at - (to - zone))
  return 0
}
