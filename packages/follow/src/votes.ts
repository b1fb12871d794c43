import type { Area } from './change'
import type { Keypoints } from './keypoints'
import type { Matches } from './matches'
import type { Shift } from './block-correlation'

/** Side of the grid cells by which pairs are looked up, in pixels. */
const cellPx = 64
/** Size of the bins of displacements, in pixels. Displacements within it count as equal. */
const binPx = 4

/** Votes of keypoint pairs for displacements (a Hough transform over translations), by position. */
export interface VoteMap {
  readonly shiftsNear: (x: number, y: number) => Shift[]
  /** Displacements of the pairs in an area, those with the most pairs first. */
  readonly shiftsIn: (area: Area) => Shift[]
  /** The most frequent displacements of the page. */
  readonly common: readonly Shift[]
}

interface Bin {
  weight: number
  dx: number
  dy: number
}

/** Number of pairs, nearest first, after which the search radius stops growing. */
const enoughPairs = 60
const maxRingCells = 9
const keptShifts = 8
const keptCommon = 6
const keptInside = 24
/** Number of displacements of unambiguous pairs that are returned even if most votes disagree. */
const keptUnrivalled = 3
/** Minimum weight of a pair that counts as unambiguous. */
const unrivalled = 0.5
/** Pairs in the same row of a list vote at any distance. This is the maximum difference in height, in pixels. */
const rowReachPx = 26

/** @param from keypoints in pixels of the plane, which is `width` by `height` */
export function mapVotes(from: Keypoints, matches: Matches, width: number, height: number): VoteMap {
  const across = Math.ceil(width / cellPx) + 1
  const cells = new Map<number, number[]>()
  const bins = new Map<number, Bin>()
  for (let pair = 0; pair < matches.count; pair += 1) {
    const at = matches.from[pair] ?? 0
    const cell = Math.floor((from.y[at] ?? 0) / cellPx) * across + Math.floor((from.x[at] ?? 0) / cellPx)
    const members = cells.get(cell)
    if (members) members.push(pair)
    else cells.set(cell, [pair])
    if ((matches.weight[pair] ?? 0) >= unrivalled) addVote(bins, shiftOf(pair), 1)
  }
  const common = strongest(bins, keptCommon)
  return { shiftsNear, shiftsIn, common }

  function shiftOf(pair: number): Shift {
    return { dx: matches.dx[pair] ?? 0, dy: matches.dy[pair] ?? 0 }
  }

  function shiftsIn({ x, y, w, h }: Area): Shift[] {
    const inside = new Map<number, Bin>()
    for (let row = Math.floor(y / cellPx); row <= Math.floor((y + h) / cellPx); row += 1)
      for (let column = Math.floor(x / cellPx); column <= Math.floor((x + w) / cellPx); column += 1)
        for (const pair of cells.get(row * across + column) ?? []) {
          const at = matches.from[pair] ?? 0
          const [px, py] = [from.x[at] ?? 0, from.y[at] ?? 0]
          if (px >= x && px <= x + w && py >= y && py <= y + h) addVote(inside, shiftOf(pair), 1)
        }
    return strongest(inside, keptInside)
  }

  function shiftsNear(x: number, y: number): Shift[] {
    const near = new Map<number, Bin>()
    const clear = new Map<number, Bin>()
    const inRow = new Map<number, Bin>()
    const [column, row] = [Math.floor(x / cellPx), Math.floor(y / cellPx)]
    let asked = 0
    const rows = Math.ceil(height / cellPx)
    for (let ring = 0; ring <= maxRingCells && (ring < 3 || asked < enoughPairs); ring += 1) {
      for (let r = Math.max(0, row - ring); r <= Math.min(rows, row + ring); r += 1) {
        const isEdgeRow = Math.abs(r - row) === ring
        for (let c = column - ring; c <= column + ring; c += isEdgeRow ? 1 : 2 * ring || 1) {
          if (c < 0 || c >= across) continue
          for (const pair of cells.get(r * across + c) ?? []) {
            const at = matches.from[pair] ?? 0
            const distance = Math.hypot((from.x[at] ?? 0) - x, (from.y[at] ?? 0) - y)
            const weight = (matches.weight[pair] ?? 0) / (1 + (distance / 48) ** 2)
            addVote(near, shiftOf(pair), weight)
            if ((matches.weight[pair] ?? 0) >= unrivalled) addVote(clear, shiftOf(pair), weight)
            asked += 1
          }
        }
      }
    }
    for (let r = Math.max(0, row - 1); r <= Math.min(rows, row + 1); r += 1) {
      for (let c = 0; c < across; c += 1) {
        for (const pair of cells.get(r * across + c) ?? []) {
          if ((matches.weight[pair] ?? 0) < unrivalled) continue
          if (Math.abs((from.y[matches.from[pair] ?? 0] ?? 0) - y) <= rowReachPx)
            addVote(inRow, shiftOf(pair), 1)
        }
      }
    }
    return [
      ...strongest(near, keptShifts),
      ...strongest(clear, keptUnrivalled),
      ...strongest(inRow, keptUnrivalled),
    ]
  }
}

function addVote(bins: Map<number, Bin>, { dx, dy }: Shift, weight: number): void {
  const key = Math.round(dx / binPx) * 65_536 + Math.round(dy / binPx)
  const bin = bins.get(key)
  if (!bin) return void bins.set(key, { weight, dx: dx * weight, dy: dy * weight })
  bin.weight += weight
  bin.dx += dx * weight
  bin.dy += dy * weight
}

/** Means of the heaviest bins. A bin replaces its lighter neighbours. */
function strongest(bins: Map<number, Bin>, count: number): Shift[] {
  const sorted = [...bins.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 4 * count)
    .map(({ weight, dx, dy }) => ({ dx: dx / weight, dy: dy / weight }))
  const kept: Shift[] = []
  for (const shift of sorted) {
    if (kept.length >= count) break
    if (!kept.some((other) => isNear(other, shift, binPx))) kept.push(shift)
  }
  return kept.map(({ dx, dy }) => ({ dx: Math.round(dx), dy: Math.round(dy) }))
}

export function isNear(a: Shift, b: Shift, withinPx: number): boolean {
  return Math.abs(a.dx - b.dx) <= withinPx && Math.abs(a.dy - b.dy) <= withinPx
}
