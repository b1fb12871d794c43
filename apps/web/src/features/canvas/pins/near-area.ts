import type { ClientPoint, ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Viewport } from '../zoom/use-viewport'

/** Distance beyond the visible part within which pins are drawn, in CSS pixels: more than a turn of the wheel
 *  scrolls. */
const aheadPx = 140
/** The area is updated when less than this distance is left. A pin's head is 33 px above its tip. */
const leastAheadPx = 40

/** The part of the design whose pins are drawn, in image pixels: the visible part and a margin. It stays the
 *  same through small scrolls and zooms. Null until the frame is measured. */
export function useNearArea({ scrollerRef, natural, shown, onMove }: Viewport): ImageRegion | null {
  const [area, setArea] = useState<ImageRegion | null>(null)
  useLayoutEffect(() => {
    const lookFrom = (scroll: ClientPoint | null) => {
      const scroller = scrollerRef.current
      const { layout } = shown.get()
      if (!scroller || !layout) return
      const visible = {
        x: ((scroll?.x ?? scroller.scrollLeft) - layout.left) / layout.scale,
        y: ((scroll?.y ?? scroller.scrollTop) - layout.top) / layout.scale,
        w: scroller.clientWidth / layout.scale,
        h: scroller.clientHeight / layout.scale,
      }
      setArea((current) => nearArea(current, visible, layout.scale))
    }
    const look = () => lookFrom(null)
    look()
    const stops = [
      onMove(look),
      // Before a zoom is drawn, so that drawings of pins appear and disappear with it. Afterwards would
      // require another layout of all of them.
      shown.listen(() => {
        const { scroll } = shown.get()
        if (scroll) lookFrom(scroll)
      }),
    ]
    // In print, the whole design is visible.
    const controller = new AbortController()
    const { signal } = controller
    const everything = { x: -1, y: -1, w: natural.width + 2, h: natural.height + 2 }
    window.addEventListener('beforeprint', () => flushSync(() => setArea(everything)), { signal })
    window.addEventListener('afterprint', look, { signal })
    return () => {
      stops.forEach((stop) => stop())
      controller.abort()
    }
  }, [scrollerRef, natural, shown, onMove])
  return area
}

/** The area for what is visible: `current` as long as it is sufficient. `scale` is CSS pixels per image
 *  pixel. */
export function nearArea(current: ImageRegion | null, visible: ImageRegion, scale: number): ImageRegion {
  const wanted = grow(visible, aheadPx / scale)
  // After zooming in, the area would contain far more pins than the frame shows.
  const isTooLarge = current !== null && (current.w > 1.5 * wanted.w || current.h > 1.5 * wanted.h)
  return current && !isTooLarge && contains(current, grow(visible, leastAheadPx / scale)) ? current : wanted
}

export function isPointIn({ x, y }: ImagePoint, area: ImageRegion): boolean {
  return x >= area.x && y >= area.y && x <= area.x + area.w && y <= area.y + area.h
}

function grow({ x, y, w, h }: ImageRegion, by: number): ImageRegion {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by }
}

function contains(outer: ImageRegion, inner: ImageRegion): boolean {
  return isPointIn(inner, outer) && isPointIn({ x: inner.x + inner.w, y: inner.y + inner.h }, outer)
}
