import type { Kernel } from './kernel'
import { segmentPx, segmentsAcross } from './uniform-segments'
import type { Picture } from './picture'

/** An image of one channel: a byte per pixel, rows from top to bottom. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Luminance of a picture (Rec. 601 weights), reduced by `zoom` (above 0, at most 1) with area averaging, so that
 *  lines thinner than a target pixel keep their weight.
 *  @param take allocates the plane */
export function luminanceOf(picture: Picture, zoom: number, take = roomFor): Plane {
  const { width, height } = picture
  if (zoom === 1) return { width, height, data: luminance(picture, take(width * height)) }
  return reduce({ width, height, data: luminance(picture, roomFor(width * height)) }, zoom, take)
}

function roomFor(length: number): Uint8Array {
  return new Uint8Array(length)
}

function luminance({ data, channels, width }: Picture, values: Uint8Array): Uint8Array {
  if (channels === 1) {
    values.set(data)
    return values
  }
  for (let start = 0; start < values.length; start += width)
    luminanceAlong(data, values, start, start + width)
  return values
}

/** Computes the pixels from `first` to `end` (exclusive). */
function luminanceAlong(data: Uint8Array, values: Uint8Array, first: number, end: number): void {
  for (let at = first, from = 3 * first; at < end; at += 1, from += 3) {
    values[at] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8
  }
}

/** Downscales by area averaging, first along rows, then along columns. */
export function reduce(plane: Plane, zoom: number, take = roomFor): Plane {
  const { width, height } = reducedSize(plane, zoom)
  const across = spansOf(plane.width, width)
  const down = spansOf(plane.height, height)
  const data = take(width * height)
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

export function reducedSize({ width, height }: { width: number; height: number }, zoom: number) {
  return { width: Math.max(1, Math.round(width * zoom)), height: Math.max(1, Math.round(height * zoom)) }
}

/** The source pixels that each target pixel covers, and their weights. */
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

/** Downscales by two: means of 2 x 2 pixels. */
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

/** Gradient magnitude, with a coarse map of the tiles without edges. */
export interface Edges extends Plane {
  readonly kernel: Kernel
  /** Address of its first pixel in the memory of the kernel. */
  readonly start: number
  /** For each tile of `tilePx` squared, row by row: 1 if it may contain an edge. */
  readonly tiles: Uint8Array
  readonly tilesAcross: number
}

export const tilePx = 16

/** Gradient magnitude by the Sobel operator: (|dx| + |dy|) / 4, at most 255. It has no sign, so that light on dark
 *  equals dark on light. Planes narrower than a tile have no edges.
 *  @param luminance in the memory of the kernel
 *  @param isUniform the uniform segments of `luminance` */
export function edgesOf(
  { width, height, data: luminance }: Plane,
  isUniform: Uint8Array,
  kernel: Kernel,
): Edges {
  const data = kernel.take(luminance.length)
  const [from, to] = [luminance.byteOffset, data.byteOffset]
  const segments = segmentsAcross(width)
  const tilesAcross = Math.ceil(width / tilePx)
  const tiles = new Uint8Array(tilesAcross * Math.ceil(height / tilePx))
  const addTile = (y: number, tile: number) => {
    const at = y * width + Math.min(tile * tilePx, width - tilePx)
    if (kernel.edges(from + at, width, to + at, tilePx))
      tiles[Math.floor(y / tilePx) * tilesAcross + tile] = 1
  }
  const end = width < tilePx ? 0 : height - 1
  for (let y = 1; y < end; y += 1) {
    for (let tile = 0; tile < tilesAcross; tile += 1)
      if (isUniform[y * segments + Math.floor((tile * tilePx) / segmentPx)] !== 1) addTile(y, tile)
    data[y * width] = 0
    data[(y + 1) * width - 1] = 0
  }
  return { width, height, data, kernel, start: to, tiles, tilesAcross }
}
