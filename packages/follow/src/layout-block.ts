import type { Area } from './change'
import type { Plane } from './plane'
import type { Shift } from './block-correlation'

/** An element of the page layout at a point: a paragraph, a heading, a button, a photo. Found by projection
 *  profiles, as in document layout analysis. */
export interface LayoutBlock {
  /** Up to wide gaps on each side, in pixels of the plane. */
  readonly bounds: Area
  /** The words of the line at the point, up to gaps wider than those between words. */
  readonly line: Area
  /** Whether it has an upper edge of its own, as buttons and photos have. */
  readonly isBox: boolean
}

/** Minimum edge strength of a visible pixel. */
const visibleFrom = 12
const windowPx = 60
/** Minimum visible pixels of a row of text. The sides of a box alone have fewer. */
const minInRow = 6
/** Half the maximum height of a line of text. Higher content is a photo. */
const maxHalfHeightPx = 40
/** Maximum distance from the point to its line. */
const lineWithinPx = 14
/** Blank rows that end a line, blank columns that end a block, blank rows that end a paragraph, and the width of a
 *  gap between words as a share of the line's height. */
const gap = { rows: 2, columns: 20, lines: 18, words: 0.7 }
const maxReach = { across: 1_000, down: 300 }
/** Minimum share of the upper row that the upper edge of a box fills. */
const boxFrom = 0.8
const lineHalfPx = 10
/** Minimum correlation of the profiles of two lines that are the same at different sizes, and their minimum length. */
const resizedFrom = 0.5
const minLinePx = 40
const aroundPx = 20

/** @param x, y in pixels of the plane @returns null if there is no content */
export function layoutBlockAt(edges: Plane, x: number, y: number): LayoutBlock | null {
  const [column, row] = [Math.round(x), Math.round(y)]
  const isRowVisible = (at: number) => countInRow(edges, at, column - windowPx, column + windowPx) > minInRow
  const start = nearest(row, lineWithinPx, isRowVisible)
  if (start === null) return null
  const top = extent(start, -1, gap.rows, maxHalfHeightPx, isRowVisible)
  const bottom = extent(start, 1, gap.rows, maxHalfHeightPx, isRowVisible)
  const isColumnVisible = (at: number) => countInColumn(edges, at, top, bottom) > 0
  const middle = nearest(column, windowPx, isColumnVisible) ?? column
  const left = extent(middle, -1, gap.columns, maxReach.across, isColumnVisible)
  const right = extent(middle, 1, gap.columns, maxReach.across, isColumnVisible)
  const isInBlock = (at: number) => countInRow(edges, at, left, right) > 0
  const first = extent(top, -1, gap.lines, maxReach.down, isInBlock)
  const last = extent(bottom, 1, gap.lines, maxReach.down, isInBlock)
  const width = right - left + 1
  const isBox = [first, first + 1].some((at) => countInRow(edges, at, left, right) >= boxFrom * width)
  const wordGap = Math.min(gap.columns, gap.words * (bottom - top))
  const from = extent(middle, -1, wordGap, maxReach.across, isColumnVisible)
  const to = extent(middle, 1, wordGap, maxReach.across, isColumnVisible)
  return {
    bounds: { x: left, y: first, w: right - left, h: last - first },
    line: { x: from, y: top, w: to - from, h: bottom - top },
    isBox,
  }
}

const near = (a: number, b: number, withinPx: number) => Math.abs(a - b) <= withinPx

/** Whether the second block is the first one, rewritten: same upper edge, and same left, right or centre
 *  alignment. A box needs the same left edge.
 *  @param shift from the first to the second */
export function isSameLayoutBlock(was: LayoutBlock, is: LayoutBlock, { dx, dy }: Shift): boolean {
  const [a, b] = [was.bounds, is.bounds]
  if (was.isBox !== is.isBox || !near(a.y + dy, b.y, 3)) return false
  if (near(a.x + dx, b.x, 3)) return true
  const [rightA, rightB] = [a.x + a.w + dx, b.x + b.w]
  return !was.isBox && (near(rightA, rightB, 3) || near(a.x + dx + rightA, b.x + rightB, 6))
}

/** The layout block at the displaced position. It is looked up at the left first, because a shorter text ends
 *  before the middle. */
export function layoutBlockMovedBy(
  edges: Plane,
  { bounds: { x, y, w, h } }: LayoutBlock,
  { dx, dy }: Shift,
): LayoutBlock | null {
  const inside = Math.min(8, w / 2, h / 2)
  return (
    layoutBlockAt(edges, x + inside + dx, y + inside + dy) ??
    layoutBlockAt(edges, x + w / 2 + dx, y + inside + dy)
  )
}

/** The ratio of font sizes of the same text in two blocks, by correlating the projection profiles of their first
 *  lines. 1 if the texts differ or have the same size. Lines may break differently. */
export function scaleRatioOf(before: Plane, was: Area, after: Plane, is: Area): number {
  const [a, b] = [lineProfile(before, was), lineProfile(after, is)]
  let best = { ratio: 1, similarity: resizedFrom }
  for (let ratio = 0.6; ratio <= 1.67; ratio += 0.004) {
    const count = Math.floor(Math.min(a.length * ratio, b.length))
    if (Math.abs(ratio - 1) < 0.04 || count < minLinePx) continue
    const stretched = Array.from({ length: count }, (_, at) => a[Math.floor(at / ratio)] ?? 0)
    const similarity = profileCorrelation(stretched, b.slice(0, count))
    if (similarity > best.similarity) best = { ratio, similarity }
  }
  return best.ratio
}

/** Vertical projection profile of the first line: visible pixels per column, from its left edge on. */
function lineProfile(edges: Plane, { x, y, w }: Area): number[] {
  const bottom = extent(y, 1, gap.rows, maxHalfHeightPx, (at) => countInRow(edges, at, x, x + w) > 0)
  const columns = Array.from({ length: Math.ceil(w) + 1 }, (_, at) => countInColumn(edges, x + at, y, bottom))
  return columns.slice(
    Math.max(
      0,
      columns.findIndex((count) => count > 0),
    ),
  )
}

function profileCorrelation(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [products, squaresA, squaresB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[at] ?? 0) - meanB]
    products += fromA * fromB
    squaresA += fromA * fromA
    squaresB += fromB * fromB
  }
  return squaresA * squaresB > 0 ? products / Math.sqrt(squaresA * squaresB) : 0
}

/** Number of columns of a block with visible pixels at the height of a point. */
export function visibleColumnsAt(
  edges: Plane,
  { bounds: { x, w } }: LayoutBlock,
  y: number,
  { dx, dy }: Shift,
): number {
  let count = 0
  const row = Math.round(y + dy)
  for (let at = x + dx; at <= x + dx + w; at += 1)
    if (countInColumn(edges, at, row - lineHalfPx, row + lineHalfPx) > 0) count += 1
  return count
}

/** Whether the displaced position of a line is blank. */
export function isBlankAt(edges: Plane, { x, y, w, h }: Area, { dx, dy }: Shift): boolean {
  for (let row = y + dy; row <= y + h + dy; row += 1)
    if (countInRow(edges, row, x + dx, x + w + dx) > 0) return false
  return true
}

/** Share of visible pixels around a point, 0 to 1. */
export function visibleShare(edges: Plane, x: number, y: number): number {
  const [column, row] = [Math.round(x), Math.round(y)]
  let count = 0
  for (let at = row - aroundPx; at <= row + aroundPx; at += 1)
    count += countInRow(edges, at, column - aroundPx, column + aroundPx)
  return count / (2 * aroundPx + 1) ** 2
}

function nearest(from: number, within: number, isVisible: (at: number) => boolean): number | null {
  for (let distance = 0; distance <= within; distance += 1) {
    if (isVisible(from - distance)) return from - distance
    if (isVisible(from + distance)) return from + distance
  }
  return null
}

/** The last visible index in a direction, before a gap. */
function extent(
  from: number,
  step: 1 | -1,
  gapPx: number,
  maxPx: number,
  isVisible: (at: number) => boolean,
) {
  let last = from
  for (let at = from; Math.abs(at - from) <= maxPx && Math.abs(at - last) <= gapPx; at += step)
    if (isVisible(at)) last = at
  return last
}

function countInRow({ width, height, data }: Plane, row: number, first: number, last: number): number {
  if (row < 0 || row >= height) return 0
  let count = 0
  for (let at = Math.max(0, first); at <= Math.min(width - 1, last); at += 1)
    if ((data[row * width + at] ?? 0) >= visibleFrom) count += 1
  return count
}

function countInColumn({ width, height, data }: Plane, column: number, first: number, last: number): number {
  if (column < 0 || column >= width) return 0
  let count = 0
  for (let at = Math.max(0, first); at <= Math.min(height - 1, last); at += 1)
    if ((data[at * width + column] ?? 0) >= visibleFrom) count += 1
  return count
}
