import type { Area } from './change'
import { blockPx, bothFlat, blockCorrelation, type Shift } from './block-correlation'
import type { Edges } from './plane'

/** The blocks by which a place is compared, in windows of increasing size. */
export interface SupportWindows {
  /** The middle of `own` for a point, all of it for a region. */
  readonly core: readonly WeightedBlock[]
  readonly own: readonly WeightedBlock[]
  readonly close: readonly WeightedBlock[]
  readonly wide: readonly WeightedBlock[]
  /** In the same row of a table or list, at any distance. */
  readonly row: readonly WeightedBlock[]
}

interface WeightedBlock {
  /** Upper left corner of a block of `blockPx` squared, in pixels of the plane. */
  readonly x: number
  readonly y: number
  readonly weight: number
  readonly side: Direction
}

type Direction = 'above' | 'below' | 'left' | 'right'

/** Side of the square that represents a point, in pixels of the planes. */
const pointSizePx = 40
/** Minimum weight of the blocks in `core`. Their centres are at most about 10 px from the point. */
const coreFromWeight = 0.7
const closeReachPx = 96
const wideReachPx = 360
const steps = { own: 10, close: 24, wide: 64, row: 24 }
const rowBlocks = 44
const rowWeight = 0.25
/** Maximum number of blocks across a large region. */
const maxOwnAcross = 9

/** @param area the place in pixels of the plane; a point has no size */
export function supportWindowsOf({ x, y, w, h }: Area): SupportWindows {
  const [width, height] = [Math.max(w, pointSizePx), Math.max(h, pointSizePx)]
  const box = { x: x + w / 2 - width / 2, y: y + h / 2 - height / 2, w: width, h: height }
  const ownStep = {
    x: Math.max(steps.own, (box.w - blockPx) / maxOwnAcross),
    y: Math.max(steps.own, (box.h - blockPx) / maxOwnAcross),
  }
  const own = blocksWithin(box, 0, ownStep).map((block) => ({ ...block, weight: weightInside(block, box) }))
  const row = rowOf(box)
  const outside = (reach: number, step: number, fromPx: number) =>
    blocksWithin(box, reach, stepFor(box, reach, step)).filter((block) => distanceFrom(block, box) > fromPx)
  let close: WeightedBlock[] | undefined
  let wide: WeightedBlock[] | undefined
  return {
    core: w > 0 ? own : own.filter((block) => block.weight > coreFromWeight),
    own,
    row,
    // Computed on demand, because most places are followed without these windows.
    get close() {
      return (close ??= outside(closeReachPx, steps.close, 0))
    },
    get wide() {
      return (wide ??= [...outside(wideReachPx, steps.wide, closeReachPx), ...row])
    },
  }
}

/** The rest of the row of a table or list, at any distance. It distinguishes rows with equal cells. */
function rowOf(box: Area): WeightedBlock[] {
  const middle = { x: box.x + box.w / 2 - blockPx / 2, y: Math.round(box.y + box.h / 2 - blockPx / 2) }
  const first = box.w / 2 + closeReachPx
  return Array.from({ length: rowBlocks }, (_, at) => first + at * steps.row).flatMap(
    (distance): WeightedBlock[] => [
      { x: Math.round(middle.x - distance), y: middle.y, weight: rowWeight, side: 'left' },
      { x: Math.round(middle.x + distance), y: middle.y, weight: rowWeight, side: 'right' },
    ],
  )
}

function stepFor(box: Area, reach: number, step: number) {
  return { x: Math.max(step, (box.w + 2 * reach) / 18), y: Math.max(step, (box.h + 2 * reach) / 18) }
}

function blocksWithin(box: Area, reach: number, step: { x: number; y: number }): WeightedBlock[] {
  const across = Math.max(1, Math.floor((box.w + 2 * reach - blockPx) / step.x) + 1)
  const down = Math.max(1, Math.floor((box.h + 2 * reach - blockPx) / step.y) + 1)
  const left = box.x + box.w / 2 - ((across - 1) * step.x + blockPx) / 2
  const top = box.y + box.h / 2 - ((down - 1) * step.y + blockPx) / 2
  const blocks: WeightedBlock[] = []
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [x, y] = [Math.round(left + column * step.x), Math.round(top + row * step.y)]
      const weight = 1 / (1 + distanceFrom({ x, y }, box) / 48)
      blocks.push({ x, y, weight, side: sideOf(x, y, box) })
    }
  }
  return blocks
}

/** Gaussian weight around a point; uniform weight in a region. */
function weightInside(block: WeightedBlock, box: Area): number {
  if (box.w > pointSizePx || box.h > pointSizePx) return 1
  const [dx, dy] = [block.x + blockPx / 2 - box.x - box.w / 2, block.y + blockPx / 2 - box.y - box.h / 2]
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

/** Similarity of two places over the blocks of a window. */
export interface Similarity {
  /** Weighted mean correlation of the textured blocks, 0 to 1; 0 if there are none. */
  readonly score: number
  /** Share of textured blocks, by weight, 0 to 1: how reliable the score is. */
  readonly evidence: number
}

/** @param slack displacements that a block may have in addition: at another scale, text keeps its lines while
 *  letters drift by a few pixels */
export function similarityAt(
  from: Edges,
  to: Edges,
  blocks: readonly WeightedBlock[],
  shift: Shift,
  slack: readonly Shift[] = [],
): Similarity {
  let [sum, weight, all] = [0, 0, 0]
  for (const block of blocks) {
    all += block.weight
    const similarity = bestBlockCorrelation(from, to, block, shift, slack)
    if (similarity === bothFlat) continue
    sum += block.weight * similarity
    weight += block.weight
  }
  return { score: weight > 0 ? sum / weight : 0, evidence: all > 0 ? weight / all : 0 }
}

const goodEnough = 0.9
/** Minimum correlation of a block whose halves are compared one by one. */
const minToHalve = 0.25

/** The correlation of a block at a displacement or within `slack` of it. A thin line that is off by one pixel does not
 *  correlate at all, so that the slack is tried however low the correlation is. */
export function bestBlockCorrelation(
  from: Edges,
  to: Edges,
  { x, y }: { x: number; y: number },
  shift: Shift,
  slack: readonly Shift[],
): number {
  let best = blockCorrelation(from, to, x, y, shift)
  if (best === bothFlat) return best
  for (const { dx, dy } of slack) {
    if (best > goodEnough) break
    best = Math.max(best, blockCorrelation(from, to, x, y, { dx: shift.dx + dx, dy: shift.dy + dy }))
  }
  if (slack.length === 0 || best < minToHalve || best > goodEnough) return best
  return Math.max(best, halfBlockCorrelation(from, to, { x, y }, shift))
}

/** A line between two rows and the text below it are rounded independently, so that each half may have its own
 *  offset. */
function halfBlockCorrelation(from: Edges, to: Edges, { x, y }: { x: number; y: number }, { dx, dy }: Shift) {
  const half = blockPx / 2
  let [sum, count] = [0, 0]
  for (const top of [y, y + half]) {
    let best = bothFlat
    for (const by of [0, -1, 1])
      best = Math.max(best, blockCorrelation(from, to, x, top, { dx, dy: dy + by }, half))
    if (best === bothFlat) continue
    sum += best
    count += 1
  }
  return count > 0 ? sum / count : 0
}

export type SideVerdict = 'agrees' | 'differs' | 'empty'

/** Compares what is on each side of a place beyond the element itself: from the first matching block outwards. The
 *  nearest blocks of a rewritten paragraph do not match on any side. */
export function sidesAt(
  from: Edges,
  to: Edges,
  { close, wide }: SupportWindows,
  shift: Shift,
  { slack, sameFrom }: { slack: readonly Shift[]; sameFrom: number },
): Record<Direction, SideVerdict> {
  const squares: Record<Direction, boolean[]> = { above: [], below: [], left: [], right: [] }
  for (const block of [...close, ...wide].sort((a, b) => b.weight - a.weight)) {
    const similarity = bestBlockCorrelation(from, to, block, shift, slack)
    if (similarity !== bothFlat) squares[block.side].push(similarity >= sameFrom)
  }
  const { above, below, left, right } = squares
  return { above: verdict(above), below: verdict(below), left: verdict(left), right: verdict(right) }
}

/** Fewer textured blocks are no evidence. */
const minSquares = 3
const minSameShare = 0.6

/** @param same whether each block matches, the nearest first */
function verdict(same: boolean[]): SideVerdict {
  if (same.length < minSquares) return 'empty'
  const beyond = same.slice(same.indexOf(true))
  const share = beyond.filter(Boolean).length / beyond.length
  return beyond.length >= minSquares && share >= minSameShare ? 'agrees' : 'differs'
}
