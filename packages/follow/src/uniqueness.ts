import type { Alignment } from './alignment'
import {
  blockOrigin,
  matchBlock,
  groupsByShift,
  isShift,
  type BlockOrigin,
  type MotionField,
} from './motion-field'
import { blockPx, type Shift } from './block-correlation'
import { isNear } from './votes'

/** Displacements within this many pixels count as equal. */
const samePx = 3
/** Extent of the neighbourhood of a block, in blocks. */
const reach = { columns: 12, rows: 6 }
/** A block is isolated if fewer neighbours share its displacement than this share of the number that have another
 *  one. */
const alone = 0.25
const maxAround = 4
const half = blockPx / 2

/** Enforces the uniqueness constraint of block matching: two blocks must not have the same match. A removed icon,
 *  for example, matches any other one of its kind. An isolated block is matched again with the displacements of
 *  its neighbourhood. If that fails, it loses a contested match to a block that is not isolated. */
export function withUniqueMatches(
  alignment: Alignment,
  side: 'before' | 'after',
  found: MotionField,
): MotionField {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const { shifts } = found
  const around = new NeighbourShifts(found)
  const claims = claimsOf(found)
  const isCopy = (at: number, shift: Shift) => {
    const limit = around.companions(at) / alone
    return claims.rivalsOf(at, shift).some((rival) => around.companions(rival) > limit)
  }
  const explainedAgain = (at: number, shift: Shift) => {
    const isAlone = around.isAlone(at)
    const isSecond = isCopy(at, shift)
    if (!isAlone && !isSecond) return shift
    const others = around.shiftsAt(at).filter((other) => !isNear(other, shift, samePx))
    const again = matchBlock(alignment, from, to, blockOrigin(found, at), others)
    return again ?? (isSecond ? null : shift)
  }
  return { ...found, shifts: shifts.map((shift, at) => (isShift(shift) ? explainedAgain(at, shift) : shift)) }
}

/** Blocks by the position that they match. */
function claimsOf(found: MotionField) {
  const claims = new Map<number, number[]>()
  const targetOf = (at: number, { dx, dy }: Shift) => {
    const { x, y } = blockOrigin(found, at)
    return { x: x + dx, y: y + dy }
  }
  const cellOf = ({ x, y }: BlockOrigin, right = 0, down = 0) =>
    (Math.round(y / blockPx) + down) * 65_536 + Math.round(x / blockPx) + right
  for (const [at, shift] of found.shifts.entries()) {
    if (!isShift(shift)) continue
    const cell = cellOf(targetOf(at, shift))
    const members = claims.get(cell)
    if (members) members.push(at)
    else claims.set(cell, [at])
  }
  const rivalsOf = (at: number, shift: Shift) => {
    const target = targetOf(at, shift)
    const rivals: number[] = []
    for (const down of [-1, 0, 1])
      for (const right of [-1, 0, 1])
        for (const other of claims.get(cellOf(target, right, down)) ?? []) {
          const rival = found.shifts[other]
          if (!isShift(rival) || isNear(rival, shift, samePx)) continue
          const claimed = targetOf(other, rival)
          const isSame = Math.abs(claimed.x - target.x) <= half && Math.abs(claimed.y - target.y) <= half
          if (isSame) rivals.push(other)
        }
    return rivals
  }
  return { rivalsOf }
}

/** Counts the displacements in the neighbourhood of each block. */
class NeighbourShifts {
  private readonly groups: ReturnType<typeof groupsByShift>
  /** For each block, the number of its group plus one; 0 for blocks without a displacement. */
  private readonly groupAt: Int32Array
  private readonly counts: Int32Array

  constructor(private readonly found: MotionField) {
    this.groups = groupsByShift(found)
    this.groupAt = new Int32Array(found.shifts.length)
    this.counts = new Int32Array(this.groups.length + 1)
    for (const [number, { squares }] of this.groups.entries())
      for (const at of squares) this.groupAt[at] = number + 1
  }

  /** Number of neighbours with the same displacement. */
  companions(at: number): number {
    this.count(at)
    return this.counts[this.groupAt[at] ?? 0] ?? 0
  }

  isAlone(at: number): boolean {
    this.count(at)
    const own = this.counts[this.groupAt[at] ?? 0] ?? 0
    return this.counts.some((count, group) => group > 0 && own < alone * count)
  }

  /** The displacements in the neighbourhood, the most frequent first. */
  shiftsAt(at: number): Shift[] {
    this.count(at)
    return this.groups
      .map(({ shift }, number) => ({ shift, count: this.counts[number + 1] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, maxAround)
      .map(({ shift }) => shift)
  }

  private count(at: number): void {
    const { across, down } = this.found
    const [column, row] = [at % across, Math.floor(at / across)]
    const last = {
      row: Math.min(down - 1, row + reach.rows),
      column: Math.min(across - 1, column + reach.columns),
    }
    this.counts.fill(0)
    for (let y = Math.max(0, row - reach.rows); y <= last.row; y += 1)
      for (let x = Math.max(0, column - reach.columns); x <= last.column; x += 1) {
        const group = this.groupAt[y * across + x] ?? 0
        this.counts[group] = (this.counts[group] ?? 0) + 1
      }
  }
}
