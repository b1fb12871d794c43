import { align, sameWidth, type Alignment } from './alignment'
import { blockPx, type Shift } from './block-correlation'
import { inReadingOrder, overlaps, toNatural, unionOf, type Area, type Change } from './change'
import { changesOf, partsInFlow } from './changes'
import { boundsOfCells, cellsNear, connectedComponents } from './connected-components'
import { coloursOf, contentBox, distanceOfColours, elementBox, hasContent } from './content-box'
import { flowOf, type Flow, type FlowMove } from './flow'
import { blockOrigin, isShift, type MotionField } from './motion-field'
import type { Picture } from './picture'
import { clipped, differenceAt, leastDifference, rgbPlaneOf, type RgbPlane } from './rgb-plane'
import { isSamePicture } from './unchanged'

/** A difference between a design and its build, with its measures in CSS pixels of the design. */
export interface MeasuredDifference extends Change {
  /** How far the build's is from where the design's goes with the rest of the page; null where one side does not exist. */
  readonly shift: { readonly x: number; readonly y: number } | null
  /** How much wider and higher the build's is; null where one side does not exist. */
  readonly size: { readonly w: number; readonly h: number } | null
  /** CIEDE2000; null where one side does not exist or the colours are the same. */
  readonly colour: number | null
}

/** How cells are compared. Compression and rendering at another scale change letters pixel by pixel, and keep the mean
 *  colour of a block. `from` is the difference from which a cell differs, of 255: several times that of equal content. */
const exactly = { cellPx: 8, from: 6, isBlurred: false }
const blurred = { cellPx: 16, from: 14, isBlurred: true }
/** Letters that differ pixel by pixel by this much, of 255, are others even after compression. */
const otherLetters = { cellPx: 8, from: 30, isBlurred: false }
/** Share of a listed area that differs in its letters if they were rewritten, not only drawn at another scale. */
const rewrittenFrom = 0.25
/** Pictures are compared blurred if a tenth of their equal blocks differ by more, of 255. */
const noisyFrom = 1
/** Number of blocks by which the noise of rendering is measured. */
const noiseProbes = 400
/** Maximum number of equal cells between two of one area. */
const maxGap = 1
/** Smallest area of cells that differ. */
const minCells = 2
/** An area that shares this much with a listed one is part of it. */
const knownFrom = 0.3
/** Share of the cells of a listed area that have to differ. Others were listed because their neighbours changed. */
const differsFrom = 0.04
/** Smallest move of content whose pixels are the same, and largest difference of its sizes, in pixels of the planes. */
const [movedFromPx, sameSizePx] = [2, 2]
/** Smallest move of content that was drawn at another scale, where letters drift along their line, smallest number of its
 *  cells that differ, and smallest share of the page that has one displacement. */
const scaled = { movedFromPx: 12, minCells: 4, minShare: 0.04 }
/** A design is exported at a device pixel ratio if the build is smaller by at least this. */
const deviceScale = 0.7

/** What both sides have in common while they are compared. All coordinates are pixels of the planes. */
interface Pair {
  readonly alignment: Alignment
  readonly before: RgbPlane
  readonly after: RgbPlane
  readonly flow: Flow
  readonly compared: Compared
}

type Compared = typeof exactly

/** A difference in pixels of the planes. */
interface Found {
  readonly kind: Change['kind']
  readonly before: Area | null
  readonly after: Area | null
  /** The displacement of the surroundings, if it is known. */
  readonly around?: Shift
}

/** Lists the differences between a design and a picture of its build, from top to bottom. What is only pushed up or down
 *  by something above it is not listed. What moved on its own is, and so is the first content below a gap of another
 *  height. Either picture may be of another scale; the larger one is scaled down.
 *  @returns areas in pixels of each picture */
export function differencesBetween(design: Picture, build: Picture): MeasuredDifference[] {
  if (isSamePicture(design, build)) return []
  const alignment = align(design, build)
  const { changes, was } = changesOf(alignment)
  const pair = pairOf(alignment, was)
  const found = changes.map((change) => onPlanes(change, alignment)).filter((one) => differs(pair, one))
  const listed = withPairedMoves(pair, found)
  const extra = cellsThatDiffer(pair, listed)
  const moved = pair.flow.moves.filter((move) => isOwnMove(pair, move, [...listed, ...extra]))
  return [...listed, ...extra, ...moved.map(asFound)]
    .filter(({ kind, before }) => kind !== 'moved' || !before || hasContent(pair.before, before))
    .map((one) => ({ one, ...boxesOf(pair, one) }))
    .flatMap((part, at, all) => apart(pair, part, { all, at }))
    .map(({ one, was, is }) => measured(pair, one, { was, is }))
    .filter((one) => !isDrift(pair, one))
    .sort(inReadingOrder)
}

/** Lists the changes between two versions, from top to bottom: those that blocks show, and what differs inside of blocks that
 *  match, such as small letters of another colour or weight. Content that only moved up or down, because something above it
 *  was inserted, removed or resized, is not listed.
 *  @returns areas in pixels of each picture */
export function changesBetween(before: Picture, after: Picture): Change[] {
  if (isSamePicture(before, after)) return []
  const alignment = align(before, after)
  const { changes, was } = changesOf(alignment)
  const pair = pairOf(alignment, was)
  // Pixels of equal content differ then.
  if (pair.compared.isBlurred) return changes
  const listed = changes.map((change) => onPlanes(change, alignment))
  // The edges of what is listed differ too.
  const isBeside = (area: Area | null, other: Area | null) =>
    area !== null && other !== null && overlaps(withRim(area), other)
  const isKnown = ({ was, is }: Boxes) =>
    listed.some(({ before, after }) => isBeside(was, before) || isBeside(is, after))
  const others = cellsThatDiffer(pair, listed).flatMap((one): Change[] => {
    const boxes = boxesOf(pair, one)
    const { kind, before, after } = measured(pair, one, boxes)
    return kind === 'changed' && !isKnown(boxes) ? [{ kind, before, after }] : []
  })
  return [...changes, ...others].sort(inReadingOrder)
}

/** An area with a block around it. */
function withRim({ x, y, w, h }: Area): Area {
  return { x: x - blockPx, y: y - blockPx, w: w + 2 * blockPx, h: h + 2 * blockPx }
}

interface Boxed extends Boxes {
  readonly one: Found
}

/** What remains of a difference without what is only a part of an element that is listed as a whole.
 *  @returns at most one difference */
function apart(pair: Pair, part: Boxed, { all, at }: { all: readonly Boxed[]; at: number }): Boxed[] {
  // Of two parts of one element, the first stands for it.
  const isIn = (side: keyof Boxes) =>
    all.some(
      (whole, index) =>
        isPartOf(pair, part, whole, side) && !(index > at && isPartOf(pair, whole, part, side)),
    )
  const [isBeforeIn, isAfterIn] = [isIn('was'), isIn('is')]
  if ((isBeforeIn || !part.was) && (isAfterIn || !part.is)) return []
  if (isAfterIn) return [{ one: { ...part.one, kind: 'removed', after: null }, was: part.was, is: null }]
  if (isBeforeIn) return [{ one: { ...part.one, kind: 'added', before: null }, was: null, is: part.is }]
  return [part]
}

/** Whether one side of a difference is a part of an element: what is beside the element is the same. */
function isPartOf(pair: Pair, part: Boxed, whole: Boxed, side: keyof Boxes): boolean {
  if (part === whole || whole.one.kind !== 'changed') return false
  const [area, box] = [part[side], whole[side]]
  if (!area || !box || !overlaps(area, box) || area.h > box.h) return false
  const right = area.x + area.w
  const beside = [
    { ...area, w: box.x - area.x },
    { ...area, x: box.x + box.w, w: right - box.x - box.w },
  ].filter(({ w }) => w >= pair.compared.cellPx)
  return !beside.some((rest) =>
    differs(pair, {
      kind: part.one.kind,
      before: side === 'was' ? rest : null,
      after: side === 'is' ? rest : null,
    }),
  )
}

function pairOf(alignment: Alignment, was: MotionField): Pair {
  const [before, after] = [rgbPlaneOf(alignment.before), rgbPlaneOf(alignment.after)]
  const compared = isOfOtherScale(alignment) || isNoisy(was, before, after) ? blurred : exactly
  const flow = flowOf(
    was,
    partsInFlow(alignment, was).inFlow,
    (block, shift) => differenceAt(before, after, block, shift),
    isOfOtherScale(alignment) ? scaled.minShare : 0,
  )
  return { alignment, before, after, flow, compared }
}

const isOfOtherScale = ({ scale }: Alignment) => Math.abs(scale - 1) >= sameWidth

/** Whether content that is the same differs pixel by pixel, as after compression. Letters of another colour differ too, but
 *  all their pixels in the same direction. */
function isNoisy(was: MotionField, before: RgbPlane, after: RgbPlane): boolean {
  const matched = was.shifts.flatMap((shift, at) => (isShift(shift) ? [{ at, shift }] : []))
  const step = Math.max(1, Math.floor(matched.length / noiseProbes))
  const values = matched
    .filter((_, number) => number % step === 0)
    .map(({ at, shift }) => {
      const area = { ...blockOrigin(was, at), w: blockPx, h: blockPx }
      const blurredBy = differenceAt(before, after, area, shift, true)
      return leastDifference(before, after, area, shift, { enough: 0 }) - blurredBy
    })
    .sort((a, b) => a - b)
  return (values[Math.floor(values.length * 0.9)] ?? 0) > noisyFrom
}

function onPlanes({ kind, before, after }: Change, { before: from, after: to }: Alignment): Found {
  const scaled = (area: Area | null, zoom: number) =>
    area && { x: area.x * zoom, y: area.y * zoom, w: area.w * zoom, h: area.h * zoom }
  return { kind, before: scaled(before, from.zoom), after: scaled(after, to.zoom) }
}

/** Whether cells of a listed area really differ from what the page has there. */
function differs(pair: Pair, { before, after }: Found): boolean {
  const { flow, compared } = pair
  const area = before ?? after
  if (!area) return false
  // What is new is compared with the place in the design whose flow leads here.
  const back = before ? null : sourceOf(flow, area)
  const [from, to] = before ? [pair.before, pair.after] : [pair.after, pair.before]
  const shareOf = (how: Compared) => differingShare(from, to, area, (x, y) => back ?? flow.at(x, y), how)
  if (shareOf(compared) >= differsFrom) return true
  return compared.isBlurred && shareOf(otherLetters) >= rewrittenFrom
}

/** The displacement from an area of the build back to the design, for the flow that leads there. */
function sourceOf(flow: Flow, { x, y, w }: Area): Shift {
  let [dx, dy] = [0, 0]
  for (let tries = 0; tries < 4; tries += 1) {
    const there = flow.at(x + w / 2 - dx, y - dy)
    dx = there.dx
    dy = there.dy
  }
  return { dx: -dx, dy: -dy }
}

function differingShare(
  from: RgbPlane,
  to: RgbPlane,
  area: Area,
  shiftAt: (x: number, y: number) => Shift,
  { cellPx, from: enough, isBlurred }: Compared,
): number {
  const { x, y, w, h } = clipped(area, from)
  let [different, all] = [0, 0]
  for (let top = y; top < y + h; top += cellPx)
    for (let left = x; left < x + w; left += cellPx) {
      const cell = clipped({ x: left, y: top, w: cellPx, h: cellPx }, from)
      all += 1
      const least = leastDifference(from, to, cell, shiftAt(left, top), { enough, isBlurred })
      if (least > enough) different += 1
    }
  return different / Math.max(1, all)
}

/** Areas that differ where the page says that the content should be the same, such as thin icons of another colour. */
function cellsThatDiffer(pair: Pair, listed: readonly Found[]): Found[] {
  const { before, after, flow } = pair
  const { cellPx, from: enough, isBlurred } = pair.compared
  const [across, down] = [Math.floor(before.width / cellPx), Math.floor(before.height / cellPx)]
  const isOpen = new Uint8Array(across * down)
  const come = listed.flatMap((found) => (found.before ? [] : (found.after ?? [])))
  for (let at = 0; at < isOpen.length; at += 1) {
    const cell = { x: (at % across) * cellPx, y: Math.floor(at / across) * cellPx, w: cellPx, h: cellPx }
    const isSame = (shift: Shift) =>
      !isInside(after, cell, shift) ||
      leastDifference(before, after, cell, shift, { enough, isBlurred }) <= enough ||
      come.some((area) => overlaps(area, { ...cell, x: cell.x + shift.dx, y: cell.y + shift.dy }))
    if (!flow.choicesAt(cell.x + cellPx / 2, cell.y + cellPx / 2).some(isSame)) isOpen[at] = 1
  }
  const groups = connectedComponents(isOpen, (at) => cellsNear(at, { across, down, gap: maxGap }))
  const known = [...listed.flatMap((found) => found.before ?? []), ...flow.moves.map(({ area }) => area)]
  return groups.flatMap((cells): Found[] => {
    const enoughCells = isOfOtherScale(pair.alignment) ? scaled.minCells : minCells
    if (cells.length < enoughCells || shareNear(cells, across, cellPx, known) >= knownFrom) return []
    const area = boundsOfCells(cells, across, cellPx)
    const { dx, dy } = flow.at(area.x + area.w / 2, area.y + area.h / 2)
    return [{ kind: 'changed', before: area, after: { ...area, x: area.x + dx, y: area.y + dy } }]
  })
}

/** Whether an area and its surroundings of a pixel, at a displacement, are in a plane. */
function isInside({ width, height }: RgbPlane, { x, y, w, h }: Area, { dx, dy }: Shift): boolean {
  const isAcross = x + dx >= 1 && x + dx + w < width
  return isAcross && y + dy >= 1 && y + dy + h < height
}

/** Share of cells that are in areas or up to a cell beside them. */
function shareNear(cells: readonly number[], across: number, cellPx: number, areas: readonly Area[]): number {
  const near = cells.filter((at) => {
    const [x, y] = [(at % across) * cellPx - cellPx, Math.floor(at / across) * cellPx - cellPx]
    return areas.some((area) => overlaps(area, { x, y, w: 3 * cellPx, h: 3 * cellPx }))
  })
  return near.length / cells.length
}

/** Whether content moved on its own. It did not if something above it appeared, went or changed its height. */
function isOwnMove(pair: Pair, { area, shift, around, gap }: FlowMove, listed: readonly Found[]): boolean {
  const { before, after, compared } = pair
  const by = Math.hypot(shift.dx - around.dx, shift.dy - around.dy)
  if (isOfOtherScale(pair.alignment) && by < scaled.movedFromPx) return false
  const inside = clipped(area, before)
  const own = leastDifference(before, after, inside, shift, { enough: 0 })
  const there = leastDifference(before, after, inside, around, { enough: 0 })
  if (own >= there / 2 || (!compared.isBlurred && own > compared.from)) return false
  if (!gap) return !listed.some((found) => found.before && overlaps(found.before, area))
  return !listed.some(
    (found) =>
      (found.before && isIn(found.before, gap.before)) || (found.after && isIn(found.after, gap.after)),
  )
}

/** Joins what went with the same content that came elsewhere. */
function withPairedMoves(pair: Pair, found: readonly Found[]): Found[] {
  const paired = new Set<Found>()
  const moves: Found[] = []
  for (const gone of found) {
    const { before } = gone
    if (gone.kind !== 'removed' || !before) continue
    const was = contentBox(pair.before, before)
    const come = found.find(
      ({ kind, after }) =>
        kind === 'added' && after && isSameContent(pair, was, contentBox(pair.after, after)),
    )
    if (!come || paired.has(come)) continue
    paired.add(gone).add(come)
    moves.push({ kind: 'moved', before, after: come.after })
  }
  return [...found.filter((one) => !paired.has(one)), ...moves]
}

function isSameContent({ before, after, compared }: Pair, was: Area, is: Area): boolean {
  if (Math.abs(was.w - is.w) > sameSizePx || Math.abs(was.h - is.h) > sameSizePx) return false
  const area = { ...was, w: Math.min(was.w, is.w), h: Math.min(was.h, is.h) }
  const shift = { dx: is.x - was.x, dy: is.y - was.y }
  return (
    leastDifference(before, after, area, shift, { enough: 0 }) <= (compared.isBlurred ? 2 : 1) * compared.from
  )
}

/** Whether letters only drifted along their line, as they do at another scale. */
function isDrift({ alignment }: Pair, { kind, shift }: MeasuredDifference): boolean {
  if (kind !== 'moved' || !shift || !isOfOtherScale(alignment)) return false
  return Math.hypot(shift.x, shift.y) < scaled.movedFromPx * cssPerPlane(alignment)
}

function isIn({ y, h }: Area, rows: { y: number; end: number }): boolean {
  return y < rows.end && rows.y < y + h
}

function asFound({ area, shift, around }: FlowMove): Found {
  return {
    ...{ kind: 'moved', before: area, around },
    after: { ...area, x: area.x + shift.dx, y: area.y + shift.dy },
  }
}

function measured(pair: Pair, { kind, around }: Found, { was, is }: Boxes): MeasuredDifference {
  const { alignment } = pair
  const natural = {
    before: was && toNatural(was, alignment.before.zoom),
    after: is && toNatural(is, alignment.after.zoom),
  }
  if (!was || !is) return { kind, ...natural, shift: null, size: null, colour: null }
  const css = cssPerPlane(alignment)
  const flow = around ?? pair.flow.at(was.x + was.w / 2, was.y + was.h / 2)
  const by = Math.max(Math.abs(is.x - was.x - flow.dx), Math.abs(is.y - was.y - flow.dy))
  const isMove = kind === 'changed' && by >= movedFromPx && isSameContent(pair, was, is)
  return {
    kind: isMove ? 'moved' : kind,
    ...natural,
    shift: { x: rounded((is.x - was.x - flow.dx) * css), y: rounded((is.y - was.y - flow.dy) * css) },
    size: { w: rounded((is.w - was.w) * css), h: rounded((is.h - was.h) * css) },
    colour: distanceOfColours(coloursOf(pair.before, was), coloursOf(pair.after, is)),
  }
}

interface Boxes {
  readonly was: Area | null
  readonly is: Area | null
}

/** What stands out in the areas of a difference: of an element that grew at one end, the whole element. */
function boxesOf(pair: Pair, { kind, before, after }: Found): Boxes {
  const was = before && contentBox(pair.before, before)
  const is = after && contentBox(pair.after, after)
  if (kind !== 'changed' || !was || !is) return { was, is }
  const [wasWhole, isWhole] = [elementBox(pair.before, before), elementBox(pair.after, after)]
  if (!wasWhole && !isWhole) return { was, is }
  const { dx, dy } = pair.flow.at(before.x + before.w / 2, before.y + before.h / 2)
  const [one, other] = [wasWhole ?? was, isWhole ?? is]
  return {
    was: contentBox(pair.before, unionOf([one, { ...other, x: other.x - dx, y: other.y - dy }])),
    is: contentBox(pair.after, unionOf([other, { ...one, x: one.x + dx, y: one.y + dy }])),
  }
}

/** CSS pixels of the design per pixel of the planes. A design that is larger than its build by a device pixel ratio was
 *  exported at this ratio. */
function cssPerPlane({ before: { zoom }, scale }: Alignment): number {
  return (scale <= deviceScale ? scale : 1) / zoom
}

const rounded = (value: number) => Math.round(value * 10) / 10
