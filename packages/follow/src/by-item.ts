import { similarityThreshold, samePx, type Decision } from './consensus'
import type { Alignment, Side } from './alignment'
import { refineShift } from './candidates'
import type { Area } from './change'
import { rowsOfItem, sameItem, type SameItem } from './item'
import type { Shift } from './block-correlation'
import { similarityAt, supportWindowsOf } from './support-windows'
import { isNear } from './votes'

interface Found extends SameItem {
  readonly shift: Shift
}

/** Minimum number of matching blocks with content. A few letters of a cell also occur in other words. */
const minSquares = { row: 4, cell: 9 }
/** The best cell must exceed all others by this number of blocks and by this share. */
const lead = { squares: 3, share: 0.1 }
/** Of several rows that match completely, the nearest one wins if the next is farther away by this factor. Rows
 *  closer than `leastPx` may have swapped places. In pixels of the planes. */
const nearest = { withinPx: 400, times: 1.5, leastPx: 160 }
/** Search window for keypoint displacements around a place, in pixels of the planes. */
const searched = { row: { across: 760, down: 28 }, cell: { across: 40, down: 40 } }
/** Number of inlier displacements around the place that are tried. */
const maxFlows = 3
/** Displacements within the first lead to the same item. The match back may be off by the second. In pixels of the
 *  planes. */
const [oneItemPx, backPx] = [2, 3]
const maxInsetPx = 10

/** Follows a place together with its item: the row of a list, or the cell of a grid. Items of a reordered list
 *  share their displacement with nothing around them, and contain parts of each other. The place goes to the only
 *  row that matches completely. If there is none, it goes to the cell with the most matching blocks. The item
 *  there must match back. */
export function followItem(alignment: Alignment, area: Area): Decision | null {
  const { before, after } = alignment
  const shift = onlyItem(alignment, before, after, area)
  if (!shift) return null
  const back = onlyItem(alignment, after, before, { ...area, x: area.x + shift.dx, y: area.y + shift.dy })
  const isBack = back && isNear(back, { dx: -shift.dx, dy: -shift.dy }, backPx)
  return isBack ? { state: 'followed', shift } : null
}

/** Whether the whole row of a place matches at the displacement. */
export function keepsRow(alignment: Alignment, area: Area, shift: Shift): boolean {
  const { before, after } = alignment
  return sameItem(alignment, before, after, area, shift, rowsOfItem(before, area)).row >= minSquares.row
}

function onlyItem(alignment: Alignment, from: Side, to: Side, area: Area): Shift | null {
  const found = itemsLike(alignment, from, to, area)
  const rows = found.filter(({ row }) => row >= minSquares.row)
  if (rows.length > 0) {
    const best = nearestOf(from, area, rows)
    const most = best ? Math.max(best.row, best.cell) : 0
    // If another match keeps more of the surroundings, the rows have not moved.
    return best && found.every(({ row, cell }) => row > 0 || cell < most) ? best.shift : null
  }
  const [best, next] = found.toSorted((a, b) => b.cell - a.cell)
  if (!best || best.cell < minSquares.cell) return null
  const isOnly = !next || next.cell <= best.cell - Math.max(lead.squares, lead.share * best.cell)
  return isOnly ? best.shift : null
}

/** The row that moved least relative to its surroundings; null if another one moved hardly more. */
function nearestOf(from: Side, area: Area, rows: Found[]): Found | null {
  const around = from.inliers.farther(area)[0]?.shift ?? from.votes.common[0] ?? { dx: 0, dy: 0 }
  const distanceOf = ({ shift }: Found) => Math.hypot(shift.dx - around.dx, shift.dy - around.dy)
  const [best, next] = rows.toSorted((a, b) => distanceOf(a) - distanceOf(b))
  if (!best || !next) return best ?? null
  const isNearest =
    distanceOf(best) <= nearest.withinPx &&
    distanceOf(next) > Math.max(nearest.leastPx, samePx + nearest.times * distanceOf(best))
  return isNearest ? best : null
}

/** All matches of a place, with the number of matching blocks of their items. */
function itemsLike(alignment: Alignment, from: Side, to: Side, area: Area): Found[] {
  const { inliers, votes } = from
  const inset = Math.min(maxInsetPx, area.w / 4, area.h / 4)
  const around = supportWindowsOf(grown(area, -inset, -inset))
  const rows = rowsOfItem(from, area)
  const flows = [inliers.near(area), inliers.farther(area)].flatMap((near) => near.slice(0, maxFlows))
  const guesses = [
    ...votes.shiftsIn(grown(area, searched.row.across, searched.row.down)),
    ...votes.shiftsIn(grown(area, searched.cell.across, searched.cell.down)),
    ...flows.map(({ shift }) => shift),
    ...votes.common.slice(0, 2),
  ]
  const found: Found[] = []
  const isKnown = (shift: Shift) => found.some((item) => isNear(item.shift, shift, oneItemPx))
  for (const guess of guesses) {
    if (isKnown(guess)) continue
    const { shift } = refineShift(from, to, around, guess)
    if (isKnown(shift)) continue
    const own = similarityAt(from.edges, to.edges, around.core, shift, alignment.slack)
    if (own.score < similarityThreshold(alignment)) continue
    found.push({ shift, ...sameItem(alignment, from, to, area, shift, rows) })
  }
  return found
}

function grown({ x, y, w, h }: Area, across: number, down: number): Area {
  return { x: x - across, y: y - down, w: w + 2 * across, h: h + 2 * down }
}
