import { wordsPer, type Keypoints } from './keypoints'

/** Keypoints that look alike, as pairs of indexes. A keypoint may occur in several pairs. */
export interface Matches {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Where the counterpart is, from the keypoint, in pixels of the planes. */
  readonly dx: Int32Array
  readonly dy: Int32Array
  /** 1 for a pair without competition, 1 / n where n candidates of either side look equally alike. */
  readonly weight: Float32Array
}

/** Bits of 256 in which the descriptions of the same corner may differ. */
const maxDistance = 56
/** Candidates worse than the best by more bits than this are out. */
const worseBy = 14
const maxCandidates = 8
/** A key that this many keypoints share says nothing about any of them. */
const maxBucket = 96
const keyBits = 16
const keys = 65_536
const tables = (wordsPer * 32) / keyBits

/** Pairs each keypoint of `from` with those of `to` that look like it, wherever they lie. Keypoints that agree in one of
 *  16 keys of 16 bits are compared bit by bit (locality-sensitive hashing). */
export function matchKeypoints(from: Keypoints, to: Keypoints): Matches {
  const search = new Search(from.descriptors, to)
  const [pairsFrom, pairsTo, weights]: [number[], number[], number[]] = [[], [], []]
  for (let at = 0; at < from.count; at += 1) {
    const found = search.alike(at)
    // More would be a pattern of the page, not a thing on it.
    if (found.length > 3 * maxCandidates) continue
    found.sort((a, b) => a.distance - b.distance)
    for (const candidate of found.slice(0, maxCandidates)) {
      pairsFrom.push(at)
      pairsTo.push(candidate.to)
      weights.push(1 / found.length)
    }
  }
  const claims = new Int32Array(to.count)
  for (const other of pairsTo) claims[other] = (claims[other] ?? 0) + 1
  return {
    count: pairsFrom.length,
    from: Int32Array.from(pairsFrom),
    to: Int32Array.from(pairsTo),
    dx: Int32Array.from(pairsFrom, (at, pair) => (to.x[pairsTo[pair] ?? 0] ?? 0) - (from.x[at] ?? 0)),
    dy: Int32Array.from(pairsFrom, (at, pair) => (to.y[pairsTo[pair] ?? 0] ?? 0) - (from.y[at] ?? 0)),
    weight: Float32Array.from(weights, (weight, pair) =>
      Math.min(weight, 1 / (claims[pairsTo[pair] ?? 0] ?? 1)),
    ),
  }
}

/** The same pairs seen from the other side. */
export function reversed({ count, from, to, dx, dy, weight }: Matches): Matches {
  return { count, from: to, to: from, dx: dx.map((value) => -value), dy: dy.map((value) => -value), weight }
}

interface Candidate {
  readonly to: number
  readonly distance: number
}

/** Finds keypoints by their keys. */
class Search {
  private readonly tables: Table[]
  private readonly lastSeenBy: Int32Array
  private found: Candidate[] = []
  private limit = maxDistance

  constructor(
    private readonly from: Int32Array,
    private readonly to: Keypoints,
  ) {
    this.tables = Array.from({ length: tables }, (_, table) => tableOf(to, table))
    this.lastSeenBy = new Int32Array(to.count).fill(-1)
  }

  /** Those that look like a keypoint of `from`, hardly worse than the best of them. */
  alike(at: number): Candidate[] {
    this.found = []
    this.limit = maxDistance
    for (let table = 0; table < tables; table += 1) this.ask(table, at)
    return this.found.filter(({ distance }) => distance <= this.limit)
  }

  private ask(table: number, at: number): void {
    const members = this.tables[table]
    if (!members) return
    const key = keyOf(this.from, at, table)
    if ((members.count[key] ?? 0) > maxBucket) return
    for (let next = members.first[key] ?? 0; next > 0; next = members.next[next] ?? 0)
      this.compare(at, next - 1)
  }

  private compare(at: number, other: number): void {
    const { lastSeenBy, limit } = this
    if (lastSeenBy[other] === at) return
    lastSeenBy[other] = at
    const distance = distanceUpTo(this.from, at, this.to.descriptors, other, limit)
    if (distance > limit) return
    this.found.push({ to: other, distance })
    this.limit = Math.min(limit, distance + worseBy)
  }
}

/** Keypoints by one of their keys, in ascending order. Numbers are those of keypoints and one more, 0 means none. */
interface Table {
  readonly count: Int32Array
  readonly first: Int32Array
  readonly next: Int32Array
}

function tableOf({ count: keypoints, descriptors }: Keypoints, table: number): Table {
  const count = new Int32Array(keys)
  const first = new Int32Array(keys)
  const next = new Int32Array(keypoints + 1)
  for (let at = keypoints - 1; at >= 0; at -= 1) {
    const key = keyOf(descriptors, at, table)
    count[key] = (count[key] ?? 0) + 1
    next[at + 1] = first[key] ?? 0
    first[key] = at + 1
  }
  return { count, first, next }
}

function keyOf(descriptors: Int32Array, at: number, table: number): number {
  const word = descriptors[at * wordsPer + (table >> 1)] ?? 0
  return (table & 1) === 0 ? word & 0xffff : word >>> 16
}

/** Bits that differ; counting stops once there are more than `limit`. */
function distanceUpTo(a: Int32Array, atA: number, b: Int32Array, atB: number, limit: number): number {
  let distance = 0
  for (let word = 0; word < wordsPer && distance <= limit; word += 1) {
    let bits = (a[atA * wordsPer + word] ?? 0) ^ (b[atB * wordsPer + word] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return distance
}
