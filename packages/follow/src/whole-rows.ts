import { isStraightEdge } from './straight-edge'
import { blockOrigin, isShift, type MotionField } from './motion-field'
import type { Plane } from './plane'
import { blockPx, type Shift } from './block-correlation'
import { isNear } from './votes'

/** Displacements within this many pixels count as equal. */
const samePx = 3
/** Distance above and below a row in which its neighbours are examined, in blocks. */
const reach = 8
/** A row ends after this many columns of content that have not closed up. */
const maxOthers = 4

/** A rectangle in blocks, with inclusive bounds. */
interface Band {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Marks the whole of a removed row. The content below it has closed up by its height. Only some of its blocks are
 *  without a match, because the others also match the row that is now in its place.
 *  @param missing bounds of regions without a match, in blocks */
export function withWholeRows(found: MotionField, missing: readonly Band[], luminance: Plane): MotionField {
  const shifts = [...found.shifts]
  const telling = withoutLines(found, luminance)
  for (const patch of missing) {
    const band = bandOf(telling, patch)
    if (!band) continue
    for (let row = band.top; row <= band.bottom; row += 1)
      shifts.fill(null, row * found.across + band.left, row * found.across + band.right + 1)
  }
  return { ...found, shifts }
}

/** Removes the displacements of lines between rows, which match anywhere and are no evidence. */
function withoutLines(found: MotionField, luminance: Plane): MotionField {
  const isLine = (at: number) => {
    const { x, y } = blockOrigin(found, at)
    return isStraightEdge(luminance, x, y)
  }
  return {
    ...found,
    shifts: found.shifts.map((shift, at) => (isShift(shift) && isLine(at) ? 'flat' : shift)),
  }
}

/** The removed row that contains a region; null if the page has not closed up by the height of a row. */
function bandOf(found: MotionField, patch: Band): Band | null {
  const [above] = shiftsIn(found, { ...patch, top: patch.top - reach, bottom: patch.top - 1 })
  const [below] = shiftsIn(found, { ...patch, top: patch.bottom + 1, bottom: patch.bottom + reach })
  if (!above || !below || Math.abs(above.dx - below.dx) > samePx) return null
  const height = Math.round((above.dy - below.dy) / blockPx)
  const tall = patch.bottom - patch.top + 1
  if (height < 1 || tall > height + 1) return null
  const top = Math.max(0, patch.top - ((height - tall) >> 1))
  const rows = { top, bottom: Math.min(found.down - 1, top + height - 1) }
  const isPart = (column: number) => {
    const squares = { left: column, right: column }
    const over = shiftsIn(found, { ...squares, top: top - reach, bottom: top - 1 })
    const under = shiftsIn(found, { ...squares, top: rows.bottom + 1, bottom: rows.bottom + reach })
    return holds(over, above) && holds(under, below) && over.length + under.length > 0
  }
  const endFrom = (start: number, step: 1 | -1) => {
    let [end, others] = [start, 0]
    for (let at = start; at >= 0 && at < found.across && others < maxOthers; at += step) {
      if (!hasContent(found, { ...rows, left: at, right: at })) continue
      others = isPart(at) ? 0 : others + 1
      if (others === 0) end = at
    }
    return end
  }
  const band = { ...rows, left: endFrom(patch.left, -1), right: endFrom(patch.right, 1) }
  const [over] = shiftsIn(found, { ...band, top: top - reach, bottom: top - 1 })
  const [under] = shiftsIn(found, { ...band, top: rows.bottom + 1, bottom: rows.bottom + reach })
  if (!over || !under || !isNear(over, above, samePx) || !isNear(under, below, samePx)) return null
  const first = rowsOf(found, band, above).at(0) ?? patch.top
  const last = rowsOf(found, band, below).at(-1) ?? patch.bottom
  return { ...band, top: Math.min(first, patch.top), bottom: Math.max(last, patch.bottom) }
}

/** The rows of blocks with content that did not move with the rest of the page.
 *  @param beyond displacement of the rest */
function rowsOf({ across, shifts }: MotionField, band: Band, beyond: Shift): number[] {
  const rows: number[] = []
  for (let row = band.top; row <= band.bottom; row += 1) {
    const squares = shifts.slice(row * across + band.left, row * across + band.right + 1)
    if (squares.some((shift) => shift === null || (isShift(shift) && !isNear(shift, beyond, samePx))))
      rows.push(row)
  }
  return rows
}

const holds = (shifts: Shift[], shift: Shift) =>
  shifts.length === 0 || shifts.some((other) => isNear(other, shift, samePx))

/** The displacements of the blocks in a rectangle, the most frequent first. */
function shiftsIn({ across, down, shifts }: MotionField, { left, top, right, bottom }: Band): Shift[] {
  const counts: { shift: Shift; count: number }[] = []
  for (let row = Math.max(0, top); row <= Math.min(down - 1, bottom); row += 1)
    for (let column = left; column <= right; column += 1) {
      const shift = shifts[row * across + column]
      if (!isShift(shift)) continue
      const known = counts.find((entry) => isNear(entry.shift, shift, samePx))
      if (known) known.count += 1
      else counts.push({ shift, count: 1 })
    }
  return counts.sort((a, b) => b.count - a.count).map(({ shift }) => shift)
}

function hasContent({ across, shifts }: MotionField, { left, top, bottom }: Band): boolean {
  for (let row = top; row <= bottom; row += 1) if (shifts[row * across + left] !== 'flat') return true
  return false
}
