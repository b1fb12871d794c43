import { blockPx, type Shift } from './block-correlation'
import type { Area } from './change'
import { connectedComponents } from './connected-components'
import { blockOrigin, isShift, type MotionField } from './motion-field'
import type { Part } from './changes'
import { isNear } from './votes'

/** Displacements within this many pixels are the same flow. Elements are rounded independently. */
const samePx = 3
/** Content that is further than this from its surroundings above and below left them. */
const roundingPx = 1
/** Number of columns and rows of blocks over which the pieces of one move are joined. */
const reach = { columns: 4, rows: 2 }
/** Smallest number of blocks of a move. Fewer match by chance. */
const minSquares = 2

/** Where the content of a design goes together with its surroundings. */
export interface Flow {
  /** The displacement of the surroundings of a point, in pixels of the planes. The point is in the design. */
  readonly at: (x: number, y: number) => Shift
  /** The same, then those of the content above and below: a gap may go with either. */
  readonly choicesAt: (x: number, y: number) => Shift[]
  /** Content that left its surroundings, or that has another distance to what is above it. */
  readonly moves: readonly FlowMove[]
}

export interface FlowMove {
  /** In the design, in pixels of the planes, rounded to blocks. */
  readonly area: Area
  /** Its own displacement, and that of the surroundings. */
  readonly shift: Shift
  readonly around: Shift
  /** The rows between it and the content above, on both pictures, if everything below moved along. */
  readonly gap: { readonly before: Rows; readonly after: Rows } | null
}

interface Rows {
  readonly y: number
  readonly end: number
}

/** A run of blocks of one column with the same displacement. */
interface Run {
  readonly column: number
  readonly first: number
  readonly last: number
  readonly shift: Shift
}

/** @param parts the parts of the design that keep their order
 *  @param differenceAt how much a block differs from what is at a displacement, 0 to 255
 *  @param minShare share of the matched blocks below which a displacement is chance */
export function flowOf(
  found: MotionField,
  parts: readonly Part[],
  differenceAt: (block: Area, shift: Shift) => number,
  minShare: number,
): Flow {
  const { across, down } = found
  const own: (Shift | null)[] = Array.from({ length: across * down }, () => null)
  let last: Shift = { dx: 0, dy: 0 }
  for (const { region } of parts)
    for (const at of region.squares) {
      const shift = found.shifts[at]
      if (!isShift(shift)) continue
      const block = { ...blockOrigin(found, at), w: blockPx, h: blockPx }
      last = refined(block, shift, last, differenceAt)
      own[at] = last
    }
  const frequency = frequencyOf(own)
  const matched = own.filter((shift) => shift !== null).length
  for (const [at, shift] of own.entries()) if (shift && frequency(shift) < minShare * matched) own[at] = null
  const columns = Array.from({ length: across }, (_, column) => runsOf(own, across, down, column))
  const floats: { run: Run; around: Shift }[] = []
  const seams: { run: Run; above: Run }[] = []
  const flow = [...own]
  for (const runs of columns) {
    let above: Run | undefined
    for (const [number, run] of runs.entries()) {
      const next = runs.slice(number + 1).find((other) => !isNear(other.shift, run.shift, roundingPx))
      const isBetween = above && next && isNear(above.shift, next.shift, roundingPx)
      const isRarer = above && frequency(run.shift) < frequency(above.shift)
      if (above && isNear(above.shift, run.shift, roundingPx)) above = run
      else if (above && isBetween && isRarer) {
        floats.push({ run, around: above.shift })
        for (let row = run.first; row <= run.last; row += 1) flow[row * across + run.column] = above.shift
      } else {
        if (above && !isNear(above.shift, run.shift, samePx)) seams.push({ run, above })
        above = run
      }
    }
  }
  const filled = nearestOf(flow, across, down)
  const blockAt = (x: number, y: number) => {
    const column = Math.min(across - 1, Math.max(0, Math.floor(x / blockPx)))
    return Math.min(down - 1, Math.max(0, Math.floor(y / blockPx))) * across + column
  }
  const next = (from: number, step: number) => {
    for (let at = from; at >= 0 && at < flow.length; at += step) if (flow[at]) return flow[at]
    return null
  }
  const at = (x: number, y: number) => filled[blockAt(x, y)] ?? { dx: 0, dy: 0 }
  return {
    at,
    choicesAt: (x, y) => {
      const block = blockAt(x, y)
      const others = flow[block] ? [] : [next(block, -across), next(block, across)]
      return [at(x, y), ...others.flatMap((shift) => shift ?? [])]
    },
    moves: [...floatingMoves(floats), ...onePerSeam(respacedMoves(seams, own, across, down))],
  }
}

/** Block matching is exact to a few pixels. @param guess the displacement of the block before */
function refined(
  block: Area,
  shift: Shift,
  guess: Shift,
  differenceAt: (block: Area, shift: Shift) => number,
): Shift {
  let best = { shift, difference: Infinity }
  const near = isNear(guess, shift, samePx) ? [guess] : []
  const candidates = offsets.map(({ dx, dy }) => ({ dx: shift.dx + dx, dy: shift.dy + dy }))
  for (const candidate of [...near, ...candidates]) {
    const difference = differenceAt(block, candidate)
    if (difference < best.difference) best = { shift: candidate, difference }
    if (difference <= exactUpTo) break
  }
  return best.shift
}

/** The nearest first. */
const offsets = [-2, -1, 0, 1, 2]
  .flatMap((dy) => [-2, -1, 0, 1, 2].map((dx): Shift => ({ dx, dy })))
  .sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy))
/** A block that differs by less, of 255, is taken as the same. */
const exactUpTo = 1

function runsOf(own: readonly (Shift | null)[], across: number, down: number, column: number): Run[] {
  const runs: Run[] = []
  for (let row = 0; row < down; row += 1) {
    const shift = own[row * across + column]
    if (!shift) continue
    const last = runs.at(-1)
    if (last && isNear(last.shift, shift, roundingPx)) runs[runs.length - 1] = { ...last, last: row }
    else runs.push({ column, first: row, last: row, shift })
  }
  return runs
}

/** Number of blocks with the same displacement, apart from rounding. */
function frequencyOf(own: readonly (Shift | null)[]): (shift: Shift) => number {
  const counts = new Map<string, number>()
  const keyOf = ({ dx, dy }: Shift) => `${dx} ${dy}`
  for (const shift of own) if (shift) counts.set(keyOf(shift), (counts.get(keyOf(shift)) ?? 0) + 1)
  return ({ dx, dy }) => {
    let count = 0
    for (const down of [-1, 0, 1])
      for (const right of [-1, 0, 1]) count += counts.get(keyOf({ dx: dx + right, dy: dy + down })) ?? 0
    return count
  }
}

function floatingMoves(floats: readonly { run: Run; around: Shift }[]): FlowMove[] {
  return groupsOf(floats, ({ run }, other) => areOneMove(run, other.run)).flatMap((group): FlowMove[] => {
    const [first] = group
    const squares = group.reduce((sum, { run }) => sum + run.last - run.first + 1, 0)
    if (!first || squares < minSquares) return []
    const area = boundsOf(group.map(({ run }) => run))
    return [{ area, shift: first.run.shift, around: first.around, gap: null }]
  })
}

function areOneMove(a: Run, b: Run): boolean {
  return (
    isNear(a.shift, b.shift, roundingPx) &&
    Math.abs(a.column - b.column) <= reach.columns &&
    a.first <= b.last + reach.rows &&
    b.first <= a.last + reach.rows
  )
}

function respacedMoves(
  seams: readonly { run: Run; above: Run }[],
  own: readonly (Shift | null)[],
  across: number,
  down: number,
): FlowMove[] {
  const isOne = (a: (typeof seams)[number], b: (typeof seams)[number]) =>
    isNear(a.run.shift, b.run.shift, samePx) &&
    isNear(a.above.shift, b.above.shift, samePx) &&
    Math.abs(a.run.column - b.run.column) <= reach.columns &&
    Math.abs(a.run.first - b.run.first) <= reach.rows
  return groupsOf(seams, isOne).flatMap((group): FlowMove[] => {
    const [seam] = group
    if (!seam || group.length < minSquares) return []
    const { shift } = seam.run
    const around = seam.above.shift
    const columns = group.map(({ run }) => run.column)
    const [left, right] = [Math.min(...columns), Math.max(...columns)]
    const first = Math.min(...group.map(({ run }) => run.first))
    const above = Math.max(...group.map((one) => one.above.last))
    const isContent = (row: number) => {
      for (let column = left; column <= right; column += 1) {
        const here = own[row * across + column]
        if (here && isNear(here, shift, samePx)) return true
      }
      return false
    }
    let last = Math.max(...group.map(({ run }) => run.first))
    while (last + 1 < down && isContent(last + 1)) last += 1
    const before = { y: Math.min(above, first) * blockPx, end: (Math.max(above, first) + 1) * blockPx }
    const after = {
      y: before.y + Math.min(around.dy, shift.dy),
      end: before.end + Math.max(around.dy, shift.dy),
    }
    if (hasOther(own, across, { left, right, first, last }, around)) return []
    const area = {
      x: left * blockPx,
      y: first * blockPx,
      w: (right - left + 1) * blockPx,
      h: (last - first + 1) * blockPx,
    }
    return [{ area, shift, around, gap: { before, after } }]
  })
}

/** The uppermost of the moves at one seam: in some columns, the first content below it starts later. */
function onePerSeam(moves: readonly FlowMove[]): FlowMove[] {
  const isOneSeam = (a: FlowMove, b: FlowMove) =>
    isNear(a.shift, b.shift, samePx) &&
    isNear(a.around, b.around, samePx) &&
    a.gap !== null &&
    b.gap !== null &&
    a.gap.before.y < b.gap.before.end &&
    b.gap.before.y < a.gap.before.end
  return groupsOf(moves, isOneSeam).flatMap((group) => {
    const [first] = group.toSorted((a, b) => a.area.y - b.area.y || b.area.w - a.area.w)
    return first ?? []
  })
}

/** Whether other columns of the same rows stayed with what is above: then rows only look alike. */
function hasOther(
  own: readonly (Shift | null)[],
  across: number,
  { left, right, first, last }: { left: number; right: number; first: number; last: number },
  around: Shift,
): boolean {
  for (let row = first; row <= last; row += 1)
    for (let column = left - reach.columns; column <= right + reach.columns; column += 1) {
      const here = column >= 0 && column < across && own[row * across + column]
      if (here && isNear(here, around, samePx)) return true
    }
  return false
}

function groupsOf<Item>(items: readonly Item[], isOne: (a: Item, b: Item) => boolean): Item[][] {
  const neighboursOf = (at: number) => {
    const item = items[at]
    return items.flatMap((other, index) => (item && isOne(item, other) ? [index] : []))
  }
  return connectedComponents(new Uint8Array(items.length).fill(1), neighboursOf).map((group) =>
    group.flatMap((at) => items[at] ?? []),
  )
}

function boundsOf(runs: readonly Run[]): Area {
  const left = Math.min(...runs.map(({ column }) => column))
  const top = Math.min(...runs.map(({ first }) => first))
  const right = Math.max(...runs.map(({ column }) => column)) + 1
  const bottom = Math.max(...runs.map(({ last }) => last)) + 1
  return {
    x: left * blockPx,
    y: top * blockPx,
    w: (right - left) * blockPx,
    h: (bottom - top) * blockPx,
  }
}

/** Gives every block without a displacement that of the nearest one. */
function nearestOf(flow: readonly (Shift | null)[], across: number, down: number): (Shift | null)[] {
  const filled = [...flow]
  const queue = flow.flatMap((shift, at) => (shift ? [at] : []))
  for (let next = 0; next < queue.length; next += 1) {
    const at = queue[next] ?? 0
    const column = at % across
    const neighbours = [
      column > 0 ? at - 1 : -1,
      column + 1 < across ? at + 1 : -1,
      at - across,
      at + across < across * down ? at + across : -1,
    ]
    for (const other of neighbours)
      if (other >= 0 && !filled[other]) {
        filled[other] = filled[at] ?? null
        queue.push(other)
      }
  }
  return filled
}
