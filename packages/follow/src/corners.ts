import { paperOf, piecePx, piecesAcross } from './paper'
import type { Plane } from './plane'

/** Corners keep this distance from the edges of the plane, and from each other, in pixels. */
const marginPx = 14
const apartPx = 4
/** Pixels around a corner that are summed, to each side. */
const reach = 2
/** Smaller eigenvalue of the structure tensor, summed over 5 x 5 pixels: weaker corners are noise. */
const minStrength = 900
/** A corner is compared with as many rows above and below it as `apartPx`. */
const ringRows = 16

/** Finds corners (Shi and Tomasi): local maxima of the smaller eigenvalue of the structure tensor.
 *  @param isPaper of the plane @returns indexes of pixels, in reading order */
export function cornersOf(plane: Plane, isPaper = paperOf(plane)): number[] {
  const { width, height } = plane
  const sums = new ColumnSums(plane, isPaper)
  const rows = new StrengthRows(width)
  const corners: number[] = []
  for (let y = marginPx - reach; y < marginPx + reach; y += 1) sums.addRow(y, 1)
  for (let row = marginPx; row < height - marginPx + apartPx; row += 1) {
    rows.begin(row)
    if (row < height - marginPx) {
      sums.addRow(row + reach, 1)
      sums.measure(rows, row)
      sums.addRow(row - reach, -1)
    }
    rows.addMaxima(row - apartPx, corners)
  }
  return corners
}

/** Sums of the products of slopes over five rows, for each column. */
class ColumnSums {
  private readonly xx: Int32Array
  private readonly yy: Int32Array
  private readonly xy: Int32Array
  /** How many of the five rows have slopes, for each piece. */
  private readonly filled: Uint8Array

  constructor(
    private readonly plane: Plane,
    private readonly isPaper: Uint8Array,
  ) {
    this.xx = new Int32Array(plane.width)
    this.yy = new Int32Array(plane.width)
    this.xy = new Int32Array(plane.width)
    this.filled = new Uint8Array(piecesAcross(plane.width))
  }

  addRow(y: number, sign: 1 | -1): void {
    const { filled, isPaper, plane } = this
    for (let piece = 0; piece < filled.length; piece += 1) {
      if (isPaper[y * filled.length + piece] === 1) continue
      filled[piece] = (filled[piece] ?? 0) + sign
      const first = Math.max(1, piece * piecePx)
      this.addPiece(first, Math.min(plane.width - 1, (piece + 1) * piecePx), y, sign)
    }
  }

  private addPiece(first: number, end: number, y: number, sign: 1 | -1): void {
    const { xx, yy, xy } = this
    const { data, width } = this.plane
    for (let x = first, at = y * width + first; x < end; x += 1, at += 1) {
      const dx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const dy = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      // The product of zero and a negative number would leave the integers.
      const signed = Math.imul(sign, dx)
      xx[x] = (xx[x] ?? 0) + Math.imul(signed, dx)
      xy[x] = (xy[x] ?? 0) + Math.imul(signed, dy)
      yy[x] = (yy[x] ?? 0) + Math.imul(Math.imul(sign, dy), dy)
    }
  }

  /** Adds what is strong in the middle one of the five rows. */
  measure(rows: StrengthRows, row: number): void {
    const { filled } = this
    for (let piece = 0; piece < filled.length; piece += 1) {
      if (filled[piece] === 0) continue
      const first = piece * piecePx
      while (piece < filled.length && filled[piece] !== 0) piece += 1
      this.measureRun(first, piece * piecePx + 2 * reach, rows, row)
    }
  }

  /** @param first, end columns, with nothing to the left of `first` */
  private measureRun(first: number, end: number, rows: StrengthRows, row: number): void {
    const { xx, yy, xy } = this
    const last = Math.min(end, this.plane.width - marginPx + reach)
    let a = 0
    let b = 0
    let c = 0
    for (let x = first; x < last; x += 1) {
      a += xx[x] ?? 0
      b += yy[x] ?? 0
      c += xy[x] ?? 0
      const gone = x - 2 * reach - 1
      if (gone >= first) {
        a -= xx[gone] ?? 0
        b -= yy[gone] ?? 0
        c -= xy[gone] ?? 0
      }
      // Both eigenvalues are above the limit.
      if (a <= minStrength || b <= minStrength || (a - minStrength) * (b - minStrength) <= c * c) continue
      if (x < marginPx + reach) continue
      const half = (a + b) / 2
      rows.add(row, x - reach, half - Math.sqrt(half * half - a * b + c * c))
    }
  }
}

/** The latest rows of strengths, in a ring. */
class StrengthRows {
  /** Of each pixel; zero where it is not strong. */
  private readonly strength: Float32Array
  /** Columns of the strong pixels of each row, and how many there are. */
  private readonly columns: Int32Array
  private readonly counts = new Int32Array(ringRows)

  constructor(private readonly width: number) {
    this.strength = new Float32Array(ringRows * width)
    this.columns = new Int32Array(ringRows * width)
  }

  begin(row: number): void {
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

  /** Adds the pixels of a row that no other within `apartPx` surpasses. */
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
    // Neighbours rule out nearly all of them.
    if ((strength[at - 1] ?? 0) > own || (strength[at + 1] ?? 0) > own) return false
    if ((strength[startOf(row - 1, width) + x] ?? 0) > own) return false
    if ((strength[startOf(row + 1, width) + x] ?? 0) > own) return false
    for (let y = row - apartPx; y <= row + apartPx; y += 1) {
      const start = startOf(y, width)
      for (let column = x - apartPx; column <= x + apartPx; column += 1) {
        const other = strength[start + column] ?? 0
        // Of equal ones the first in reading order.
        if (other > own || (other === own && (y < row || (y === row && column < x)))) return false
      }
    }
    return true
  }
}

function startOf(row: number, width: number): number {
  return (row % ringRows) * width
}
