import { piecePx, piecesAcross } from './paper'
import type { Picture } from './picture'

/** One value a pixel, 0 to 255, rows from top to bottom. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Luminance of a picture (Rec. 601 weights), reduced by `zoom` (above 0, at most 1) with area averages, so that lines
 *  thinner than a new pixel keep their weight. */
export function luminanceOf(picture: Picture, zoom: number): Plane {
  const full = { width: picture.width, height: picture.height, data: luminance(picture) }
  return zoom === 1 ? full : reduce(full, zoom)
}

function luminance({ data, channels, width, height }: Picture): Uint8Array {
  if (channels === 1) return data
  const values = new Uint8Array(width * height)
  for (let start = 0; start < values.length; start += width)
    luminanceAlong(data, values, start, start + width)
  return values
}

/** Fills in the pixels from `first` up to `end`. */
function luminanceAlong(data: Uint8Array, values: Uint8Array, first: number, end: number): void {
  for (let at = first, from = 3 * first; at < end; at += 1, from += 3) {
    values[at] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8
  }
}

/** Area averages, first along rows, then along columns. Weights are in 1/256 of a source pixel. */
export function reduce(plane: Plane, zoom: number): Plane {
  const width = Math.max(1, Math.round(plane.width * zoom))
  const height = Math.max(1, Math.round(plane.height * zoom))
  const across = spansOf(plane.width, width)
  const down = spansOf(plane.height, height)
  const data = new Uint8Array(width * height)
  const sums = new Float64Array(width)
  for (let y = 0; y < height; y += 1) {
    sums.fill(0)
    for (let row = down.first[y] ?? 0; row <= (down.last[y] ?? 0); row += 1) {
      const weight = down.weightOf(y, row)
      const start = row * plane.width
      for (let x = 0; x < width; x += 1) {
        let sum = 0
        const last = across.last[x] ?? 0
        for (let column = across.first[x] ?? 0; column <= last; column += 1) {
          sum += (plane.data[start + column] ?? 0) * across.weightOf(x, column)
        }
        sums[x] = (sums[x] ?? 0) + sum * weight
      }
    }
    for (let x = 0; x < width; x += 1) data[y * width + x] = Math.round(sums[x] ?? 0)
  }
  return { width, height, data }
}

/** Which source pixels a new pixel covers, and with what share of its value. */
function spansOf(from: number, to: number) {
  const step = from / to
  const first = Int32Array.from({ length: to }, (_, at) => Math.floor(at * step + 1e-9))
  const last = Int32Array.from({ length: to }, (_, at) =>
    Math.min(from - 1, Math.ceil((at + 1) * step - 1e-9) - 1),
  )
  const weightOf = (at: number, source: number) =>
    (Math.min(source + 1, (at + 1) * step) - Math.max(source, at * step)) / step
  return { first, last, weightOf }
}

/** Averages of two by two pixels. */
export function halve({ width: fullWidth, height: fullHeight, data: full }: Plane): Plane {
  const width = fullWidth >> 1
  const height = fullHeight >> 1
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) halveRow(full, fullWidth, 2 * y * fullWidth, data, y * width, width)
  return { width, height, data }
}

function halveRow(
  full: Uint8Array,
  fullWidth: number,
  start: number,
  data: Uint8Array,
  to: number,
  count: number,
): void {
  for (let at = to, from = start; at < to + count; at += 1, from += 2) {
    const above = (full[from] ?? 0) + (full[from + 1] ?? 0)
    data[at] = (above + (full[from + fullWidth] ?? 0) + (full[from + fullWidth + 1] ?? 0) + 2) >> 2
  }
}

/** Strength of edges, with the squares of the page that have none. */
export interface Edges extends Plane {
  /** 1 for each square of `tilePx` with an edge in it, row by row. */
  readonly tiles: Uint8Array
  readonly tilesAcross: number
}

export const tilePx = 16

/** Strength of edges without their sign, so that light on dark equals dark on light (Sobel, |dx| + |dy| over 4).
 *  @param isPaper of the plane */
export function edgesOf({ width, height, data }: Plane, isPaper: Uint8Array): Edges {
  const edges = new Uint8Array(width * height)
  const pieces = piecesAcross(width)
  const tilesAcross = Math.ceil(width / tilePx)
  const tiles = new Uint8Array(tilesAcross * Math.ceil(height / tilePx))
  for (let y = 1; y < height - 1; y += 1) {
    const tileRow = Math.floor(y / tilePx) * tilesAcross
    for (let piece = 0; piece < pieces; piece += 1) {
      if (isPaper[y * pieces + piece] === 1) continue
      const end = Math.min(width - 1, (piece + 1) * piecePx)
      for (let x = Math.max(1, piece * piecePx); x < end;) {
        const tile = Math.floor(x / tilePx)
        const tileEnd = Math.min(end, (tile + 1) * tilePx)
        if (edgesAlong(data, edges, width, y * width + x, y * width + tileEnd)) tiles[tileRow + tile] = 1
        x = tileEnd
      }
    }
  }
  return { width, height, data: edges, tiles, tilesAcross }
}

/** Fills in the pixels from `first` up to `end` of one row. @returns whether any of them is on an edge */
function edgesAlong(data: Uint8Array, edges: Uint8Array, width: number, first: number, end: number): boolean {
  let found = 0
  let a0 = data[first - width - 1] ?? 0
  let a1 = data[first - width] ?? 0
  let h0 = data[first - 1] ?? 0
  let h1 = data[first] ?? 0
  let b0 = data[first + width - 1] ?? 0
  let b1 = data[first + width] ?? 0
  for (let at = first; at < end; at += 1) {
    const a2 = data[at - width + 1] ?? 0
    const h2 = data[at + 1] ?? 0
    const b2 = data[at + width + 1] ?? 0
    const dx = a2 + 2 * h2 + b2 - a0 - 2 * h0 - b0
    const dy = b0 + 2 * b1 + b2 - a0 - 2 * a1 - a2
    const strength = ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy)) >> 2
    edges[at] = strength > 255 ? 255 : strength
    found |= strength
    a0 = a1
    a1 = a2
    h0 = h1
    h1 = h2
    b0 = b1
    b1 = b2
  }
  return found !== 0
}
