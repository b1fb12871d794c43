import type { Alignment } from './alignment'
import type { Area } from './change'
import { framesAround } from './frame'
import { areaCorrelation, type Shift } from './block-correlation'
import { layoutBlockAt } from './layout-block'

/** Maximum drift of letters along their line at another scale, and of the ends of the line, in pixels of the planes. */
const [driftPx, endDriftPx] = [24, 12]
/** Vertical search range around the displacement of the place, for rounding. */
const riseRangePx = 2
/** Size of the template at an end of a line, in pixels of the planes. */
const piece = { width: 32, marginPx: 6, maxRows: 88 }
/** Minimum correlation of a line end that is found. */
const foundFrom = 0.6
/** Penalty per pixel of displacement. A straight edge correlates all along itself, so that the smallest
 *  displacement wins. */
const penaltyPerPx = 0.004
/** Edges within this distance of the page's displacement moved with the page. The rest is rounding. */
const roundedPx = 1.25
/** Letters that drifted farther than this may have moved with their element. */
const maxDriftPx = 6

/** The displacement of the element of a place, between pictures of different scale. */
interface ElementShift {
  readonly shift: Shift
  /** Whether there is evidence for the displacement. */
  readonly isSure: boolean
}

/** Finds the displacement of the element at a followed place by template matching, with sub-pixel precision. At
 *  another scale, letters drift along their line while the element stays in place. The place takes the
 *  displacement of the first of these that moved with the page: the left end of its line, the centre, the right
 *  end. If none did, it takes that of the left end.
 *  @param area in pixels of the planes of `before`
 *  @param found the displacement of the letters at the place */
export function findElementShift(alignment: Alignment, area: Area, found: Shift): ElementShift {
  const { before, after } = alignment
  const paged = pageShiftAt(alignment, area, found)
  const [x, y] = [area.x + area.w / 2, area.y + area.h / 2]
  const frame = framesAround(before.luminance, after.luminance, x, y, { dx: paged.dx, dy: found.dy })?.was
  const line = frame ?? layoutBlockAt(before.edges, x, y)?.line
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

/** The displacement of the page around the place. The vertical one is taken from the inliers nearby, because
 *  fractions of pixels add up along a page. */
function pageShiftAt({ before }: Alignment, area: Area, found: Shift): Shift {
  const across = before.votes.common.find(({ dx }) => Math.abs(dx - found.dx) <= driftPx)
  const down = before.inliers.near(area).find(({ shift }) => Math.abs(shift.dy - found.dy) <= riseRangePx)
  return { dx: across?.dx ?? found.dx, dy: down?.shift.dy ?? found.dy }
}

/** Displacements of both ends of a line. */
function endsOf(alignment: Alignment, line: Area, guess: Shift): [Shift | null, Shift | null] {
  const left = line.x - piece.marginPx
  const right = line.x + line.w + piece.marginPx - piece.width
  return [endOf(alignment, { ...line, x: left }, guess), endOf(alignment, { ...line, x: right }, guess)]
}

/** Displacement of one end of a line with sub-pixel precision; null if it is not found. */
function endOf({ before, after, quality }: Alignment, { x, y, h }: Area, guess: Shift): Shift | null {
  const [dx, dy] = [Math.round(guess.dx), Math.round(guess.dy)]
  const rows = Math.min(piece.maxRows, Math.ceil(h) + 2 * piece.marginPx)
  const area = { x: Math.round(x), y: Math.round(y) - piece.marginPx, w: piece.width, h: rows }
  const similarity = (across: number, down: number) =>
    areaCorrelation(before.edges, after.edges, area, { dx: dx + across, dy: dy + down })
  let best = { across: 0, down: 0, value: 0 }
  for (let down = -riseRangePx; down <= riseRangePx; down += 1)
    for (let across = -endDriftPx; across <= endDriftPx; across += 1) {
      const value = similarity(across, down) - penaltyPerPx * (Math.abs(across) + Math.abs(down))
      if (value > best.value) best = { across, down, value }
    }
  const { across, down } = best
  const value = similarity(across, down)
  if (value < foundFrom * quality) return null
  return {
    dx: dx + across + parabolaPeak(similarity(across - 1, down), value, similarity(across + 1, down)),
    dy: dy + down + parabolaPeak(similarity(across, down - 1), value, similarity(across, down + 1)),
  }
}

/** Peak of the parabola through three neighbouring values, relative to the middle one: -0.5 to 0.5. */
function parabolaPeak(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}
