import { certain, samePx, type Decision } from './agreement'
import type { Alignment, Side } from './alignment'
import { isClaimed } from './by-likeness'
import type { Area } from './change'
import type { Shift } from './similarity'
import { likenessAt, rowAround } from './surroundings'
import { isNear } from './votes'

/** How far along its row a place is compared: farther where that does not tell rows apart, in pixels of the planes. */
const reachesPx = [120, 240, 480] as const
/** Another row this much alike may be the right one, as a share of what the two pictures allow. */
const rivalFrom = 0.85
const halfRowPx = 10

/** Follows a place with all of its row. One cell of a table looks like others, but rows that change their order keep their
 *  cells: the row must be the same somewhere, and no other row may look so, there or here. */
export function followWholeRow(alignment: Alignment, area: Area): Decision | null {
  const { before, after, quality, slack } = alignment
  for (const reachPx of reachesPx) {
    const shift = onlyRow(alignment, before, after, area, reachPx)
    if (!shift) continue
    const own = likenessAt(before.edges, after.edges, rowAround(area, 0), shift, slack)
    if (own.score < certain * quality) return null
    const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
    const back = onlyRow(alignment, after, before, there, reachPx)
    if (!back || !isNear(back, { dx: -shift.dx, dy: -shift.dy }, 1)) continue
    // Farther along a row other cards begin, which moved by themselves.
    const isOwnRow = reachPx === reachesPx[0] || !isClaimed(alignment, area, shift)
    return isOwnRow ? { state: 'followed', shift } : null
  }
  return null
}

/** The displacement to the only row that looks like the one of an area; null where there is none or there are several. */
function onlyRow(
  { quality, slack }: Alignment,
  from: Side,
  to: Side,
  area: Area,
  reachPx: number,
): Shift | null {
  const spots = rowAround(area, reachPx)
  const band = {
    x: area.x - reachPx,
    y: area.y + area.h / 2 - halfRowPx,
    w: area.w + 2 * reachPx,
    h: 2 * halfRowPx,
  }
  const shifts = from.votes.shiftsIn(band)
  const [best, ...others] = [
    ...shifts,
    ...from.anchors
      .near(area)
      .slice(0, 4)
      .map(({ shift }) => shift),
  ]
    .map((shift) => ({ shift, score: likenessAt(from.edges, to.edges, spots, shift, slack).score }))
    .sort((a, b) => b.score - a.score)
  if (!best || best.score < certain * quality) return null
  const isOnly = others.every(
    ({ shift, score }) => score < rivalFrom * quality || isNear(shift, best.shift, samePx),
  )
  return isOnly ? best.shift : null
}
