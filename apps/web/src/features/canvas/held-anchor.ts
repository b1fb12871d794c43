import type { ClientPoint } from '@pinmark/shared/coordinates'
import type { Anchor } from './zoom'

type ScrollOffset = Readonly<Pick<Element, 'scrollLeft' | 'scrollTop'>>

/** Remembers the anchor of the last zoom. A turn of the wheel sends many events. Scroll offsets are whole screen pixels, so
 *  that an anchor that is read again for each event would add up their rounding. */
export function createHeldAnchor() {
  let last: { anchor: Anchor; left: number; top: number } | null = null
  return {
    remember: (anchor: Anchor, { scrollLeft: left, scrollTop: top }: ScrollOffset) => {
      last = { anchor, left, top }
    },
    /** The last anchor for a further zoom about the same place; null once anything else moved the design. */
    find: (inView: ClientPoint, { scrollLeft, scrollTop }: ScrollOffset, pending: Anchor | null) => {
      if (!last || last.left !== scrollLeft || last.top !== scrollTop) return null
      const { anchor } = last
      const isSamePlace = Math.hypot(anchor.inView.x - inView.x, anchor.inView.y - inView.y) < 1
      return isSamePlace && (pending === null || pending === anchor) ? anchor : null
    },
  }
}
