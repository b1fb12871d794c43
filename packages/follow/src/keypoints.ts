import { cornersOf } from './corners'
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
/** Two cells must differ by this much before one counts as stronger. */
const clearlyStronger = 5
/** Larger planes are searched at half their size, which takes a quarter of the time. Letters stay legible, but fewer of them
 *  are found again where content moved by an odd number of pixels. */
const halveFromPixels = 8_000_000

/** Finds corners and describes each by 256 comparisons of edge strength between cells around it, in the manner of BRIEF.
 *  Strength has no sign: the description of a text is the same light on dark and dark on light.
 *  @param isPaper of the plane, where it is known */
export function findKeypoints(plane: Plane, isPaper?: Uint8Array): Keypoints {
  const step = plane.width * plane.height >= halveFromPixels ? 2 : 1
  const searched = step === 2 ? halve(plane) : plane
  const corners = cornersOf(searched, step === 1 ? isPaper : undefined)
  const count = corners.length
  const descriptors = new Int32Array(count * wordsPer)
  const x = new Int32Array(count)
  const y = new Int32Array(count)
  const values = new Uint8Array(2 * cellsAcross * cellsAcross)
  for (const [at, corner] of corners.entries()) {
    x[at] = (corner % searched.width) * step
    y[at] = Math.floor(corner / searched.width) * step
    readCells(searched, corner, 1, values, 0)
    readCells(searched, corner, searched.width, values, 1)
    describe(values, descriptors, at * wordsPer)
  }
  return { count, x, y, descriptors }
}

/** Means of three by three absolute slopes at the cells around a corner. @param beside from a pixel to the next one in the
 *  direction of the slope @param channel of two, which alternate in `values` */
function readCells(
  { data, width }: Plane,
  corner: number,
  beside: number,
  values: Uint8Array,
  channel: 0 | 1,
): void {
  const left = corner - (((cellsAcross - 1) * cellStepPx) >> 1) * (width + 1) - width - 1
  for (let row = 0, to = channel; row < cellsAcross; row += 1) {
    for (let column = 0; column < cellsAcross; column += 1, to += 2) {
      const first = left + row * cellStepPx * width + column * cellStepPx
      let sum = 0
      for (let start = first; start <= first + 2 * width; start += width)
        for (let at = start; at < start + 3; at += 1)
          sum += Math.abs((data[at + beside] ?? 0) - (data[at - beside] ?? 0))
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
