import type { ViewPoint } from '@pinmark/shared/coordinates'
import type { Anchor } from './zoom'

type ScrollOffset = Readonly<Pick<Element, 'scrollLeft' | 'scrollTop'>>

/** Keeps the anchor of the last zoom. One turn of the wheel sends many events. Scroll offsets are whole
 *  screen pixels, so computing the anchor again for each event would accumulate rounding errors. */
export function createHeldAnchor() {
  let last: { anchor: Anchor; left: number; top: number } | null = null
  return {
    remember: (anchor: Anchor, { scrollLeft: left, scrollTop: top }: ScrollOffset) => {
      last = { anchor, left, top }
    },
    /** The last anchor, for another zoom at the same point; null after anything else has moved the design. */
    find: (inView: ViewPoint, { scrollLeft, scrollTop }: ScrollOffset, pending: Anchor | null) => {
      if (!last || last.left !== scrollLeft || last.top !== scrollTop) return null
      const { anchor } = last
      const isSamePlace = Math.hypot(anchor.inView.x - inView.x, anchor.inView.y - inView.y) < 1
      return isSamePlace && (pending === null || pending === anchor) ? anchor : null
    },
  }
}
