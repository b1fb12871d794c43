import type { Area } from './change'
import { blockPx, bothFlat, similarityOf, type Shift } from './similarity'
import type { Edges } from './plane'

/** Where a place is compared: squares on the place itself, close to it, and farther away. */
export interface Surroundings {
  /** The middle of `own` for a point, all of it for a region. */
  readonly core: readonly Spot[]
  readonly own: readonly Spot[]
  readonly close: readonly Spot[]
  readonly wide: readonly Spot[]
  /** In the same row of a table or list, however far away. */
  readonly row: readonly Spot[]
}

interface Spot {
  /** Upper left corner of a square of `blockPx`, in pixels of the plane. */
  readonly x: number
  readonly y: number
  readonly weight: number
  readonly side: Direction
}

type Direction = 'above' | 'below' | 'left' | 'right'

/** A point stands for a square of this size, in pixels of the planes. */
const pointSizePx = 40
/** Weight of squares whose middle is at most some 10 px from the point. */
const coreFromWeight = 0.7
const closeReachPx = 96
const wideReachPx = 360
const steps = { own: 10, close: 24, wide: 64, row: 24 }
const rowSpots = 44
const rowWeight = 0.25
/** A large region is compared at a grid of this many squares across at most. */
const maxOwnAcross = 9

/** @param area the place in pixels of the plane; a point has no size */
export function surroundingsOf({ x, y, w, h }: Area): Surroundings {
  const [width, height] = [Math.max(w, pointSizePx), Math.max(h, pointSizePx)]
  const box = { x: x + w / 2 - width / 2, y: y + h / 2 - height / 2, w: width, h: height }
  const ownStep = {
    x: Math.max(steps.own, (box.w - blockPx) / maxOwnAcross),
    y: Math.max(steps.own, (box.h - blockPx) / maxOwnAcross),
  }
  const own = spotsWithin(box, 0, ownStep).map((spot) => ({ ...spot, weight: weightInside(spot, box) }))
  const row = rowOf(box)
  const outside = (reach: number, step: number, fromPx: number) =>
    spotsWithin(box, reach, stepFor(box, reach, step)).filter((spot) => distanceFrom(spot, box) > fromPx)
  let close: Spot[] | undefined
  let wide: Spot[] | undefined
  return {
    core: w > 0 ? own : own.filter((spot) => spot.weight > coreFromWeight),
    own,
    row,
    // Most places are followed without a look at these.
    get close() {
      return (close ??= outside(closeReachPx, steps.close, 0))
    },
    get wide() {
      return (wide ??= [...outside(wideReachPx, steps.wide, closeReachPx), ...row])
    },
  }
}

/** What else stands in the row of a table or a list, however far away: the name that tells one row from the next. */
function rowOf(box: Area): Spot[] {
  const middle = { x: box.x + box.w / 2 - blockPx / 2, y: Math.round(box.y + box.h / 2 - blockPx / 2) }
  const first = box.w / 2 + closeReachPx
  return Array.from({ length: rowSpots }, (_, at) => first + at * steps.row).flatMap((distance): Spot[] => [
    { x: Math.round(middle.x - distance), y: middle.y, weight: rowWeight, side: 'left' },
    { x: Math.round(middle.x + distance), y: middle.y, weight: rowWeight, side: 'right' },
  ])
}

function stepFor(box: Area, reach: number, step: number) {
  return { x: Math.max(step, (box.w + 2 * reach) / 18), y: Math.max(step, (box.h + 2 * reach) / 18) }
}

function spotsWithin(box: Area, reach: number, step: { x: number; y: number }): Spot[] {
  const across = Math.max(1, Math.floor((box.w + 2 * reach - blockPx) / step.x) + 1)
  const down = Math.max(1, Math.floor((box.h + 2 * reach - blockPx) / step.y) + 1)
  const left = box.x + box.w / 2 - ((across - 1) * step.x + blockPx) / 2
  const top = box.y + box.h / 2 - ((down - 1) * step.y + blockPx) / 2
  const spots: Spot[] = []
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [x, y] = [Math.round(left + column * step.x), Math.round(top + row * step.y)]
      const weight = 1 / (1 + distanceFrom({ x, y }, box) / 48)
      spots.push({ x, y, weight, side: sideOf(x, y, box) })
    }
  }
  return spots
}

/** The middle of a point's square counts most; all of a region counts alike. */
function weightInside(spot: Spot, box: Area): number {
  if (box.w > pointSizePx || box.h > pointSizePx) return 1
  const [dx, dy] = [spot.x + blockPx / 2 - box.x - box.w / 2, spot.y + blockPx / 2 - box.y - box.h / 2]
  return Math.exp(-(dx * dx + dy * dy) / (2 * 14 ** 2))
}

function distanceFrom({ x, y }: { x: number; y: number }, box: Area): number {
  const [middleX, middleY] = [x + blockPx / 2, y + blockPx / 2]
  const dx = Math.max(box.x - middleX, 0, middleX - box.x - box.w)
  const dy = Math.max(box.y - middleY, 0, middleY - box.y - box.h)
  return Math.hypot(dx, dy)
}

function sideOf(x: number, y: number, box: Area): Direction {
  const dx = x + blockPx / 2 - box.x - box.w / 2
  const dy = y + blockPx / 2 - box.y - box.h / 2
  const excess = { x: Math.abs(dx) - box.w / 2, y: Math.abs(dy) - box.h / 2 }
  if (excess.x > excess.y) return dx < 0 ? 'left' : 'right'
  return dy < 0 ? 'above' : 'below'
}

/** How alike two places are on a set of squares. */
export interface Likeness {
  /** Weighted mean of the squares with content, 0 to 1; 0 without any. */
  readonly score: number
  /** Share of squares with content, by weight, 0 to 1: how much the score is worth. */
  readonly evidence: number
}

/** @param slack further displacements that a square may have by itself: text that was drawn at another scale keeps its
 *  lines, and its letters drift by a few pixels */
export function likenessAt(
  from: Edges,
  to: Edges,
  spots: readonly Spot[],
  shift: Shift,
  slack: readonly Shift[] = [],
): Likeness {
  let [sum, weight, all] = [0, 0, 0]
  for (const spot of spots) {
    all += spot.weight
    const similarity = similarityAt(from, to, spot, shift, slack)
    if (similarity === bothFlat) continue
    sum += spot.weight * similarity
    weight += spot.weight
  }
  return { score: weight > 0 ? sum / weight : 0, evidence: all > 0 ? weight / all : 0 }
}

const goodEnough = 0.9
/** A square that is a few pixels off is still somewhat alike. */
const worthMoving = 0.25

export function similarityAt(
  from: Edges,
  to: Edges,
  { x, y }: { x: number; y: number },
  shift: Shift,
  slack: readonly Shift[],
): number {
  let best = similarityOf(from, to, x, y, shift)
  for (const { dx, dy } of slack) {
    if (best < worthMoving || best > goodEnough) break
    best = Math.max(best, similarityOf(from, to, x, y, { dx: shift.dx + dx, dy: shift.dy + dy }))
  }
  if (slack.length === 0 || best < worthMoving || best > goodEnough) return best
  return Math.max(best, similarityOfHalves(from, to, { x, y }, shift))
}

/** The line between two rows and the text below it are rounded each for itself. */
function similarityOfHalves(from: Edges, to: Edges, { x, y }: { x: number; y: number }, { dx, dy }: Shift) {
  const half = blockPx / 2
  let [sum, count] = [0, 0]
  for (const top of [y, y + half]) {
    let best = bothFlat
    for (const by of [0, -1, 1])
      best = Math.max(best, similarityOf(from, to, x, top, { dx, dy: dy + by }, half))
    if (best === bothFlat) continue
    sum += best
    count += 1
  }
  return count > 0 ? sum / count : 0
}

export type SideVerdict = 'agrees' | 'differs' | 'empty'

/** What stands on each side of a place, once the part that belongs to the place itself is passed: the first square that
 *  is the same and all beyond it. A rewritten paragraph has its own words on every side at first. */
export function sidesAt(
  from: Edges,
  to: Edges,
  { close, wide }: Surroundings,
  shift: Shift,
  { slack, sameFrom }: { slack: readonly Shift[]; sameFrom: number },
): Record<Direction, SideVerdict> {
  const squares: Record<Direction, boolean[]> = { above: [], below: [], left: [], right: [] }
  for (const spot of [...close, ...wide].sort((a, b) => b.weight - a.weight)) {
    const similarity = similarityAt(from, to, spot, shift, slack)
    if (similarity !== bothFlat) squares[spot.side].push(similarity >= sameFrom)
  }
  const { above, below, left, right } = squares
  return { above: verdict(above), below: verdict(below), left: verdict(left), right: verdict(right) }
}

/** Fewer squares with content say nothing. */
const minSquares = 3
const minSameShare = 0.6

/** @param same whether each square is the same, the nearest first */
function verdict(same: boolean[]): SideVerdict {
  if (same.length < minSquares) return 'empty'
  const beyond = same.slice(same.indexOf(true))
  const share = beyond.filter(Boolean).length / beyond.length
  return beyond.length >= minSquares && share >= minSameShare ? 'agrees' : 'differs'
}
