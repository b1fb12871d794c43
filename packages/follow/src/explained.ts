import type { Alignment, Side } from './alignment'
import { chromaAt, chromaDifference } from './chroma'
import type { Plane } from './plane'
import { blockPx, bothFlat, isFlat, similarityOf, type Shift } from './similarity'
import { isNear } from './votes'

/** Which squares of one side are found on the other, and how far away. */
export interface Explained {
  readonly across: number
  readonly down: number
  /** The displacement of each square, row by row; null where it has none, `flat` where it has no content. */
  readonly shifts: readonly (Shift | null | 'flat')[]
}

/** The upper left corner of a square, in pixels of its plane. */
export function cornerOf({ across }: Explained, at: number) {
  return { x: (at % across) * blockPx, y: Math.floor(at / across) * blockPx }
}

/** Squares are the same from this likeness on, as a share of what the two pictures allow. Text that was drawn at another
 *  scale has other letters in the same square. */
const sameFrom = { sameScale: 0.85, otherScale: 0.55 }
/** Likeness of a square whose pixels were rounded in another way. */
const nearlySameFrom = 0.6
/** Difference of mean luminance or chroma, of 255, at which a square has another colour. */
const otherColourFrom = 14
/** Displacements that explained earlier squares and are tried first. */
const keptRecent = 8
/** Likeness of a square that is a pixel or two off. */
const nearMissFrom = 0.25
const straddleTries = 6
/** Displacements this close are one, in pixels. */
const samePx = 3
const minGroupSquares = 5
const maxGroups = 24
const half = blockPx / 2

/** @param side which of the two the squares are of */
export function explain(alignment: Alignment, side: 'before' | 'after'): Explained {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const across = Math.floor(from.edges.width / blockPx)
  const down = Math.floor(from.edges.height / blockPx)
  const shifts: (Shift | null | 'flat')[] = []
  let recent: Shift[] = [...from.votes.common]
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [x, y] = [column * blockPx, row * blockPx]
      // The neighbours left and above are the best guess: most squares move with them.
      const beside = [shifts[shifts.length - 1], shifts[shifts.length - across]].filter((shift) =>
        isShift(shift),
      )
      const found = shiftOf(alignment, from, to, { x, y }, [...beside, ...recent])
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

/** A few squares that nothing else moves with look like others by chance: strokes of letters, pieces of lines. They are
 *  explained by what larger parts did, or not at all. */
export function withoutChance(alignment: Alignment, side: 'before' | 'after', found: Explained): Explained {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const groups = groupsOf(found).sort((a, b) => b.squares.length - a.squares.length)
  const large = groups.filter(({ squares }) => squares.length >= minGroupSquares).slice(0, maxGroups)
  const known = large.map(({ shift }) => shift)
  const shifts = [...found.shifts]
  for (const { squares } of groups.filter((group) => !large.includes(group))) {
    for (const at of squares) {
      const corner = { x: (at % found.across) * blockPx, y: Math.floor(at / found.across) * blockPx }
      shifts[at] = explainedBy(alignment, from, to, corner, known)
    }
  }
  return { ...found, shifts }
}

interface Group {
  readonly shift: Shift
  readonly squares: number[]
}

/** Squares by their displacement. */
export function groupsOf({ shifts }: Explained): Group[] {
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

export interface Corner {
  x: number
  y: number
}

function shiftOf(
  alignment: Alignment,
  from: Side,
  to: Side,
  corner: Corner,
  known: Shift[],
): Shift | null | 'flat' {
  const first = sameBy(alignment, from, to, corner, known)
  if (first) return first
  const near = from.votes.shiftsNear(corner.x + half, corner.y + half)
  const isNearMiss = (shift: Shift) =>
    similarityOf(from.edges, to.edges, corner.x, corner.y, shift) >= nearMissFrom
  const found = sameBy(alignment, from, to, corner, near.filter(isNearMiss).flatMap(around))
  if (found) return found
  // The other picture has content wherever the square could have come from: a gap has got larger.
  if (isFlat(from.edges, corner.x, corner.y)) return 'flat'
  return straddling(alignment, from, to, corner, [...known.slice(0, straddleTries), ...near])
}

/** The first of some displacements at which a square, or else each of its halves, looks the same. */
export function explainedBy(
  alignment: Alignment,
  from: Side,
  to: Side,
  corner: Corner,
  shifts: Shift[],
): Shift | null | 'flat' {
  return sameBy(alignment, from, to, corner, shifts) ?? straddling(alignment, from, to, corner, shifts)
}

/** A square on the seam between two parts that moved apart is explained by its halves. */
function straddling(
  alignment: Alignment,
  from: Side,
  to: Side,
  { x, y }: Corner,
  guesses: Shift[],
): Shift | null {
  const explains = (corner: Corner) => sameBy(alignment, from, to, corner, guesses)
  const [above, below] = [explains({ x, y: y - half }), explains({ x, y: y + half })]
  if (above && below) return isShift(above) ? above : isShift(below) ? below : null
  const [left, right] = [explains({ x: x - half, y }), explains({ x: x + half, y })]
  if (left && right) return isShift(left) ? left : isShift(right) ? right : null
  return null
}

/** Corners are found at half the size: their displacement is a pixel off now and then. */
function around({ dx, dy }: Shift): Shift[] {
  return [0, -1, 1, -2, 2].flatMap((row) => [0, -1, 1].map((column) => ({ dx: dx + column, dy: dy + row })))
}

/** The first displacement at which a square looks the same, in form and in shade. */
function sameBy(
  { quality, slack, scale }: Alignment,
  from: Side,
  to: Side,
  { x, y }: Corner,
  shifts: Shift[],
): Shift | null | 'flat' {
  const enough = quality * (scale === 1 ? sameFrom.sameScale : sameFrom.otherScale)
  for (const shift of shifts) {
    for (const { dx, dy } of [{ dx: 0, dy: 0 }, ...slack]) {
      const moved = { dx: shift.dx + dx, dy: shift.dy + dy }
      const likeness = similarityOf(from.edges, to.edges, x, y, moved)
      if (likeness === bothFlat) return 'flat'
      if (likeness < 0.3) break
      if (likeness >= enough && hasSameColour(from, to, x, y, moved)) return shift
    }
  }
  return null
}

/** Whether a square is the same give or take fractions of pixels, by a displacement. */
export function isNearlySame(
  alignment: Alignment,
  side: 'before' | 'after',
  { x, y }: Corner,
  { dx, dy }: Shift,
): boolean {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const enough = nearlySameFrom * alignment.quality
  return [0, 1, -1, 2, -2].some((down) =>
    [0, 1, -1, 2, -2].some((right) => {
      const moved = { dx: dx + right, dy: dy + down }
      return similarityOf(from.edges, to.edges, x, y, moved) >= enough && hasSameColour(from, to, x, y, moved)
    }),
  )
}

/** Colours of equal luminance differ in chroma: a green button that becomes red has changed. */
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
