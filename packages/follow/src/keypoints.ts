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
/** From here on the plane is searched at half its size: the letters stay legible, and it takes a quarter of the time. */
const halveFromWidthPx = 900

/** Finds corners (Shi and Tomasi) and describes each by 256 comparisons of edge strength between cells around it, in the
 *  manner of BRIEF. Strength has no sign: the description of a text is the same light on dark and dark on light. */
export function findKeypoints(plane: Plane): Keypoints {
  const step = plane.width >= halveFromWidthPx ? 2 : 1
  const searched = step === 2 ? halve(plane) : plane
  const { across, down } = slopesOf(searched)
  const corners = cornersOf(searched, across, down)
  const count = corners.length
  const cells = [blur(searched, across), blur(searched, down)] as const
  const descriptors = new Int32Array(count * wordsPer)
  const x = new Int32Array(count)
  const y = new Int32Array(count)
  const values = new Uint8Array(2 * cellsAcross * cellsAcross)
  corners.forEach((corner, at) => {
    x[at] = (corner % searched.width) * step
    y[at] = Math.floor(corner / searched.width) * step
    readCells(cells, searched.width, corner, values)
    describe(values, descriptors, at * wordsPer)
  })
  return { count, x, y, descriptors }
}

/** |dx| and |dy|, and the products that the structure tensor needs are made from their signed values on the way. */
function slopesOf({ width, height, data }: Plane) {
  const across = new Int16Array(width * height)
  const down = new Int16Array(width * height)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      across[at] = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      down[at] = (data[at + width] ?? 0) - (data[at - width] ?? 0)
    }
  }
  return { across, down }
}

/** Indexes of local maxima of the smaller eigenvalue. */
function cornersOf({ width, height }: Plane, across: Int16Array, down: Int16Array): number[] {
  const strength = new Float32Array(width * height)
  const reach = 2
  const [xx, yy, xy] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)]
  // Most rows of a page are blank: where all five of them are, there is nothing to compute.
  let sloping = 0
  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const dx = across[at] ?? 0
      const dy = down[at] ?? 0
      if (dx === 0 && dy === 0) continue
      sloping += sign
      xx[x] = (xx[x] ?? 0) + sign * dx * dx
      yy[x] = (yy[x] ?? 0) + sign * dy * dy
      xy[x] = (xy[x] ?? 0) + sign * dx * dy
    }
  }
  for (let y = 0; y < Math.min(2 * reach, height); y += 1) addRow(y, 1)
  for (let y = reach; y < height - reach; y += 1) {
    addRow(y + reach, 1)
    if (y - reach - 1 >= 0) addRow(y - reach - 1, -1)
    if (sloping === 0) continue
    let [a, b, c] = [0, 0, 0]
    for (let x = 0; x < width; x += 1) {
      a += xx[x] ?? 0
      b += yy[x] ?? 0
      c += xy[x] ?? 0
      const gone = x - 2 * reach - 1
      if (gone >= 0) {
        a -= xx[gone] ?? 0
        b -= yy[gone] ?? 0
        c -= xy[gone] ?? 0
      }
      if (a + b < 2 * minStrength || x < reach) continue
      const half = (a + b) / 2
      const smaller = half - Math.sqrt(Math.max(0, half * half - a * b + c * c))
      if (smaller > minStrength) strength[y * width + x - reach] = smaller
    }
  }
  const corners: number[] = []
  for (let y = marginPx; y < height - marginPx; y += 1) {
    for (let x = marginPx; x < width - marginPx; x += 1) {
      const at = y * width + x
      const own = strength[at] ?? 0
      if (own === 0 || isBelowNeighbour(strength, width, at, own)) continue
      if (isLocalMaximum(strength, width, at, own)) corners.push(at)
    }
  }
  return corners
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

/** Means of three by three absolute slopes. */
function blur({ width, height }: Plane, slopes: Int16Array): Uint8Array {
  const blurred = new Uint8Array(width * height)
  const sums = new Int32Array(width)
  for (let y = 1; y < height - 1; y += 1) {
    const here = y * width
    let any = 0
    for (let x = 0; x < width; x += 1) {
      const sum =
        Math.abs(slopes[here - width + x] ?? 0) +
        Math.abs(slopes[here + x] ?? 0) +
        Math.abs(slopes[here + width + x] ?? 0)
      sums[x] = sum
      any |= sum
    }
    if (any === 0) continue
    for (let x = 1; x < width - 1; x += 1) {
      const sum = ((sums[x - 1] ?? 0) + (sums[x] ?? 0) + (sums[x + 1] ?? 0)) >> 2
      blurred[here + x] = sum > 255 ? 255 : sum
    }
  }
  return blurred
}

function readCells(
  cells: readonly [Uint8Array, Uint8Array],
  width: number,
  corner: number,
  values: Uint8Array,
) {
  const first = corner - (((cellsAcross - 1) * cellStepPx) >> 1) * (width + 1)
  for (let row = 0, to = 0; row < cellsAcross; row += 1) {
    for (let column = 0; column < cellsAcross; column += 1, to += 2) {
      const from = first + row * cellStepPx * width + column * cellStepPx
      values[to] = cells[0][from] ?? 0
      values[to + 1] = cells[1][from] ?? 0
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
