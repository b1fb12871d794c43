import type { Alignment, Side } from './alignment'
import { chromaAt, chromaDifference, type Chroma } from './chroma'
import { connectedComponents } from './connected-components'
import { blockOrigin, isShift, type MotionField } from './motion-field'
import type { Plane } from './plane'
import { blockPx, type Shift } from './block-correlation'

/** Maximum difference of luminance or chroma between neighbouring blocks of one area, and minimum difference
 *  between areas of different colour, of 255. */
const [sameArea, otherColour] = [4, 6]
/** Smaller areas are the insides of letters and icons, in blocks. */
const minSquares = 12
/** An area is kept if at least this share of it is on the other picture, because backgrounds grow and shrink. */
const keptFrom = 0.3
/** Number of displacements of the surroundings that are tried. */
const maxTried = 8
/** Distance of the neighbours whose displacement is used, in blocks. */
const neighbourReach = 2
const sampleStepPx = 4
/** Bin sizes of luminance and chroma for finding the background colour of the page. */
const backgroundStep = { shade: 4, chroma: 8 }

/** The mean colour of a block. */
interface Colour {
  /** Luminance, 0 to 255. */
  readonly shade: number
  readonly chroma: Chroma
}

/** Marks the blocks of uniform areas, such as bands and boxes of one colour, that do not exist on the other
 *  picture. The background of the page is left out, because wider and narrower gaps are no change, unless nothing
 *  on the page matches.
 *  @param side the side whose blocks are marked */
export function withUniformAreas(
  alignment: Alignment,
  side: 'before' | 'after',
  found: MotionField,
): MotionField {
  const [from, to] =
    side === 'before' ? [alignment.before, alignment.after] : [alignment.after, alignment.before]
  const colours = found.shifts.map((shift, at) =>
    shift === 'flat' ? colourAt(from, blockOrigin(found, at)) : null,
  )
  const background = found.shifts.some(isShift) ? backgroundOf(colours) : null
  const shifts = [...found.shifts]
  for (const area of areasOf(found, colours)) {
    const isBackground = isAlike(colours[area[0] ?? 0], background, otherColour)
    if (area.length < minSquares || isBackground || isKept(from, to, found, colours, area)) continue
    for (const at of area) shifts[at] = null
  }
  return { ...found, shifts }
}

/** Null if the block is partly outside of the plane. */
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

/** The most frequent colour of the uniform blocks. */
function backgroundOf(colours: (Colour | null)[]): Colour | null {
  const counts = new Map<string, { colour: Colour; count: number }>()
  for (const colour of colours) {
    if (!colour) continue
    const { shade, chroma } = colour
    const steps = [
      shade / backgroundStep.shade,
      chroma.red / backgroundStep.chroma,
      chroma.blue / backgroundStep.chroma,
    ]
    const key = steps.map(Math.round).join(' ')
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { colour, count: 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.colour ?? null
}

/** Connected uniform blocks of the same colour. */
function areasOf({ across }: MotionField, colours: (Colour | null)[]): number[][] {
  const isOpen = Uint8Array.from(colours, (colour) => (colour ? 1 : 0))
  return connectedComponents(isOpen, (at) => {
    const column = at % across
    const beside = [at - across, at + across]
    if (column > 0) beside.push(at - 1)
    if (column < across - 1) beside.push(at + 1)
    return beside.filter((other) => isAlike(colours[other], colours[at], sameArea))
  })
}

/** Whether enough of an area is on the other picture, at a displacement of its surroundings. */
function isKept(
  from: Side,
  to: Side,
  found: MotionField,
  colours: (Colour | null)[],
  area: number[],
): boolean {
  const known = [...shiftsAround(found, area), ...from.votes.common]
  const tried = known.length > 0 ? known : [{ dx: 0, dy: 0 }]
  let kept = 0
  for (const at of area) {
    const { x, y } = blockOrigin(found, at)
    const isThere = ({ dx, dy }: Shift) =>
      isAlike(colourAt(to, { x: x + dx, y: y + dy }), colours[at], otherColour)
    if (tried.some(isThere)) kept += 1
  }
  return kept >= keptFrom * area.length
}

/** The displacements of the blocks in and around an area, the most frequent first. */
function shiftsAround({ across, down, shifts }: MotionField, area: number[]): Shift[] {
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
