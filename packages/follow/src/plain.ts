import type { Alignment, Side } from './alignment'
import { chromaAt, chromaDifference, type Chroma } from './chroma'
import { connected } from './connected'
import { cornerOf, isShift, type Explained } from './explained'
import type { Plane } from './plane'
import { blockPx, type Shift } from './similarity'

/** Differences of luminance or chroma, of 255: neighbouring squares of one area differ by less than the first, areas of another colour
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
/** Colours that are counted as one when the paper of a page is looked for: steps of luminance and of chroma. */
const paperStep = { shade: 4, chroma: 8 }

/** The mean colour of a square. */
interface Colour {
  /** Luminance, 0 to 255. */
  readonly shade: number
  readonly chroma: Chroma
}

/** Marks squares of plain areas that the other picture does not have: bands and boxes of one colour. Areas in the colour of
 *  the paper are left out, since wider and narrower gaps are no change, unless nothing of the picture is found again.
 *  @param side which of the two the squares are of */
export function withPlainAreas(alignment: Alignment, side: 'before' | 'after', found: Explained): Explained {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const colours = found.shifts.map((shift, at) =>
    shift === 'flat' ? colourAt(from, cornerOf(found, at)) : null,
  )
  const paper = found.shifts.some(isShift) ? paperOf(colours) : null
  const shifts = [...found.shifts]
  for (const area of areasOf(found, colours)) {
    const isPaper = isAlike(colours[area[0] ?? 0], paper, otherColour)
    if (area.length < minSquares || isPaper || isKept(from, to, found, colours, area)) continue
    for (const at of area) shifts[at] = null
  }
  return { ...found, shifts }
}

/** Null outside of the plane. */
function colourAt(side: Side, { x, y }: { x: number; y: number }): Colour | null {
  const shade = shadeAt(side.luminance, x, y)
  return shade === null ? null : { shade, chroma: chromaAt(side, x, y, sampleStepPx) }
}

function shadeAt({ width, height, data }: Plane, x: number, y: number): number | null {
  if (x < 0 || y < 0 || x + blockPx > width || y + blockPx > height) return null
  let sum = 0
  for (let row = y; row < y + blockPx; row += sampleStepPx)
    for (let column = x; column < x + blockPx; column += sampleStepPx) sum += data[row * width + column] ?? 0
  return sum / (blockPx / sampleStepPx) ** 2
}

function isAlike(a: Colour | null | undefined, b: Colour | null | undefined, limit: number): boolean {
  if (!a || !b) return false
  return Math.abs(a.shade - b.shade) < limit && chromaDifference(a.chroma, b.chroma) < limit
}

/** The colour of most plain squares. */
function paperOf(colours: (Colour | null)[]): Colour | null {
  const counts = new Map<string, { colour: Colour; count: number }>()
  for (const colour of colours) {
    if (!colour) continue
    const { shade, chroma } = colour
    const steps = [shade / paperStep.shade, chroma.red / paperStep.chroma, chroma.blue / paperStep.chroma]
    const key = steps.map(Math.round).join(' ')
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { colour, count: 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.colour ?? null
}

/** Plain squares that touch each other and have the same colour. */
function areasOf({ across }: Explained, colours: (Colour | null)[]): number[][] {
  const isOpen = Uint8Array.from(colours, (colour) => (colour ? 1 : 0))
  return connected(isOpen, (at) => {
    const column = at % across
    const beside = [at - across, at + across]
    if (column > 0) beside.push(at - 1)
    if (column < across - 1) beside.push(at + 1)
    return beside.filter((other) => isAlike(colours[other], colours[at], sameArea))
  })
}

/** Whether enough of an area is on the other picture, moved like something beside it. */
function isKept(from: Side, to: Side, found: Explained, colours: (Colour | null)[], area: number[]): boolean {
  const known = [...shiftsAround(found, area), ...from.votes.common]
  const tried = known.length > 0 ? known : [{ dx: 0, dy: 0 }]
  let kept = 0
  for (const at of area) {
    const { x, y } = cornerOf(found, at)
    const isThere = ({ dx, dy }: Shift) =>
      isAlike(colourAt(to, { x: x + dx, y: y + dy }), colours[at], otherColour)
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
