import { detectCorners } from './corners'
import { halve, type Plane } from './plane'

/** Detected corners with their binary descriptors. */
export interface Keypoints {
  readonly count: number
  /** In pixels of the plane. */
  readonly x: Int32Array
  readonly y: Int32Array
  /** `wordsPerDescriptor` words of 32 bits per keypoint. */
  readonly descriptors: Int32Array
}

export const wordsPerDescriptor = 8
const bitsPerDescriptor = wordsPerDescriptor * 32
/** Cells per side of the descriptor window, and their distance, in pixels of the searched plane. */
const cellsAcross = 8
const cellStepPx = 3
/** Minimum difference for one cell to count as stronger than another. */
const minContrast = 5
/** Planes from this size on are searched at half their size, which takes a quarter of the time. Letters stay
 *  legible. Fewer of them are matched when content moved by an odd number of pixels. */
const halveFromPixels = 8_000_000

/** Detects corners and computes a BRIEF descriptor of 256 bits for each (Calonder et al., "BRIEF: Binary robust
 *  independent elementary features", 2010). The tests compare absolute gradients instead of intensities, so that
 *  the descriptor of a text is the same light on dark and dark on light.
 *  @param isUniform the uniform segments of the plane, if known */
export function detectKeypoints(plane: Plane, isUniform?: Uint8Array): Keypoints {
  const step = plane.width * plane.height >= halveFromPixels ? 2 : 1
  const searched = step === 2 ? halve(plane) : plane
  const corners = detectCorners(searched, step === 1 ? isUniform : undefined)
  const count = corners.length
  const descriptors = new Int32Array(count * wordsPerDescriptor)
  const x = new Int32Array(count)
  const y = new Int32Array(count)
  const values = new Uint8Array(2 * cellsAcross * cellsAcross)
  for (const [at, corner] of corners.entries()) {
    x[at] = (corner % searched.width) * step
    y[at] = Math.floor(corner / searched.width) * step
    readCells(searched, corner, 1, values, 0)
    readCells(searched, corner, searched.width, values, 1)
    writeDescriptor(values, descriptors, at * wordsPerDescriptor)
  }
  return { count, x, y, descriptors }
}

/** Sums of 3 x 3 absolute gradients at the cells around a corner.
 *  @param beside offset to the next pixel in the direction of the gradient
 *  @param channel the gradient's direction; the two alternate in `values` */
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

/** The pairs of cells that the binary tests compare, the same in every run. Cells near the corner are chosen more
 *  often. */
const samplePairs = makeSamplePairs()

function makeSamplePairs(): Uint8Array {
  let state = 12_345
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const cell = () => Math.floor(((random() + random()) / 2) * cellsAcross)
  const made = new Uint8Array(2 * bitsPerDescriptor)
  for (let at = 0; at < made.length; at += 2) {
    const channel = random() < 0.5 ? 0 : 1
    do {
      made[at] = 2 * (cell() * cellsAcross + cell()) + channel
      made[at + 1] = 2 * (cell() * cellsAcross + cell()) + (random() < 0.7 ? channel : 1 - channel)
    } while (made[at] === made[at + 1])
  }
  return made
}

function writeDescriptor(values: Uint8Array, descriptors: Int32Array, start: number): void {
  for (let word = 0, pair = 0; word < wordsPerDescriptor; word += 1) {
    let bits = 0
    for (let bit = 0; bit < 32; bit += 1, pair += 2) {
      const isStronger =
        (values[samplePairs[pair] ?? 0] ?? 0) > (values[samplePairs[pair + 1] ?? 0] ?? 0) + minContrast
      bits = (bits << 1) | (isStronger ? 1 : 0)
    }
    descriptors[start + word] = bits
  }
}
