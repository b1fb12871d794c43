import type { Alignment } from './alignment'
import type { Area } from './change'
import { framesAround } from './frame'
import { correlationOf, type Shift } from './similarity'
import { slotAt } from './slot'

/** Letters drift along their line by this much at most when text is drawn at another scale, and its ends by less, in pixels
 *  of the planes. */
const [driftPx, endDriftPx] = [24, 12]
/** What stands in a line moved up or down with the place, give or take rounding. */
const riseRangePx = 2
/** Size of the piece at an end of a line that is looked for. */
const piece = { width: 32, marginPx: 6, maxRows: 88 }
/** Correlation from which an end of a line is found again. */
const foundFrom = 0.6
/** A straight edge looks the same all along itself: of equal displacements the smallest is taken. */
const penaltyPerPx = 0.004
/** Edges that moved no farther than this moved with the page: the rest is how their pixels were rounded. */
const roundedPx = 1.25
/** Letters that moved farther along their line than this may have moved with their element. */
const maxDriftPx = 6

/** Where a place of a picture of another scale belongs. */
interface Settled {
  readonly shift: Shift
  /** Whether its element is known to have moved so. */
  readonly isSure: boolean
}

/** Finds where the element of a followed place went. When text is drawn at another scale, its letters drift along the line
 *  while the element stays where it was. So the place moves with the first of these that moved with the page: the left end
 *  of its line, the middle, the right end. If none did, it moves with the left end.
 *  @param area in pixels of the planes of `before` @param found the displacement of the letters at the place */
export function settle(alignment: Alignment, area: Area, found: Shift): Settled {
  const { before, after } = alignment
  const paged = pagedOf(alignment, area, found)
  const [x, y] = [area.x + area.w / 2, area.y + area.h / 2]
  const frame = framesAround(before.luminance, after.luminance, x, y, { dx: paged.dx, dy: found.dy })?.was
  const line = frame ?? slotAt(before.edges, x, y)?.line
  const [left, right] = line ? endsOf(alignment, line, { dx: paged.dx, dy: found.dy }) : [null, null]
  const downOf = (dy: number) => (Math.abs(dy - paged.dy) <= roundedPx ? paged.dy : dy)
  if (frame && left && right) {
    const share = Math.min(1, Math.max(0, (area.x - frame.x) / frame.w))
    const dx = left.dx + (right.dx - left.dx) * share
    return { shift: { dx, dy: downOf((left.dy + right.dy) / 2) }, isSure: true }
  }
  const middle = left && right && { dx: (left.dx + right.dx) / 2, dy: (left.dy + right.dy) / 2 }
  const ends = [left, middle, right].filter((end) => end !== null)
  const held = ends.find((end) => Math.abs(end.dx - paged.dx) <= roundedPx)
  if (held) return { shift: { dx: paged.dx, dy: downOf(held.dy) }, isSure: true }
  if (left) return { shift: { dx: left.dx, dy: downOf(left.dy) }, isSure: true }
  return {
    shift: { dx: paged.dx, dy: downOf(right?.dy ?? found.dy) },
    isSure: Math.abs(paged.dx - found.dx) <= maxDriftPx,
  }
}

/** How the page moved where its letters moved by `found`. Fractions of pixels add up on the way down a page: there what
 *  stands around the place says how far. */
function pagedOf({ before }: Alignment, area: Area, found: Shift): Shift {
  const across = before.votes.common.find(({ dx }) => Math.abs(dx - found.dx) <= driftPx)
  const down = before.anchors.near(area).find(({ shift }) => Math.abs(shift.dy - found.dy) <= riseRangePx)
  return { dx: across?.dx ?? found.dx, dy: down?.shift.dy ?? found.dy }
}

/** Where both ends of a line went. */
function endsOf(alignment: Alignment, line: Area, guess: Shift): [Shift | null, Shift | null] {
  const left = line.x - piece.marginPx
  const right = line.x + line.w + piece.marginPx - piece.width
  return [endOf(alignment, { ...line, x: left }, guess), endOf(alignment, { ...line, x: right }, guess)]
}

/** Where a piece of a line went, to a fraction of a pixel; null where it is not found again. */
function endOf({ before, after, quality }: Alignment, { x, y, h }: Area, guess: Shift): Shift | null {
  const [dx, dy] = [Math.round(guess.dx), Math.round(guess.dy)]
  const rows = Math.min(piece.maxRows, Math.ceil(h) + 2 * piece.marginPx)
  const area = { x: Math.round(x), y: Math.round(y) - piece.marginPx, w: piece.width, h: rows }
  const likeness = (across: number, down: number) =>
    correlationOf(before.edges, after.edges, area, { dx: dx + across, dy: dy + down })
  let best = { across: 0, down: 0, value: 0 }
  for (let down = -riseRangePx; down <= riseRangePx; down += 1)
    for (let across = -endDriftPx; across <= endDriftPx; across += 1) {
      const value = likeness(across, down) - penaltyPerPx * (Math.abs(across) + Math.abs(down))
      if (value > best.value) best = { across, down, value }
    }
  const { across, down } = best
  const value = likeness(across, down)
  if (value < foundFrom * quality) return null
  return {
    dx: dx + across + peakBetween(likeness(across - 1, down), value, likeness(across + 1, down)),
    dy: dy + down + peakBetween(likeness(across, down - 1), value, likeness(across, down + 1)),
  }
}

/** The peak of the parabola through three neighbouring values, from the middle one: -0.5 to 0.5. */
function peakBetween(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}
