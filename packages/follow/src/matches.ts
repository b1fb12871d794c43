import { wordsPerDescriptor, type Keypoints } from './keypoints'

/** Candidate matches between keypoints, as pairs of indexes. A keypoint may occur in several pairs. */
export interface Matches {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Displacement from the keypoint to its match, in pixels of the planes. */
  readonly dx: Int32Array
  readonly dy: Int32Array
  /** 1 for an unambiguous pair, 1 / n if n candidates of either side are about equally good. */
  readonly weight: Float32Array
}

/** Maximum Hamming distance between the descriptors of the same corner, of 256 bits. */
const maxDistance = 56
/** Candidates whose distance exceeds that of the best one by more than this are dropped. */
const maxDistanceGap = 14
const maxCandidates = 8
/** Hash keys that more keypoints share are skipped, because they do not discriminate. */
const maxBucket = 96
const keyBits = 16
const keys = 65_536
const tables = (wordsPerDescriptor * 32) / keyBits

/** Matches each keypoint of `from` with those of `to` by Hamming distance, anywhere on the page. Only keypoints
 *  that agree in one of 16 keys of 16 bits are compared (locality-sensitive hashing by bit sampling). */
export function matchKeypoints(from: Keypoints, to: Keypoints): Matches {
  const index = new DescriptorIndex(from.descriptors, to)
  const [pairsFrom, pairsTo, weights]: [number[], number[], number[]] = [[], [], []]
  for (let at = 0; at < from.count; at += 1) {
    const found = index.candidatesFor(at)
    // A keypoint with more candidates belongs to a repeated pattern.
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

/** The same pairs with both sides swapped. */
export function reversedMatches({ count, from, to, dx, dy, weight }: Matches): Matches {
  return { count, from: to, to: from, dx: dx.map((value) => -value), dy: dy.map((value) => -value), weight }
}

interface Candidate {
  readonly to: number
  readonly distance: number
}

/** Index of descriptors: one hash table per key. */
class DescriptorIndex {
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

  /** The matches of a keypoint of `from` whose distance is close to that of the best one. */
  candidatesFor(at: number): Candidate[] {
    this.found = []
    this.limit = maxDistance
    for (let table = 0; table < tables; table += 1) this.probe(table, at)
    return this.found.filter(({ distance }) => distance <= this.limit)
  }

  private probe(table: number, at: number): void {
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
    this.limit = Math.min(limit, distance + maxDistanceGap)
  }
}

/** A hash table with linked lists in ascending order. Entries are keypoint indexes plus one; 0 ends a list. */
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
  const word = descriptors[at * wordsPerDescriptor + (table >> 1)] ?? 0
  return (table & 1) === 0 ? word & 0xffff : word >>> 16
}

/** Hamming distance; counting stops when it exceeds `limit`. */
function distanceUpTo(a: Int32Array, atA: number, b: Int32Array, atB: number, limit: number): number {
  let distance = 0
  for (let word = 0; word < wordsPerDescriptor && distance <= limit; word += 1) {
    let bits = (a[atA * wordsPerDescriptor + word] ?? 0) ^ (b[atB * wordsPerDescriptor + word] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return distance
}
