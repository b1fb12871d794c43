import type { Area } from './change'
import { tilePx, type Edges, type Plane } from './plane'

/** A translation in whole pixels. */
export interface Shift {
  readonly dx: number
  readonly dy: number
}

/** Side of the blocks that are compared, in pixels. */
export const blockPx = 16
/** Every second row is sufficient, because edge maps are smooth. */
const rowStep = 2
/** Variance of edge strength below which a block is textureless: background, gradients, JPEG noise. */
const flatBelow = 14

/** The result for two textureless blocks. It says nothing about their content. */
export const bothFlat = -1

/** Normalised cross-correlation of a block of one edge map with the block at `shift` in another, 0 to 1. Contrast
 *  has no influence. If only one of them has texture, the result is 0; if neither has, it is `bothFlat`.
 *  @param x, y upper left corner in `from` */
export function blockCorrelation(
  from: Edges,
  to: Edges,
  x: number,
  y: number,
  { dx, dy }: Shift,
  height = blockPx,
): number {
  const toX = x + dx
  const toY = y + dy
  if (x < 0 || y < 0 || x + blockPx > from.width || y + height > from.height) return bothFlat
  const isOutside = toX < 0 || toY < 0 || toX + blockPx > to.width || toY + height > to.height
  if (isOutside) return isFlat(from, x, y) ? bothFlat : 0
  if (isBlank(from, x, y) && isBlank(to, toX, toY)) return bothFlat
  const [strideA, strideB] = [rowStep * from.width, rowStep * to.width]
  const [startA, startB] = [from.start + y * from.width + x, to.start + toY * to.width + toX]
  const sums = from.kernel.sums(startA, strideA, startB, strideB, blockPx, height / rowStep)
  const count = (blockPx * height) / rowStep
  const [meanA, meanB] = [sums.a / count, sums.b / count]
  const varianceA = sums.squaresA / count - meanA * meanA
  const varianceB = sums.squaresB / count - meanB * meanB
  if (varianceA < flatBelow && varianceB < flatBelow) return bothFlat
  // Noise in a textureless block must not correlate with content.
  if (varianceA < flatBelow / 2 || varianceB < flatBelow / 2) return 0
  const covariance = sums.products / count - meanA * meanB
  return Math.max(0, covariance / Math.sqrt(varianceA * varianceB))
}

/** Whether all tiles that a block touches are without edges. */
function isBlank({ tiles, tilesAcross }: Edges, x: number, y: number): boolean {
  const left = Math.floor(x / tilePx)
  const right = Math.floor((x + blockPx - 1) / tilePx)
  const top = Math.floor(y / tilePx) * tilesAcross
  const bottom = Math.floor((y + blockPx - 1) / tilePx) * tilesAcross
  return (
    tiles[top + left] !== 1 &&
    tiles[top + right] !== 1 &&
    tiles[bottom + left] !== 1 &&
    tiles[bottom + right] !== 1
  )
}

/** Whether a block is textureless, or partly outside of the plane. */
export function isFlat({ width, height, data }: Plane, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x + blockPx > width || y + blockPx > height) return true
  let [sum, squares] = [0, 0]
  for (let row = 0; row < blockPx; row += rowStep) {
    for (let column = 0, at = (y + row) * width + x; column < blockPx; column += 1, at += 1) {
      const value = data[at] ?? 0
      sum += value
      squares += value * value
    }
  }
  const count = (blockPx * blockPx) / rowStep
  return squares / count - (sum / count) ** 2 < flatBelow
}

/** Normalised cross-correlation of two rectangles of edge maps, 0 to 1. It is 0 if one of them is textureless or
 *  partly outside of its plane.
 *  @param area in `from`, in whole pixels, its width a multiple of 16
 *  @param shift to the rectangle in `to` */
export function areaCorrelation(
  from: Edges,
  to: Edges,
  { x, y, w, h }: Area,
  { dx, dy }: Shift,
  step = 1,
): number {
  const [toX, toY] = [x + dx, y + dy]
  if (x < 0 || y < 0 || x + w > from.width || y + h > from.height) return 0
  if (toX < 0 || toY < 0 || toX + w > to.width || toY + h > to.height) return 0
  const [startA, startB] = [from.start + y * from.width + x, to.start + toY * to.width + toX]
  const rows = Math.floor(h / step)
  const sums = from.kernel.sums(startA, step * from.width, startB, step * to.width, w, rows)
  const count = rows * w
  const covariance = sums.products - (sums.a * sums.b) / count
  const spread = (sums.squaresA - (sums.a * sums.a) / count) * (sums.squaresB - (sums.b * sums.b) / count)
  return spread > 0 ? Math.max(0, covariance / Math.sqrt(spread)) : 0
}
