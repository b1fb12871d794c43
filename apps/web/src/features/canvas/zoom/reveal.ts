import {
  imageToClient,
  type ClientPoint,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
  type ViewPoint,
} from '@pinmark/shared/coordinates'
import type { Anchor } from './zoom'

export interface RevealOptions {
  /** `centre` for stepping from comment to comment, `centreIfHidden` for a selected row; otherwise the
   *  shortest way. */
  readonly to?: 'nearest' | 'centre' | 'centreIfHidden'
  /** The y from which the bottom sheet of a phone covers the window, in CSS pixels of the viewport. */
  readonly coveredFromPx?: number | undefined
  /** A popup that must not cover the pin, in CSS pixels of the viewport. */
  readonly clearOf?: DOMRectReadOnly | undefined
  /** Default: `smooth`, to show the direction, unless the distance is long or motion is reduced. */
  readonly behavior?: 'smooth' | 'instant'
}

/** The scroll container, and the box of the design in it. */
interface ScrollBoxes {
  readonly scroller: HTMLElement
  readonly sheet: HTMLElement
}

interface ViewSize {
  readonly width: number
  readonly height: number
}

/** Minimum distance of a revealed pin from the edges of the visible area, in CSS pixels. */
const airPx = 20
const pinHeightPx = 33
const pinHalfWidthPx = 14

/** Scrolls the frame into the window, and in the frame to a point or region of the design.
 *  @returns whether the pin is then clear of the popup */
function revealPoint(
  { scroller, sheet }: ScrollBoxes,
  target: ImagePoint | ImageRegion,
  natural: NaturalSize,
  { to, coveredFromPx = window.innerHeight, behavior = 'smooth', clearOf }: RevealOptions,
): boolean {
  scroller.closest('[data-frame]')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const frame = scroller.getBoundingClientRect()
  const box = sheet.getBoundingClientRect()
  const place = imageToClient(target, box, natural)
  const top = Math.max(frame.top, 0)
  const size = {
    width: scroller.clientWidth,
    height: Math.max(0, Math.min(frame.bottom, coveredFromPx) - top),
  }
  const scale = box.width / natural.width
  const inView = {
    x: place.x - frame.left,
    y: place.y - top,
    ...('w' in target && { width: target.w * scale, height: target.h * scale }),
  }
  const wanted = revealOffset(inView, size, to)
  const range = (scrolled: number, all: number, shown: number) => (by: number) =>
    Math.min(Math.max(by, -scrolled), all - shown - scrolled)
  const toX = range(scroller.scrollLeft, scroller.scrollWidth, scroller.clientWidth)(wanted.x)
  const toY = range(scroller.scrollTop, scroller.scrollHeight, scroller.clientHeight)
  const bounds = { top: top + pinHeightPx, bottom: top + size.height }
  const clear = clearOf && clearOffset(place.y, wanted.y, toY, bounds, clearOf, place.x - toX)
  const by = { x: wanted.x, y: clear ?? wanted.y }
  const isClear = !clearOf || clear !== null
  if (by.x === 0 && by.y === 0) return isClear
  const isFar = Math.abs(by.y) > 2 * size.height || Math.abs(by.x) > 2 * size.width
  const isStill = isFar || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // In a window that is lower than the frame, the frame's lower part is not visible, so the page has to
  // scroll as well.
  const beyond =
    revealOffset(inView, size).y - (scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop)
  if (beyond > 0) window.scrollBy({ top: Math.ceil(beyond), behavior: 'instant' })
  scroller.scrollBy({ left: by.x, top: by.y, behavior: isStill ? 'instant' : behavior })
  return isClear && beyond <= 0
}

/** The vertical scroll distance after which a pin is in view and not covered by a popup: the wanted one, or else one that
 *  puts it above or below the popup; null if there is none.
 *  @param y of the pin now, and `x` after the scroll, in CSS pixels of the viewport
 *  @param hold limits a distance to what can be scrolled */
export function clearOffset(
  y: number,
  wanted: number,
  hold: (by: number) => number,
  bounds: { readonly top: number; readonly bottom: number },
  popup: Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>,
  x: number,
): number | null {
  const isBeside = x < popup.left - pinHalfWidthPx || x > popup.right + pinHalfWidthPx
  const places = [wanted, y - (popup.top - airPx), y - (popup.bottom + airPx + pinHeightPx)]
  const found = places.map(hold).find((by) => {
    const at = y - by
    const isInView = at >= bounds.top && at <= bounds.bottom
    return isInView && (isBeside || at < popup.top || at - pinHeightPx > popup.bottom)
  })
  return found ?? null
}

/** Extends the scrollable length by the covered part, so that the bottom of the design can be shown. */
function makeRoom(scroller: HTMLElement, coveredFromPx: number | undefined): void {
  const covered = coveredFromPx === undefined ? 0 : Math.max(0, window.innerHeight - coveredFromPx)
  scroller.style.paddingBottom = covered > 0 ? `${covered}px` : ''
}

/** The scroll distance after which the pin with its tip at `inView`, and the region below it, are completely
 *  visible with a margin of at least 20 px; 0 if they already are. Of a region larger than the frame, the
 *  corner with the pin is shown. */
export function revealOffset(
  inView: ViewPoint & Partial<ViewSize>,
  size: ViewSize,
  to: RevealOptions['to'] = 'nearest',
): ClientPoint {
  const { width = 0, height = 0 } = inView
  const sideAir = airPx + pinHalfWidthPx
  const nearest = {
    x: outside(inView.x, width, { start: sideAir, end: size.width - sideAir }),
    y: outside(inView.y, height, { start: airPx + pinHeightPx, end: size.height - airPx }),
  }
  const staysPut = to !== 'centre' && nearest.x === 0 && nearest.y === 0
  if (to === 'nearest' || staysPut) return nearest
  const fits = { x: width <= size.width - 2 * sideAir, y: height <= size.height - pinHeightPx - 2 * airPx }
  return {
    x: nearest.x && fits.x ? inView.x + width / 2 - size.width / 2 : nearest.x,
    y: fits.y ? inView.y + height / 2 - size.height / 2 : nearest.y,
  }
}

/** How far something of this length is outside a range, signed, in whole pixels as browsers scroll. If it is
 *  longer than the range, its start counts. */
function outside(place: number, length: number, { start, end }: { start: number; end: number }): number {
  if (place < start) return Math.floor(place - start)
  if (place + length > end) return Math.ceil(Math.min(place + length - end, place - start))
  return 0
}

type Target = ImagePoint | ImageRegion

/** Browsers finish a smooth scroll within this time. */
const smoothScrollMs = 1_000

/** Brings points of the design into view, above whatever covers the window from below. */
export function createRevealer(design: Readonly<{ natural: NaturalSize }>) {
  /** A reveal before the first layout, for example by a link to a comment. */
  let awaited: { target: Target; options: RevealOptions } | null = null
  let coveredFrom: (() => number) | null = null
  let kept: ImagePoint | null = null
  let movesUntil = 0

  function reveal(boxes: ScrollBoxes, target: Target, options: RevealOptions): boolean {
    const coveredFromPx = options.coveredFromPx ?? coveredFrom?.()
    makeRoom(boxes.scroller, coveredFromPx)
    if (options.behavior !== 'instant') movesUntil = performance.now() + smoothScrollMs
    return revealPoint(boxes, target, design.natural, { ...options, coveredFromPx })
  }

  return {
    kept: () => kept,
    /** Whether a smooth scroll to a point may not have arrived yet. */
    isMoving: () => performance.now() < movesUntil,
    keepInView: (point: ImagePoint | null) => {
      kept = point
    },
    cover: (scroller: HTMLElement | null, fromPx: (() => number) | null) => {
      coveredFrom = fromPx
      if (scroller) makeRoom(scroller, fromPx?.())
    },
    /** @returns whether the pin will be clear of the popup of the options */
    reveal: (boxes: ScrollBoxes | null, target: Target, options: RevealOptions = {}): boolean => {
      if (boxes) return reveal(boxes, target, options)
      awaited = { target, options }
      return false
    },
    /** Runs the reveal that waited for the first layout. After a rotation it reveals the kept point, because
     *  the frame itself may be outside the window.
     *  @param anchor the point that the new layout was scrolled to */
    afterLayout: (boxes: ScrollBoxes, anchor: Anchor | null) => {
      const first = awaited
      awaited = null
      const keptNow = anchor && anchor.image === kept ? anchor.image : null
      const target = first?.target ?? keptNow
      if (target) reveal(boxes, target, { ...first?.options, behavior: 'instant' })
      if (!keptNow) return
      // The compositor runs a smooth scroll, whose last step may come after this one.
      afterNextFrame(() => {
        if (kept === keptNow) reveal(boxes, keptNow, { behavior: 'instant' })
      })
    },
  }
}

function afterNextFrame(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
