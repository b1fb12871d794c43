import { uniformSegmentsOf, segmentPx, segmentsAcross } from './uniform-segments'
import type { Plane } from './plane'

/** Distance of corners from the borders of the plane, and radius of the non-maximum suppression, in pixels. */
const marginPx = 14
const suppressionRadiusPx = 4
/** Radius of the window of the structure tensor, in pixels. */
const windowRadius = 2
/** Minimum of the smaller eigenvalue of the structure tensor, summed over 5 x 5 pixels. Weaker corners are noise. */
const minStrength = 900
/** Rows in the ring buffer. A corner is compared with `suppressionRadiusPx` rows above and below it. */
const ringRows = 16

/** Detects corners (Shi and Tomasi, "Good features to track", 1994): local maxima of the smaller eigenvalue of the
 *  structure tensor.
 *  @param isUniform the uniform segments of the plane
 *  @returns indexes of pixels, in reading order */
export function detectCorners(plane: Plane, isUniform = uniformSegmentsOf(plane)): number[] {
  const { width, height } = plane
  const sums = new ColumnSums(plane, isUniform)
  const rows = new StrengthRows(width)
  const corners: number[] = []
  for (let y = marginPx - windowRadius; y < marginPx + windowRadius; y += 1) sums.addRow(y, 1)
  for (let row = marginPx; row < height - marginPx + suppressionRadiusPx; row += 1) {
    rows.startRow(row)
    if (row < height - marginPx) {
      sums.addRow(row + windowRadius, 1)
      sums.measure(rows, row)
      sums.addRow(row - windowRadius, -1)
    }
    rows.addMaxima(row - suppressionRadiusPx, corners)
  }
  return corners
}

/** Sums of gradient products (the structure tensor) over a sliding window of five rows, for each column. */
class ColumnSums {
  private readonly xx: Int32Array
  private readonly yy: Int32Array
  private readonly xy: Int32Array
  /** How many of the five rows have a gradient, for each segment. */
  private readonly filled: Uint8Array

  constructor(
    private readonly plane: Plane,
    private readonly isUniform: Uint8Array,
  ) {
    this.xx = new Int32Array(plane.width)
    this.yy = new Int32Array(plane.width)
    this.xy = new Int32Array(plane.width)
    this.filled = new Uint8Array(segmentsAcross(plane.width))
  }

  addRow(y: number, sign: 1 | -1): void {
    const { filled, isUniform, plane } = this
    for (let segment = 0; segment < filled.length; segment += 1) {
      if (isUniform[y * filled.length + segment] === 1) continue
      filled[segment] = (filled[segment] ?? 0) + sign
      const first = Math.max(1, segment * segmentPx)
      this.addSegment(first, Math.min(plane.width - 1, (segment + 1) * segmentPx), y, sign)
    }
  }

  private addSegment(first: number, end: number, y: number, sign: 1 | -1): void {
    const { xx, yy, xy } = this
    const { data, width } = this.plane
    for (let x = first, at = y * width + first; x < end; x += 1, at += 1) {
      const dx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const dy = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      // `imul` keeps the values integers: 0 times a negative number would be -0, a floating-point number.
      const signed = Math.imul(sign, dx)
      xx[x] = (xx[x] ?? 0) + Math.imul(signed, dx)
      xy[x] = (xy[x] ?? 0) + Math.imul(signed, dy)
      yy[x] = (yy[x] ?? 0) + Math.imul(Math.imul(sign, dy), dy)
    }
  }

  /** Adds the strong pixels of the middle one of the five rows. */
  measure(rows: StrengthRows, row: number): void {
    const { filled } = this
    for (let segment = 0; segment < filled.length; segment += 1) {
      if (filled[segment] === 0) continue
      const first = segment * segmentPx
      while (segment < filled.length && filled[segment] !== 0) segment += 1
      this.measureRun(first, segment * segmentPx + 2 * windowRadius, rows, row)
    }
  }

  /** @param first, end columns; there are no gradients to the left of `first` */
  private measureRun(first: number, end: number, rows: StrengthRows, row: number): void {
    const { xx, yy, xy } = this
    const last = Math.min(end, this.plane.width - marginPx + windowRadius)
    let a = 0
    let b = 0
    let c = 0
    for (let x = first; x < last; x += 1) {
      a += xx[x] ?? 0
      b += yy[x] ?? 0
      c += xy[x] ?? 0
      const gone = x - 2 * windowRadius - 1
      if (gone >= first) {
        a -= xx[gone] ?? 0
        b -= yy[gone] ?? 0
        c -= xy[gone] ?? 0
      }
      // Tests that both eigenvalues exceed the minimum, without computing them.
      if (a <= minStrength || b <= minStrength || (a - minStrength) * (b - minStrength) <= c * c) continue
      if (x < marginPx + windowRadius) continue
      const half = (a + b) / 2
      rows.add(row, x - windowRadius, half - Math.sqrt(half * half - a * b + c * c))
    }
  }
}

/** The latest rows of corner strengths, in a ring buffer. */
class StrengthRows {
  /** Corner strength of each pixel; 0 below the minimum. */
  private readonly strength: Float32Array
  /** Columns of the strong pixels of each row. */
  private readonly columns: Int32Array
  private readonly counts = new Int32Array(ringRows)

  constructor(private readonly width: number) {
    this.strength = new Float32Array(ringRows * width)
    this.columns = new Int32Array(ringRows * width)
  }

  startRow(row: number): void {
    const start = startOf(row, this.width)
    this.strength.fill(0, start, start + this.width)
    this.counts[row % ringRows] = 0
  }

  add(row: number, x: number, strength: number): void {
    const start = startOf(row, this.width)
    const count = this.counts[row % ringRows] ?? 0
    this.strength[start + x] = strength
    this.columns[start + count] = x
    this.counts[row % ringRows] = count + 1
  }

  /** Non-maximum suppression: adds the pixels of a row that are maximal within `suppressionRadiusPx`. */
  addMaxima(row: number, corners: number[]): void {
    const start = startOf(row, this.width)
    for (let at = start; at < start + (this.counts[row % ringRows] ?? 0); at += 1) {
      const x = this.columns[at] ?? 0
      if (this.isMaximum(row, x)) corners.push(row * this.width + x)
    }
  }

  private isMaximum(row: number, x: number): boolean {
    const { strength, width } = this
    const at = startOf(row, width) + x
    const own = strength[at] ?? 0
    // The direct neighbours rule out nearly all pixels.
    if ((strength[at - 1] ?? 0) > own || (strength[at + 1] ?? 0) > own) return false
    if ((strength[startOf(row - 1, width) + x] ?? 0) > own) return false
    if ((strength[startOf(row + 1, width) + x] ?? 0) > own) return false
    for (let y = row - suppressionRadiusPx; y <= row + suppressionRadiusPx; y += 1) {
      const start = startOf(y, width)
      for (let column = x - suppressionRadiusPx; column <= x + suppressionRadiusPx; column += 1) {
        const other = strength[start + column] ?? 0
        // Of equal strengths, the first in reading order wins.
        if (other > own || (other === own && (y < row || (y === row && column < x)))) return false
      }
    }
    return true
  }
}

function startOf(row: number, width: number): number {
  return (row % ringRows) * width
}
