import type { Alignment, Side } from './alignment'
import { connected } from './connected'
import { cornerOf, isShift, type Explained } from './explained'
import type { Plane } from './plane'
import { blockPx, type Shift } from './similarity'

/** Differences of luminance, of 255: neighbouring squares of one area differ by less than the first, areas of another colour
 *  by more than the second. */
const [sameArea, otherColour] = [4, 6]
/** Smaller areas are the insides of letters and icons. */
const minSquares = 12
/** An area of which this share is on the other picture is the same one: grounds are made larger and smaller. */
const keptFrom = 0.3
/** How many displacements of what stands around an area are tried. */
const maxTried = 8
/** How far around a square its neighbours are asked for their displacement, in squares. */
const neighbourReach = 2
const sampleStepPx = 4
/** Shades that are counted as one when the paper of a page is looked for. */
const paperStep = 4

/** Marks squares of plain areas that the other picture does not have: bands and boxes of one colour. Areas in the colour of
 *  the paper are left out, since wider and narrower gaps are no change, unless nothing of the picture is found again.
 *  @param side which of the two the squares are of */
export function withPlainAreas(alignment: Alignment, side: 'before' | 'after', found: Explained): Explained {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const shades = found.shifts.map((shift, at) =>
    shift === 'flat' ? shadeAt(from.luminance, cornerOf(found, at)) : nothing,
  )
  const paper = found.shifts.some(isShift) ? paperOf(shades) : nothing
  const shifts = [...found.shifts]
  for (const area of areasOf(found, shades)) {
    const isPaper = Math.abs((shades[area[0] ?? 0] ?? 0) - paper) < otherColour
    if (area.length < minSquares || isPaper || isKept(from, to, found, shades, area)) continue
    for (const at of area) shifts[at] = null
  }
  return { ...found, shifts }
}

const nothing = Number.NEGATIVE_INFINITY

/** Mean luminance of a square; `nothing` outside of the plane. */
function shadeAt({ width, height, data }: Plane, { x, y }: { x: number; y: number }): number {
  if (x < 0 || y < 0 || x + blockPx > width || y + blockPx > height) return nothing
  let sum = 0
  for (let row = y; row < y + blockPx; row += sampleStepPx)
    for (let column = x; column < x + blockPx; column += sampleStepPx) sum += data[row * width + column] ?? 0
  return sum / (blockPx / sampleStepPx) ** 2
}

/** The shade of most plain squares. */
function paperOf(shades: number[]): number {
  const counts = new Map<number, number>()
  for (const shade of shades) {
    const rounded = Math.round(shade / paperStep)
    if (shade !== nothing) counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return (most?.[0] ?? 0) * paperStep
}

/** Plain squares that touch each other and have the same shade. */
function areasOf({ across }: Explained, shades: number[]): number[][] {
  const isOpen = Uint8Array.from(shades, (shade) => (shade === nothing ? 0 : 1))
  return connected(isOpen, (at) => {
    const column = at % across
    const beside = [at - across, at + across]
    if (column > 0) beside.push(at - 1)
    if (column < across - 1) beside.push(at + 1)
    return beside.filter((other) => Math.abs((shades[other] ?? 0) - (shades[at] ?? 0)) < sameArea)
  })
}

/** Whether enough of an area is on the other picture, moved like something beside it. */
function isKept(from: Side, to: Side, found: Explained, shades: number[], area: number[]): boolean {
  const known = [...shiftsAround(found, area), ...from.votes.common]
  const tried = known.length > 0 ? known : [{ dx: 0, dy: 0 }]
  let kept = 0
  for (const at of area) {
    const { x, y } = cornerOf(found, at)
    const shade = shades[at] ?? 0
    const isThere = ({ dx, dy }: Shift) =>
      Math.abs(shadeAt(to.luminance, { x: x + dx, y: y + dy }) - shade) < otherColour
    if (tried.some(isThere)) kept += 1
  }
  return kept >= keptFrom * area.length
}

/** The displacements of the squares in and around an area, the most frequent first. */
function shiftsAround({ across, down, shifts }: Explained, area: number[]): Shift[] {
  const counts = new Map<string, { shift: Shift; count: number }>()
  for (const at of area) {
    const [column, row] = [at % across, Math.floor(at / across)]
    for (const [x, y] of around(column, row)) {
      const shift = x >= 0 && x < across && y >= 0 && y < down ? shifts[y * across + x] : null
      if (!isShift(shift)) continue
      const key = `${shift.dx} ${shift.dy}`
      const entry = counts.get(key)
      if (entry) entry.count += 1
      else counts.set(key, { shift, count: 1 })
    }
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count)
  return sorted.slice(0, maxTried).map(({ shift }) => shift)
}

function around(column: number, row: number): [number, number][] {
  return [
    [column - neighbourReach, row],
    [column + neighbourReach, row],
    [column, row - neighbourReach],
    [column, row + neighbourReach],
  ]
}
