import type { Alignment, Side } from './alignment'
import { inReadingOrder, overlaps, toNatural, unionOf, type Area, type Change } from './change'
import { connectedComponents } from './connected-components'
import { isStraightEdge } from './straight-edge'
import {
  blockOrigin,
  estimateMotionField,
  groupsByShift,
  isNearlySame,
  isShift,
  withoutOutliers,
  type MotionField,
} from './motion-field'
import { changesInPlace } from './in-place'
import { withWholeLines } from './lines'
import { withUniqueMatches } from './uniqueness'
import { withWholeRows } from './whole-rows'
import type { Plane } from './plane'
import { withUniformAreas } from './uniform-areas'
import { blockPx, type Shift } from './block-correlation'
import { isNear } from './votes'

/** A connected region of blocks. The bounds are in blocks, and inclusive. */
interface Region {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly squares: readonly number[]
}

/** Maximum distance of blocks in one region, in blocks. */
const maxGap = 3
/** The same for content without a match. Words of a line and lines of a paragraph are closer. */
const maxGapOfNew = 2
/** Horizontal displacements up to this are rounding, in pixels of the planes. */
const samePx = 3
/** The same at another scale, where letters drift along their line. */
const driftPx = 8
/** Minimum size of a listed movement, in blocks. */
const minMovedSquares = 3
/** A part is reordered only if it passed more than this share of its own number of blocks. Single blocks may match
 *  by chance. */
const minPassed = 0.125
/** Minimum size of a listed region at different scales, in blocks. Smaller ones come from rendering and line breaks. */
const minSquaresOfScaled = { replaced: 8, moved: 40 }
/** Minimum overlap of what was replaced and what is there now, as a share of the smaller of the two. */
const minCommon = 0.2
/** Share of straight-edge blocks from which a single row of blocks is an edge. */
const mostlyEdge = 0.8
/** A single row of more blocks than this is an edge, not content. */
const maxLineSquares = 24

/** Lists the differences between a design and its next version that blocks show, from top to bottom. Content that only moved
 *  up or down, because something above it was inserted, removed or resized, is not listed.
 *  @returns areas in pixels of each image, and the motion field of the first picture, from which they come */
export function changesOf(alignment: Alignment): { changes: Change[]; was: MotionField } {
  const motionFieldOf = (side: 'before' | 'after') => {
    const found = withRoundedMatches(
      alignment,
      side,
      withoutOutliers(alignment, side, estimateMotionField(alignment, side)),
    )
    const single = withRoundedMatches(alignment, side, withUniqueMatches(alignment, side, found))
    const missing = regionsOf(single, (shift) => shift === null)
    return withUniformAreas(alignment, side, withWholeRows(single, missing, alignment[side].luminance))
  }
  const [was, is] = [motionFieldOf('before'), motionFieldOf('after')]
  const inPlace = changesInPlace(alignment, was, is)
  if (inPlace) return { changes: inPlace.sort(inReadingOrder), was }
  const moved = movedParts(alignment, was)
  const zoom = { before: alignment.before.zoom, after: alignment.after.zoom }
  const found = replaced(alignment, was, is)
  const changes = withWholeLines([...found, ...moved.filter((part) => !isWithin(part, found))], zoom)
  return { changes: changes.sort(inReadingOrder), was }
}

/** Whether a part lies within content that has no match: letters of rewritten text that look like others. */
function isWithin({ before }: Change, changes: readonly Change[]): boolean {
  return (
    before !== null && changes.some((change) => change.before !== null && contains(change.before, before))
  )
}

/** Regions without a match: `changed` if both sides have one at the same position, else `added` or `removed`. */
function replaced(alignment: Alignment, was: MotionField, is: MotionField): Change[] {
  const { before, after, scale } = alignment
  const isNew = (shift: MotionField['shifts'][number]) => shift === null
  const isReal =
    ({ luminance }: Side, found: MotionField) =>
    (region: Region) =>
      !isLine(region) &&
      region.squares.length >= (scale === 1 ? 1 : minSquaresOfScaled.replaced) &&
      holdsContent(luminance, found, region)
  const gap = scale === 1 ? maxGapOfNew : maxGap
  const lost = regionsOf(was, isNew, gap).filter(isReal(before, was))
  const fresh = regionsOf(is, isNew, gap).filter(isReal(after, is))
  const taken = new Set<Region>()
  const changes: Change[] = []
  for (const region of lost) {
    const shift = nearestShift(was, region)
    const counterparts = fresh.filter((other) => isAtSamePlace(movedBy(region, shift), areaOf(other)))
    for (const other of counterparts) taken.add(other)
    const areas = counterparts.map(areaOf)
    changes.push(
      areas.length > 0
        ? {
            kind: 'changed',
            before: toNatural(areaOf(region), before.zoom),
            after: toNatural(unionOf(areas), after.zoom),
          }
        : { kind: 'removed', before: toNatural(areaOf(region), before.zoom), after: null },
    )
  }
  for (const region of fresh)
    if (!taken.has(region))
      changes.push({ kind: 'added', before: null, after: toNatural(areaOf(region), after.zoom) })
  return changes
}

/** Assigns the displacement of the surroundings to regions that match it except for rounding. */
function withRoundedMatches(alignment: Alignment, side: 'before' | 'after', found: MotionField): MotionField {
  const shifts = [...found.shifts]
  for (const region of regionsOf(found, (shift) => shift === null)) {
    const shift = shiftAround(found, region)
    if (shift && isRounded(alignment, side, found, region, shift))
      for (const at of region.squares) shifts[at] = shift
  }
  return { ...found, shifts }
}

function isRounded(
  alignment: Alignment,
  side: 'before' | 'after',
  found: MotionField,
  { squares }: Region,
  shift: Shift,
): boolean {
  return squares.every((at) => isNearlySame(alignment, side, blockOrigin(found, at), shift))
}

export interface Part {
  readonly region: Region
  readonly shift: Shift
  /** How much of the page has this displacement: the number of blocks times the number of rows of blocks. */
  readonly weight: number
}

/** Divides what matches into the parts that keep their order and those that moved sideways or past others. Heavier parts
 *  are taken as the reference that lighter ones moved past. */
export function partsInFlow(
  { before, scale }: Alignment,
  was: MotionField,
): { inFlow: Part[]; moved: Part[] } {
  const parts = partsOf(was).sort((a, b) => b.weight - a.weight)
  // Columns move past each other. The widest part moves with the page.
  const widthOf = ({ region }: Part) => region.right - region.left
  const mainDx = parts.toSorted((a, b) => widthOf(b) - widthOf(a))[0]?.shift.dx ?? 0
  const minSquares = scale === 1 ? minMovedSquares : minSquaresOfScaled.moved
  const isContent = ({ region }: Part) => !isLine(region) && holdsContent(before.luminance, was, region)
  const inFlow: Part[] = []
  const moved: Part[] = []
  for (const part of parts) {
    const isSideways = Math.abs(part.shift.dx - mainDx) > (scale === 1 ? samePx : driftPx)
    const passed = inFlow.filter((other) => hasPassed(part, other))
    const isPassed = passed.reduce(sumOfSquares, 0) > minPassed * part.region.squares.length
    if (!isSideways && !isPassed) inFlow.push(part)
    else if (part.region.squares.length >= minSquares && isContent(part)) moved.push(part)
  }
  return { inFlow, moved }
}

/** Parts that moved sideways or changed their order. */
function movedParts(alignment: Alignment, was: MotionField): Change[] {
  const { before, after, scale } = alignment
  const { inFlow, moved } = partsInFlow(alignment, was)
  const taken = new Set(inFlow.flatMap((part) => cellsOf(was, part)))
  return moved.flatMap((part): Change[] => {
    const area = areaOf(part.region)
    const there = { ...area, x: area.x + part.shift.dx, y: area.y + part.shift.dy }
    const around = shiftAround(was, part.region, { except: part.shift })
    // At another scale, lines of text break elsewhere.
    if (scale !== 1 && around && overlaps(movedBy(part.region, around), there)) return []
    const cells = cellsOf(was, part)
    const isCopy = cells.filter((cell) => taken.has(cell)).length > cells.length / 2
    const natural = toNatural(area, before.zoom)
    if (!isCopy) return [{ kind: 'moved', before: natural, after: toNatural(there, after.zoom) }]
    // Other content occupies the matched position. The part was removed, or it stayed and was rounded differently.
    const isHere = around !== null && isRounded(alignment, 'before', was, part.region, around)
    return isHere ? [] : [{ kind: 'removed', before: natural, after: null }]
  })
}

const sumOfSquares = (sum: number, { region }: Part) => sum + region.squares.length

/** The blocks of the newer version that a part matches. */
function cellsOf(was: MotionField, { region, shift }: Part): string[] {
  return region.squares.map((at) => {
    const { x, y } = blockOrigin(was, at)
    return `${Math.round((x + shift.dx) / blockPx)} ${Math.round((y + shift.dy) / blockPx)}`
  })
}

/** Connected blocks with the same displacement. */
function partsOf(was: MotionField): Part[] {
  return groupsByShift(was).flatMap(({ shift, squares }) => {
    const members = new Set(squares)
    const rows = new Set(squares.map((at) => Math.floor(at / was.across))).size
    return regionsOf(was, (_, at) => members.has(at)).map((region) => ({
      ...{ region, shift },
      weight: rows * squares.length,
    }))
  })
}

/** Whether two parts, one above the other, have changed their order. */
function hasPassed(a: Part, b: Part): boolean {
  if (a.region.right < b.region.left || b.region.right < a.region.left) return false
  const middle = ({ region }: Part) => ((region.top + region.bottom + 1) / 2) * blockPx
  const order = middle(a) - middle(b)
  return order * (order + a.shift.dy - b.shift.dy) < 0
}

/** Connected regions of the blocks that belong. */
function regionsOf(
  { across, down, shifts }: MotionField,
  belongs: (shift: MotionField['shifts'][number], at: number) => boolean,
  gap = maxGap,
): Region[] {
  const isOpen = Uint8Array.from(shifts, (shift, at) => (belongs(shift, at) ? 1 : 0))
  const neighboursOf = (at: number) => {
    const [column, row] = [at % across, Math.floor(at / across)]
    const near: number[] = []
    for (let y = Math.max(0, row - gap); y <= Math.min(down - 1, row + gap); y += 1)
      for (let x = Math.max(0, column - gap); x <= Math.min(across - 1, column + gap); x += 1)
        near.push(y * across + x)
    return near
  }
  return connectedComponents(isOpen, neighboursOf).map((squares) => {
    const columns = squares.map((at) => at % across)
    const rows = squares.map((at) => Math.floor(at / across))
    return { squares, ...bounds(columns, rows) }
  })
}

function bounds(columns: number[], rows: number[]) {
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return { left: least(columns), right: most(columns), top: least(rows), bottom: most(rows) }
}

/** Whether a region is the edge of a section: long, and one block thick. Such an edge looks different when its
 *  neighbours change. */
function isLine({ left, top, right, bottom }: Region): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1]
  return Math.min(width, height) === 1 && Math.max(width, height) > maxLineSquares
}

/** Whether a region has content besides the edges of its neighbours, which look different when these change. Such
 *  an edge may end in round corners. */
function holdsContent(luminance: Plane, found: MotionField, region: Region): boolean {
  const { squares, left, top, right, bottom } = region
  const edges = squares.filter((at) => {
    const { x, y } = blockOrigin(found, at)
    return isStraightEdge(luminance, x, y)
  })
  const isThin = Math.min(right - left, bottom - top) === 0
  return edges.length < squares.length * (isThin ? mostlyEdge : 1)
}

/** The displacement of what is nearest to a region. Around a rewritten paragraph there may be nothing but background. */
function nearestShift(found: MotionField, region: Region): Shift {
  for (let reach = 4; reach < found.down; reach *= 2) {
    const shift = shiftAround(found, region, { reach })
    if (shift) return shift
  }
  return { dx: 0, dy: 0 }
}

/** The most frequent displacement around a region, leaving out what lies between its blocks: letters of rewritten text
 *  that look like others.
 *  @param reach distance from the region, in blocks
 *  @param except a displacement that does not count */
function shiftAround(
  { across, down, shifts }: MotionField,
  { left, top, right, bottom }: Region,
  { reach = 4, except }: { reach?: number; except?: Shift } = {},
): Shift | null {
  const counts = new Map<string, { shift: Shift; count: number }>()
  for (let row = Math.max(0, top - reach); row <= Math.min(down - 1, bottom + reach); row += 1) {
    for (let column = Math.max(0, left - reach); column <= Math.min(across - 1, right + reach); column += 1) {
      if (row >= top && row <= bottom && column >= left && column <= right) continue
      const shift = shifts[row * across + column]
      if (!isShift(shift) || (except && isNear(shift, except, samePx))) continue
      const key = `${shift.dx} ${shift.dy}`
      const entry = counts.get(key) ?? { shift, count: 0 }
      counts.set(key, { shift, count: entry.count + 1 })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.shift ?? null
}

/** In pixels of the planes. */
function areaOf({ left, top, right, bottom }: Region): Area {
  return {
    x: left * blockPx,
    y: top * blockPx,
    w: (right - left + 1) * blockPx,
    h: (bottom - top + 1) * blockPx,
  }
}

function movedBy(region: Region, { dx, dy }: Shift): Area {
  const area = areaOf(region)
  return { ...area, x: area.x + dx, y: area.y + dy }
}

/** Whether two areas have more in common than the rounding to blocks. */
function isAtSamePlace(a: Area, b: Area): boolean {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return Math.min(w, h) > 0 && w * h > minCommon * Math.min(a.w * a.h, b.w * b.h)
}

function contains(a: Area, b: Area): boolean {
  return a.x <= b.x && a.y <= b.y && a.x + a.w >= b.x + b.w && a.y + a.h >= b.y + b.h
}
