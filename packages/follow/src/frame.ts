import type { Area } from './change'
import type { Plane } from './plane'
import type { Shift } from './block-correlation'

/** The rectangle of straight edges around a button, a field or a photo, on both pictures, in pixels of the planes. */
export interface Frames {
  readonly was: Area
  readonly is: Area
}

/** Minimum difference of luminance across an edge, of 255. */
const visibleFrom = 8
/** Half the length of a piece of the upper or lower edge, in pixels. */
const pieceHalfPx = 16
const maxReach = { across: 1_000, down: 480 }
const minSidePx = 14
/** Minimum share of an edge that is visible; corners may be round. */
const edgeFrom = 0.85
const maxRadiusPx = 24
/** Maximum height, and maximum ratio of width to height, of a frame around a line of text. Longer frames are rows
 *  of tables, and higher ones are cards. Their background says nothing about the position of their content, unless
 *  it reaches the edges, as in photos. */
const line = { maxHeightPx: 72, maxLength: 8 }
const insetPx = 5
/** Minimum range of luminance along the edges of a photo, of 255. */
const photoFrom = 24

/** Finds the frame around a point whose upper and lower edges have the same displacement.
 *  @param before, after luminance
 *  @param x, y on `before`
 *  @param shift to the same point on `after` */
export function framesAround(
  before: Plane,
  after: Plane,
  x: number,
  y: number,
  { dx, dy }: Shift,
): Frames | null {
  const [column, row] = [Math.round(x), Math.round(y)]
  const isEdge = (at: number) =>
    isRowEdge(before, at, column - pieceHalfPx, column + pieceHalfPx) &&
    [0, -1, 1].some((by) =>
      isRowEdge(after, at + dy + by, column + dx - pieceHalfPx, column + dx + pieceHalfPx),
    )
  const top = nearest(row, -1, maxReach.down, isEdge)
  const bottom = nearest(row, 1, maxReach.down, isEdge)
  if (top === null || bottom === null || bottom - top < minSidePx) return null
  const was = frameBetween(before, column, top, bottom)
  const is = was && frameBetween(after, column + dx, top + dy, bottom + dy)
  if (!was || !is) return null
  const isLine = was.h <= line.maxHeightPx && was.w <= line.maxLength * was.h
  return isLine || (isPhoto(before, was) && isPhoto(after, is)) ? { was, is } : null
}

/** @param top, bottom rows of its horizontal edges */
function frameBetween(plane: Plane, column: number, top: number, bottom: number): Area | null {
  const quarter = Math.round((bottom - top) / 4)
  const isEdge = (at: number) => isColumnEdge(plane, at, top + quarter, bottom - quarter)
  const left = nearest(column, -1, maxReach.across, isEdge)
  const right = nearest(column, 1, maxReach.across, isEdge)
  if (left === null || right === null || right - left < minSidePx) return null
  const corner = Math.min(maxRadiusPx, (right - left) / 4)
  const isClosed = [top, bottom].every((row) =>
    [0, -1, 1].some((by) => isRowEdge(plane, row + by, left + corner, right - corner)),
  )
  return isClosed ? { x: left, y: top, w: right - left, h: bottom - top } : null
}

/** Whether the content reaches the edges. A uniform background has the same luminance along all of them. */
function isPhoto({ width, data }: Plane, { x, y, w, h }: Area): boolean {
  let [darkest, lightest] = [255, 0]
  const see = (column: number, row: number) => {
    const value = data[row * width + column] ?? 0
    darkest = Math.min(darkest, value)
    lightest = Math.max(lightest, value)
  }
  for (let column = x + maxRadiusPx; column <= x + w - maxRadiusPx; column += 1)
    for (const row of [y + insetPx, y + h - insetPx]) see(column, row)
  for (let row = y + maxRadiusPx; row <= y + h - maxRadiusPx; row += 1)
    for (const column of [x + insetPx, x + w - insetPx]) see(column, row)
  return lightest - darkest >= photoFrom
}

function nearest(from: number, step: 1 | -1, maxPx: number, isEdge: (at: number) => boolean): number | null {
  for (let distance = 0; distance <= maxPx; distance += 1)
    if (isEdge(from + step * distance)) return from + step * distance
  return null
}

function isRowEdge(plane: Plane, row: number, first: number, last: number): boolean {
  const { width, height } = plane
  if (row < 1 || row >= height - 1) return false
  const [from, to] = [Math.max(0, Math.round(first)), Math.min(width - 1, Math.round(last))]
  return isEdge(plane, row * width + from, 1, width, to - from + 1)
}

function isColumnEdge(plane: Plane, column: number, first: number, last: number): boolean {
  const { width, height } = plane
  if (column < 1 || column >= width - 1) return false
  const [from, to] = [Math.max(0, first), Math.min(height - 1, last)]
  return isEdge(plane, from * width + column, width, 1, to - from + 1)
}

/** Whether the luminance changes across a line of pixels in one direction. Across letters it changes in both.
 *  @param start, step, count the pixels of the line in `data`
 *  @param beside offset to the neighbour across the line */
function isEdge({ data }: Plane, start: number, step: number, beside: number, count: number): boolean {
  let [lighter, darker] = [0, 0]
  for (let at = start, left = count; left > 0; left -= 1, at += step) {
    const difference = (data[at + beside] ?? 0) - (data[at - beside] ?? 0)
    if (difference >= visibleFrom) lighter += 1
    else if (difference <= -visibleFrom) darker += 1
  }
  return Math.max(lighter, darker) >= edgeFrom * count
}
