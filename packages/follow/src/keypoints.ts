import { halve, type Plane } from './plane'

/** Corners of a plane and what their surroundings look like. */
export interface Keypoints {
  readonly count: number
  /** In pixels of the plane they were found in. */
  readonly x: Int32Array
  readonly y: Int32Array
  /** `wordsPer` words of 32 bits for each. */
  readonly descriptors: Int32Array
}

export const wordsPer = 8
const bitsPer = wordsPer * 32
/** Half the side of the square of cells around a corner, and the distance of cells, in pixels of the searched plane. */
const cellsAcross = 8
const cellStepPx = 3
const marginPx = 14
/** Corners keep this distance from each other, in pixels of the searched plane. */
const apartPx = 4
/** Smaller eigenvalue of the structure tensor, summed over 5 x 5 pixels: weaker corners are noise. */
const minStrength = 900
/** Two cells must differ by this much before one counts as stronger. */
const clearlyStronger = 5
/** Larger planes are searched at half their size, which takes a quarter of the time. Letters stay legible, but fewer of them
 *  are found again where content moved by an odd number of pixels. */
const halveFromPixels = 8_000_000

/** Finds corners (Shi and Tomasi) and describes each by 256 comparisons of edge strength between cells around it, in the
 *  manner of BRIEF. Strength has no sign: the description of a text is the same light on dark and dark on light. */
export function findKeypoints(plane: Plane): Keypoints {
  const step = plane.width * plane.height >= halveFromPixels ? 2 : 1
  const searched = step === 2 ? halve(plane) : plane
  const slopes = slopesOf(searched)
  const corners = cornersOf(searched, slopes)
  const count = corners.length
  const descriptors = new Int32Array(count * wordsPer)
  const x = new Int32Array(count)
  const y = new Int32Array(count)
  const values = new Uint8Array(2 * cellsAcross * cellsAcross)
  corners.forEach((corner, at) => {
    x[at] = (corner % searched.width) * step
    y[at] = Math.floor(corner / searched.width) * step
    readCells(slopes.across, searched.width, corner, values, 0)
    readCells(slopes.down, searched.width, corner, values, 1)
    describe(values, descriptors, at * wordsPer)
  })
  return { count, x, y, descriptors }
}

/** Slopes of a plane. Most of a page is blank: `filled` tells for each piece of a row whether there is anything. */
interface Slopes {
  readonly across: Int16Array
  readonly down: Int16Array
  /** Pieces of `piecePx` pixels, row by row. */
  readonly filled: Uint8Array
  readonly pieces: number
}

const piecePx = 32

function slopesOf({ width, height, data }: Plane): Slopes {
  const across = new Int16Array(width * height)
  const down = new Int16Array(width * height)
  const pieces = Math.ceil(width / piecePx) + 1
  const filled = new Uint8Array(pieces * height)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const dx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const dy = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      if (dx === 0 && dy === 0) continue
      across[at] = dx
      down[at] = dy
      filled[y * pieces + ((x / piecePx) | 0)] = 1
    }
  }
  return { across, down, filled, pieces }
}

/** Pixels around a corner that are summed, to each side. */
const reach = 2

/** Indexes of local maxima of the smaller eigenvalue. */
function cornersOf({ width, height }: Plane, slopes: Slopes): number[] {
  const { pieces, filled } = slopes
  const strength = new Float32Array(width * height)
  const strong: number[] = []
  const sums = new ColumnSums(width, slopes)
  for (let y = 0; y < height - marginPx + reach; y += 1) {
    sums.addRow(y, 1)
    if (y > 2 * reach) sums.addRow(y - 2 * reach - 1, -1)
    if (y < marginPx + reach) continue
    for (let piece = 0; piece < pieces; piece += 1) {
      if (!isFilled(piece, y)) continue
      const first = piece * piecePx
      while (isFilled(piece, y)) piece += 1
      const last = Math.min(piece * piecePx + 2 * reach, width - marginPx + reach)
      sums.eachStrong(first, last, (x, smaller) => {
        if (x < marginPx) return
        const at = (y - reach) * width + x
        strength[at] = smaller
        strong.push(at)
      })
    }
  }
  return strong.filter((at) => {
    const own = strength[at] ?? 0
    return !isBelowNeighbour(strength, width, at, own) && isLocalMaximum(strength, width, at, own)
  })

  /** Of the rows that are summed, the last of which is `y`. */
  function isFilled(piece: number, y: number): boolean {
    for (let row = y - 2 * reach; row <= y; row += 1) if (filled[row * pieces + piece] === 1) return true
    return false
  }
}

/** Sums of the products of slopes over five rows, for each column. */
class ColumnSums {
  private readonly xx: Int32Array
  private readonly yy: Int32Array
  private readonly xy: Int32Array

  constructor(
    private readonly width: number,
    private readonly slopes: Slopes,
  ) {
    this.xx = new Int32Array(width)
    this.yy = new Int32Array(width)
    this.xy = new Int32Array(width)
  }

  addRow(y: number, sign: 1 | -1): void {
    const { xx, yy, xy, width } = this
    const { across, down, filled, pieces } = this.slopes
    for (let piece = 0; piece < pieces; piece += 1) {
      if (filled[y * pieces + piece] === 0) continue
      const last = Math.min(width, (piece + 1) * piecePx)
      for (let x = piece * piecePx, at = y * width + x; x < last; x += 1, at += 1) {
        const dx = across[at] ?? 0
        const dy = down[at] ?? 0
        xx[x] = (xx[x] ?? 0) + sign * dx * dx
        yy[x] = (yy[x] ?? 0) + sign * dy * dy
        xy[x] = (xy[x] ?? 0) + sign * dx * dy
      }
    }
  }

  /** @param first, last columns, with nothing to the left of `first` */
  eachStrong(first: number, last: number, take: (x: number, smaller: number) => void): void {
    const { xx, yy, xy } = this
    let [a, b, c] = [0, 0, 0]
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
      const half = (a + b) / 2
      take(x - reach, half - Math.sqrt(half * half - a * b + c * c))
    }
  }
}

/** Rules out nearly all of them at the cost of four comparisons. */
function isBelowNeighbour(strength: Float32Array, width: number, at: number, own: number): boolean {
  return (
    (strength[at - 1] ?? 0) > own ||
    (strength[at + 1] ?? 0) > own ||
    (strength[at - width] ?? 0) > own ||
    (strength[at + width] ?? 0) > own
  )
}

function isLocalMaximum(strength: Float32Array, width: number, at: number, own: number): boolean {
  for (let row = -apartPx; row <= apartPx; row += 1) {
    for (let column = -apartPx; column <= apartPx; column += 1) {
      const other = strength[at + row * width + column] ?? 0
      // Of equal ones the first in reading order.
      if (other > own || (other === own && (row < 0 || (row === 0 && column < 0)))) return false
    }
  }
  return true
}

/** Means of three by three absolute slopes at the cells around a corner. @param channel of two, which alternate in `values` */
function readCells(
  slopes: Int16Array,
  width: number,
  corner: number,
  values: Uint8Array,
  channel: 0 | 1,
): void {
  const first = corner - (((cellsAcross - 1) * cellStepPx) >> 1) * (width + 1)
  for (let row = 0, to = channel; row < cellsAcross; row += 1) {
    for (let column = 0; column < cellsAcross; column += 1, to += 2) {
      const middle = first + row * cellStepPx * width + column * cellStepPx
      let sum = 0
      for (let at = middle - width - 1; at <= middle + width - 1; at += width)
        sum += Math.abs(slopes[at] ?? 0) + Math.abs(slopes[at + 1] ?? 0) + Math.abs(slopes[at + 2] ?? 0)
      values[to] = Math.min(255, sum >> 2)
    }
  }
}

/** Pairs of cells to compare; the same in every run. Near the corner they are chosen more often. */
const pairs = makePairs()

function makePairs(): Uint8Array {
  let state = 12_345
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const cell = () => Math.floor(((random() + random()) / 2) * cellsAcross)
  const made = new Uint8Array(2 * bitsPer)
  for (let at = 0; at < made.length; at += 2) {
    const channel = random() < 0.5 ? 0 : 1
    do {
      made[at] = 2 * (cell() * cellsAcross + cell()) + channel
      made[at + 1] = 2 * (cell() * cellsAcross + cell()) + (random() < 0.7 ? channel : 1 - channel)
    } while (made[at] === made[at + 1])
  }
  return made
}

function describe(values: Uint8Array, descriptors: Int32Array, start: number): void {
  for (let word = 0, pair = 0; word < wordsPer; word += 1) {
    let bits = 0
    for (let bit = 0; bit < 32; bit += 1, pair += 2) {
      const isStronger =
        (values[pairs[pair] ?? 0] ?? 0) > (values[pairs[pair + 1] ?? 0] ?? 0) + clearlyStronger
      bits = (bits << 1) | (isStronger ? 1 : 0)
    }
    descriptors[start + word] = bits
  }
}
