import type { ClientPoint } from '@pinmark/shared/coordinates'

export interface RevealOptions {
  /** `centre` for walking from comment to comment; otherwise the shortest way. */
  readonly to?: 'nearest' | 'centre'
  /** From here on down the window is covered, in CSS pixels of the viewport: the bottom sheet of a phone. */
  readonly coveredFromPx?: number
}

interface ViewSize {
  readonly width: number
  readonly height: number
}

/** Least distance of a pin that was asked for from the edges of what is visible. */
const airPx = 20
const pinHeightPx = 33
const pinHalfWidthPx = 14

/** How far to scroll so that the pin with its tip at `inView` is whole and has at least 20 px of air;
 *  nothing when it has that already. */
export function revealOffset(
  inView: ClientPoint,
  size: ViewSize,
  to: RevealOptions['to'] = 'nearest',
): ClientPoint {
  const nearest = {
    x: outside(inView.x, airPx + pinHalfWidthPx, size.width - airPx - pinHalfWidthPx),
    y: outside(inView.y, airPx + pinHeightPx, size.height - airPx),
  }
  return to === 'centre'
    ? { x: nearest.x && inView.x - size.width / 2, y: inView.y - size.height / 2 }
    : nearest
}

/** How far a place lies outside a stretch, with its sign; a stretch that is too short counts from its start. */
function outside(place: number, start: number, end: number): number {
  if (place < start) return place - start
  if (place > end) return Math.min(place - end, place - start)
  return 0
}
