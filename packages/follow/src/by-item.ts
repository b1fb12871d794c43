import { alikeFrom, samePx, type Decision } from './agreement'
import type { Alignment, Side } from './alignment'
import { climbOnOwn } from './candidates'
import type { Area } from './change'
import { rowsOfItem, sameItem, type SameItem } from './item'
import type { Shift } from './similarity'
import { likenessAt, surroundingsOf } from './surroundings'
import { isNear } from './votes'

interface Found extends SameItem {
  readonly shift: Shift
}

/** Squares that must be the same to make a place known: a few letters of a cell are in other words as well. */
const minSquares = { row: 4, cell: 9 }
/** All other cells have fewer squares that are the same, by this number and this share. */
const lead = { squares: 3, share: 0.1 }
/** Of rows that are all the same the nearest is meant, if the next is so many times as far away. Rows closer than the
 *  least may have taken each other's place. In pixels of the planes. */
const nearest = { withinPx: 400, times: 1.5, leastPx: 160 }
/** How far around a place corners say where its item may be, in pixels of the planes. */
const searched = { row: { across: 760, down: 28 }, cell: { across: 40, down: 40 } }
/** How many displacements of the corners around a place are tried. */
const maxFlows = 3
/** Displacements this close lead to the same item, and to the same one back. */
const [oneItemPx, backPx] = [2, 3]
const maxInsetPx = 10

/** Follows a place with the item it belongs to. The items of a list that changed its order share their displacement with
 *  nothing around them, and parts of them look like parts of others. The place goes to the only row that is all the same, or
 *  else to where most of its cell is the same, if that is where the item there came from. */
export function followItem(alignment: Alignment, area: Area): Decision | null {
  const { before, after } = alignment
  const shift = onlyItem(alignment, before, after, area)
  if (!shift) return null
  const back = onlyItem(alignment, after, before, { ...area, x: area.x + shift.dx, y: area.y + shift.dy })
  const isBack = back && isNear(back, { dx: -shift.dx, dy: -shift.dy }, backPx)
  return isBack ? { state: 'followed', shift } : null
}

/** Whether all of the row of a place is the same where `shift` moves it. */
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
    // Another one that keeps more around the place says that it is not the rows that moved.
    return best && found.every(({ row, cell }) => row > 0 || cell < most) ? best.shift : null
  }
  const [best, next] = found.toSorted((a, b) => b.cell - a.cell)
  if (!best || best.cell < minSquares.cell) return null
  const isOnly = !next || next.cell <= best.cell - Math.max(lead.squares, lead.share * best.cell)
  return isOnly ? best.shift : null
}

/** The row that moved least, compared with what is around; null where another one moved hardly more. */
function nearestOf(from: Side, area: Area, rows: Found[]): Found | null {
  const around = from.anchors.farther(area)[0]?.shift ?? from.votes.common[0] ?? { dx: 0, dy: 0 }
  const distanceOf = ({ shift }: Found) => Math.hypot(shift.dx - around.dx, shift.dy - around.dy)
  const [best, next] = rows.toSorted((a, b) => distanceOf(a) - distanceOf(b))
  if (!best || !next) return best ?? null
  const isNearest =
    distanceOf(best) <= nearest.withinPx &&
    distanceOf(next) > Math.max(nearest.leastPx, samePx + nearest.times * distanceOf(best))
  return isNearest ? best : null
}

/** Everything that looks like a place, with how much of its item is the same there. */
function itemsLike(alignment: Alignment, from: Side, to: Side, area: Area): Found[] {
  const { anchors, votes } = from
  const inset = Math.min(maxInsetPx, area.w / 4, area.h / 4)
  const around = surroundingsOf(grown(area, -inset, -inset))
  const rows = rowsOfItem(from, area)
  const flows = [anchors.near(area), anchors.farther(area)].flatMap((near) => near.slice(0, maxFlows))
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
    const { shift } = climbOnOwn(from, to, around, guess)
    if (isKnown(shift)) continue
    const own = likenessAt(from.edges, to.edges, around.core, shift, alignment.slack)
    if (own.score < alikeFrom(alignment)) continue
    found.push({ shift, ...sameItem(alignment, from, to, area, shift, rows) })
  }
  return found
}

function grown({ x, y, w, h }: Area, across: number, down: number): Area {
  return { x: x - across, y: y - down, w: w + 2 * across, h: h + 2 * down }
}
