import { align, type Alignment, type Side } from './alignment'
import { unionOf, type Area, type Change } from './change'
import { connected } from './connected'
import { holdsEdgeAlone } from './edge'
import {
  cornerOf,
  explain,
  groupsOf,
  isNearlySame,
  isShift,
  withoutChance,
  type Explained,
} from './explained'
import { withWholeLines } from './lines'
import { withoutCopies } from './copies'
import { withWholeRows } from './whole-rows'
import type { Picture } from './picture'
import type { Plane } from './plane'
import { withPlainAreas } from './plain'
import { isSamePicture } from './unchanged'
import { blockPx, type Shift } from './similarity'
import { isNear } from './votes'

/** Squares of one image that belong together, in squares. */
interface Patch {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly squares: readonly number[]
}

/** Squares this close belong to one change, in squares. */
const joinedWithin = 3
/** Sideways movement below this is how fractions of pixels were rounded. */
const samePx = 3
/** At another scale letters drift along their line: that is no movement. */
const driftPx = 8
/** A part that moved sideways or past others is listed from this many squares on. */
const minMovedSquares = 3
/** What passed less than this share of its own squares did not change its order: a few squares look like others. */
const minPassed = 0.125
/** Between pictures of different scale fewer squares are a matter of how letters were drawn and lines were broken. */
const minSquaresOfScaled = { replaced: 8, moved: 40 }
/** Share of straight edges from which a single row of squares is an edge. */
const mostlyEdge = 0.8
/** A single row of more squares than this holds an edge, not content. */
const maxLineSquares = 24

/** Lists what differs between a design and its next version, from top to bottom. Content that only moved up or down
 *  because something above it was inserted, removed or resized is no change. @returns areas in pixels of each image */
export function changesBetween(before: Picture, after: Picture): Change[] {
  if (isSamePicture(before, after)) return []
  const alignment = align(before, after)
  const explained = (side: 'before' | 'after') => {
    const found = withRounded(alignment, side, withoutChance(alignment, side, explain(alignment, side)))
    const single = withRounded(alignment, side, withoutCopies(alignment, side, found))
    const missing = patchesOf(single, (shift) => shift === null)
    return withPlainAreas(alignment, side, withWholeRows(single, missing, alignment[side].luminance))
  }
  const [was, is] = [explained('before'), explained('after')]
  const moved = movedParts(alignment, was)
  const zoom = { before: alignment.before.zoom, after: alignment.after.zoom }
  const changes = withWholeLines([...replaced(alignment, was, is), ...moved], zoom)
  return changes.sort((a, b) => topOf(a) - topOf(b))
}

function topOf({ before, after }: Change): number {
  return (after ?? before)?.y ?? 0
}

/** What is on one side only: changed where both sides have something new at the same place. */
function replaced(alignment: Alignment, was: Explained, is: Explained): Change[] {
  const { before, after, scale } = alignment
  const isNew = (shift: Explained['shifts'][number]) => shift === null
  const isReal =
    ({ luminance }: Side, found: Explained) =>
    (patch: Patch) =>
      !isLine(patch) &&
      patch.squares.length >= (scale === 1 ? 1 : minSquaresOfScaled.replaced) &&
      holdsContent(luminance, found, patch)
  const lost = patchesOf(was, isNew).filter(isReal(before, was))
  const fresh = patchesOf(is, isNew).filter(isReal(after, is))
  const taken = new Set<Patch>()
  const changes: Change[] = []
  for (const patch of lost) {
    const shift = shiftAround(was, patch) ?? { dx: 0, dy: 0 }
    const counterparts = fresh.filter((other) => overlaps(movedBy(patch, shift), areaOf(other)))
    for (const other of counterparts) taken.add(other)
    const areas = counterparts.map(areaOf)
    changes.push(
      areas.length > 0
        ? {
            kind: 'changed',
            before: toNatural(areaOf(patch), before.zoom),
            after: toNatural(unionOf(areas), after.zoom),
          }
        : { kind: 'removed', before: toNatural(areaOf(patch), before.zoom), after: null },
    )
  }
  for (const patch of fresh)
    if (!taken.has(patch))
      changes.push({ kind: 'added', before: null, after: toNatural(areaOf(patch), after.zoom) })
  return changes
}

/** Patches that are what stands around them, with their pixels rounded in another way, are explained with it. */
function withRounded(alignment: Alignment, side: 'before' | 'after', found: Explained): Explained {
  const shifts = [...found.shifts]
  for (const patch of patchesOf(found, (shift) => shift === null)) {
    const shift = shiftAround(found, patch)
    if (shift && isRounded(alignment, side, found, patch, shift))
      for (const at of patch.squares) shifts[at] = shift
  }
  return { ...found, shifts }
}

function isRounded(
  alignment: Alignment,
  side: 'before' | 'after',
  found: Explained,
  { squares }: Patch,
  shift: Shift,
): boolean {
  return squares.every((at) => isNearlySame(alignment, side, cornerOf(found, at), shift))
}

interface Part {
  readonly patch: Patch
  readonly shift: Shift
  /** How much of the page moved by this displacement: squares times rows of squares. */
  readonly weight: number
}

/** Parts that moved sideways, or past others. The more of the page moved along with a part, the more it is what the others
 *  moved past. */
function movedParts(alignment: Alignment, was: Explained): Change[] {
  const { before, after, scale } = alignment
  const parts = partsOf(was).sort((a, b) => b.weight - a.weight)
  // Columns move past each other; what is as wide as the page moves with it.
  const widthOf = ({ patch }: Part) => patch.right - patch.left
  const mainDx = parts.toSorted((a, b) => widthOf(b) - widthOf(a))[0]?.shift.dx ?? 0
  const minSquares = scale === 1 ? minMovedSquares : minSquaresOfScaled.moved
  const isContent = ({ patch }: Part) => !isLine(patch) && holdsContent(before.luminance, was, patch)
  const inFlow: Part[] = []
  const moved: Part[] = []
  for (const part of parts) {
    const isSideways = Math.abs(part.shift.dx - mainDx) > (scale === 1 ? samePx : driftPx)
    const passed = inFlow.filter((other) => hasPassed(part, other))
    const isPassed = passed.reduce(sumOfSquares, 0) > minPassed * part.patch.squares.length
    if (!isSideways && !isPassed) inFlow.push(part)
    else if (part.patch.squares.length >= minSquares && isContent(part)) moved.push(part)
  }
  const taken = new Set(inFlow.flatMap((part) => cellsOf(was, part)))
  return moved.flatMap((part): Change[] => {
    const area = areaOf(part.patch)
    const there = { ...area, x: area.x + part.shift.dx, y: area.y + part.shift.dy }
    const around = shiftAround(was, part.patch, part.shift)
    // Drawn at another scale, lines of text break elsewhere.
    if (scale !== 1 && around && overlaps(movedBy(part.patch, around), there)) return []
    const cells = cellsOf(was, part)
    const isCopy = cells.filter((cell) => taken.has(cell)).length > cells.length / 2
    const natural = toNatural(area, before.zoom)
    if (!isCopy) return [{ kind: 'moved', before: natural, after: toNatural(there, after.zoom) }]
    // Something else has come to where it seems to be: it was removed, or its pixels were rounded in another way.
    const isHere = around !== null && isRounded(alignment, 'before', was, part.patch, around)
    return isHere ? [] : [{ kind: 'removed', before: natural, after: null }]
  })
}

const sumOfSquares = (sum: number, { patch }: Part) => sum + patch.squares.length

/** The squares of the newer version that a part has become. */
function cellsOf(was: Explained, { patch, shift }: Part): string[] {
  return patch.squares.map((at) => {
    const { x, y } = cornerOf(was, at)
    return `${Math.round((x + shift.dx) / blockPx)} ${Math.round((y + shift.dy) / blockPx)}`
  })
}

/** Neighbouring squares with the same displacement. */
function partsOf(was: Explained): Part[] {
  return groupsOf(was).flatMap(({ shift, squares }) => {
    const members = new Set(squares)
    const rows = new Set(squares.map((at) => Math.floor(at / was.across))).size
    return patchesOf(was, (_, at) => members.has(at)).map((patch) => ({
      ...{ patch, shift },
      weight: rows * squares.length,
    }))
  })
}

/** Whether two parts that stand one above the other have changed their order. */
function hasPassed(a: Part, b: Part): boolean {
  if (a.patch.right < b.patch.left || b.patch.right < a.patch.left) return false
  const middle = ({ patch }: Part) => ((patch.top + patch.bottom + 1) / 2) * blockPx
  const order = middle(a) - middle(b)
  return order * (order + a.shift.dy - b.shift.dy) < 0
}

/** Groups squares that lie close to each other. */
function patchesOf(
  { across, down, shifts }: Explained,
  belongs: (shift: Explained['shifts'][number], at: number) => boolean,
): Patch[] {
  const isOpen = Uint8Array.from(shifts, (shift, at) => (belongs(shift, at) ? 1 : 0))
  const neighboursOf = (at: number) => {
    const [column, row] = [at % across, Math.floor(at / across)]
    const near: number[] = []
    for (let y = Math.max(0, row - joinedWithin); y <= Math.min(down - 1, row + joinedWithin); y += 1)
      for (
        let x = Math.max(0, column - joinedWithin);
        x <= Math.min(across - 1, column + joinedWithin);
        x += 1
      )
        near.push(y * across + x)
    return near
  }
  return connected(isOpen, neighboursOf).map((squares) => {
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

/** Long and one square thick: the edge of a section, which looks different where its neighbours have changed. */
function isLine({ left, top, right, bottom }: Patch): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1]
  return Math.min(width, height) === 1 && Math.max(width, height) > maxLineSquares
}

/** Whether a patch shows more than the edges of what stands beside it, which look different where that has changed. Such
 *  an edge may end in round corners. */
function holdsContent(luminance: Plane, found: Explained, patch: Patch): boolean {
  const { squares, left, top, right, bottom } = patch
  const edges = squares.filter((at) => {
    const { x, y } = cornerOf(found, at)
    return holdsEdgeAlone(luminance, x, y)
  })
  const isThin = Math.min(right - left, bottom - top) === 0
  return edges.length < squares.length * (isThin ? mostlyEdge : 1)
}

/** The displacement that most squares around a patch share. @param except one that does not count */
function shiftAround(
  { across, down, shifts }: Explained,
  { left, top, right, bottom }: Patch,
  except?: Shift,
): Shift | null {
  const counts = new Map<string, { shift: Shift; count: number }>()
  const reach = 4
  for (let row = Math.max(0, top - reach); row <= Math.min(down - 1, bottom + reach); row += 1) {
    for (let column = Math.max(0, left - reach); column <= Math.min(across - 1, right + reach); column += 1) {
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
function areaOf({ left, top, right, bottom }: Patch): Area {
  return {
    x: left * blockPx,
    y: top * blockPx,
    w: (right - left + 1) * blockPx,
    h: (bottom - top + 1) * blockPx,
  }
}

function movedBy(patch: Patch, { dx, dy }: Shift): Area {
  const area = areaOf(patch)
  return { ...area, x: area.x + dx, y: area.y + dy }
}

function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

function toNatural({ x, y, w, h }: Area, zoom: number): Area {
  const natural = (value: number) => Math.round(value / zoom)
  return { x: natural(x), y: natural(y), w: natural(w), h: natural(h) }
}
