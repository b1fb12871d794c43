import type { Alignment, Side } from './alignment'
import { chromaAt, chromaDifference } from './chroma'
import type { Plane } from './plane'
import { blockPx, bothFlat, isFlat, blockCorrelation, type Shift } from './block-correlation'
import { isNear } from './votes'

/** A motion field by block matching: the displacement of each block of one side to its match on the other side. */
export interface MotionField {
  readonly across: number
  readonly down: number
  /** Row by row; null for a block without a match, `flat` for a textureless one. */
  readonly shifts: readonly (Shift | null | 'flat')[]
}

/** The upper left corner of a block, in pixels of its plane. */
export function blockOrigin({ across }: MotionField, at: number) {
  return { x: (at % across) * blockPx, y: Math.floor(at / across) * blockPx }
}

/** Minimum correlation of a match, as a share of `Alignment.quality`. At another scale, a block contains other
 *  letters. */
const sameFrom = { sameScale: 0.85, otherScale: 0.55 }
/** Minimum correlation of a match that was rounded differently. */
const nearlySameFrom = 0.6
/** Difference of mean luminance or chroma from which two blocks have different colours, of 255. */
const otherColourFrom = 14
/** Number of recent displacements that are tried first. */
const keptRecent = 8
/** Minimum correlation of a match that is a pixel or two off. */
const nearMissFrom = 0.25
const maxHalvesTries = 6
/** Displacements within this many pixels count as equal. */
const samePx = 3
const minGroupSquares = 5
const maxGroups = 24
const half = blockPx / 2

/** @param side the side whose blocks are matched */
export function estimateMotionField(alignment: Alignment, side: 'before' | 'after'): MotionField {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const across = Math.floor(from.edges.width / blockPx)
  const down = Math.floor(from.edges.height / blockPx)
  const shifts: (Shift | null | 'flat')[] = []
  let recent: Shift[] = [...from.votes.common]
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [x, y] = [column * blockPx, row * blockPx]
      // The displacements of the left and upper neighbours are the best guess.
      const beside = [shifts[shifts.length - 1], shifts[shifts.length - across]].filter((shift) =>
        isShift(shift),
      )
      const found = findShift(alignment, from, to, { x, y }, [...beside, ...recent])
      shifts.push(found)
      if (isShift(found) && recent[0] !== found)
        recent = [found, ...recent.filter(({ dx, dy }) => dx !== found.dx || dy !== found.dy)].slice(
          0,
          keptRecent,
        )
    }
  }
  return { across, down, shifts }
}

/** Removes outliers: small groups of blocks with a displacement of their own match by chance, such as strokes of
 *  letters and pieces of lines. They are matched again with the displacements of larger groups only. */
export function withoutOutliers(
  alignment: Alignment,
  side: 'before' | 'after',
  found: MotionField,
): MotionField {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const groups = groupsByShift(found).sort((a, b) => b.squares.length - a.squares.length)
  const large = groups.filter(({ squares }) => squares.length >= minGroupSquares).slice(0, maxGroups)
  const known = large.map(({ shift }) => shift)
  const shifts = [...found.shifts]
  for (const { squares } of groups.filter((group) => !large.includes(group))) {
    for (const at of squares) {
      const origin = { x: (at % found.across) * blockPx, y: Math.floor(at / found.across) * blockPx }
      shifts[at] = matchBlock(alignment, from, to, origin, known)
    }
  }
  return { ...found, shifts }
}

interface Group {
  readonly shift: Shift
  readonly squares: number[]
}

/** Blocks grouped by displacement. */
export function groupsByShift({ shifts }: MotionField): Group[] {
  const groups: Group[] = []
  for (const [at, shift] of shifts.entries()) {
    if (!isShift(shift)) continue
    const group = groups.find((other) => isNear(other.shift, shift, samePx))
    if (group) group.squares.push(at)
    else groups.push({ shift, squares: [at] })
  }
  return groups
}

export function isShift(found: Shift | null | 'flat' | undefined): found is Shift {
  return found !== undefined && found !== null && found !== 'flat'
}

export interface BlockOrigin {
  x: number
  y: number
}

function findShift(
  alignment: Alignment,
  from: Side,
  to: Side,
  origin: BlockOrigin,
  known: Shift[],
): Shift | null | 'flat' {
  const first = firstMatch(alignment, from, to, origin, known)
  if (first) return first
  const near = from.votes.shiftsNear(origin.x + half, origin.y + half)
  const isNearMiss = (shift: Shift) =>
    blockCorrelation(from.edges, to.edges, origin.x, origin.y, shift) >= nearMissFrom
  const found = firstMatch(alignment, from, to, origin, near.filter(isNearMiss).flatMap(variationsOf))
  if (found) return found
  // The other picture has content at all candidates: a gap has become larger.
  if (isFlat(from.edges, origin.x, origin.y)) return 'flat'
  return matchHalves(alignment, from, to, origin, [...known.slice(0, maxHalvesTries), ...near])
}

/** The first displacement at which a block, or else each of its halves, matches. */
export function matchBlock(
  alignment: Alignment,
  from: Side,
  to: Side,
  origin: BlockOrigin,
  shifts: Shift[],
): Shift | null | 'flat' {
  return firstMatch(alignment, from, to, origin, shifts) ?? matchHalves(alignment, from, to, origin, shifts)
}

/** Matches the halves of a block on the seam between two parts that moved apart. */
function matchHalves(
  alignment: Alignment,
  from: Side,
  to: Side,
  { x, y }: BlockOrigin,
  guesses: Shift[],
): Shift | null {
  const explains = (origin: BlockOrigin) => firstMatch(alignment, from, to, origin, guesses)
  const [above, below] = [explains({ x, y: y - half }), explains({ x, y: y + half })]
  if (above && below) return isShift(above) ? above : isShift(below) ? below : null
  const [left, right] = [explains({ x: x - half, y }), explains({ x: x + half, y })]
  if (left && right) return isShift(left) ? left : isShift(right) ? right : null
  return null
}

/** Keypoints may have been detected at half size, so that their displacements are off by a pixel or two. */
function variationsOf({ dx, dy }: Shift): Shift[] {
  return [0, -1, 1, -2, 2].flatMap((row) => [0, -1, 1].map((column) => ({ dx: dx + column, dy: dy + row })))
}

/** The first displacement at which a block matches in structure and in colour. */
function firstMatch(
  { quality, slack, scale }: Alignment,
  from: Side,
  to: Side,
  { x, y }: BlockOrigin,
  shifts: Shift[],
): Shift | null | 'flat' {
  const enough = quality * (scale === 1 ? sameFrom.sameScale : sameFrom.otherScale)
  for (const shift of shifts) {
    for (const { dx, dy } of [{ dx: 0, dy: 0 }, ...slack]) {
      const moved = { dx: shift.dx + dx, dy: shift.dy + dy }
      const similarity = blockCorrelation(from.edges, to.edges, x, y, moved)
      if (similarity === bothFlat) return 'flat'
      if (similarity < 0.3) break
      if (similarity >= enough && hasSameColour(from, to, x, y, moved)) return shift
    }
  }
  return null
}

/** Whether a block matches at a displacement except for sub-pixel rounding. */
export function isNearlySame(
  alignment: Alignment,
  side: 'before' | 'after',
  { x, y }: BlockOrigin,
  { dx, dy }: Shift,
): boolean {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const enough = nearlySameFrom * alignment.quality
  return [0, 1, -1, 2, -2].some((down) =>
    [0, 1, -1, 2, -2].some((right) => {
      const moved = { dx: dx + right, dy: dy + down }
      return (
        blockCorrelation(from.edges, to.edges, x, y, moved) >= enough && hasSameColour(from, to, x, y, moved)
      )
    }),
  )
}

/** Compares luminance and chroma. A green button that becomes red may have the same luminance. */
function hasSameColour(from: Side, to: Side, x: number, y: number, { dx, dy }: Shift): boolean {
  if (!hasSameShade(from.luminance, to.luminance, x, y, { dx, dy })) return false
  return chromaDifference(chromaAt(from, x, y), chromaAt(to, x + dx, y + dy)) < otherColourFrom
}

function hasSameShade(from: Plane, to: Plane, x: number, y: number, { dx, dy }: Shift): boolean {
  let difference = 0
  for (let row = 0; row < blockPx; row += 2) {
    for (let column = 0; column < blockPx; column += 2) {
      const a = from.data[(y + row) * from.width + x + column] ?? 0
      difference += a - (to.data[(y + dy + row) * to.width + x + dx + column] ?? 0)
    }
  }
  return Math.abs(difference) / (half * half) < otherColourFrom
}
