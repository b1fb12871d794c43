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
const tables = (wordsPer * 32) / keyBits

/** Pairs each keypoint of `from` with those of `to` that look like it, wherever they lie. Keypoints that agree in one of
 *  16 keys of 16 bits are compared bit by bit (locality-sensitive hashing). */
export function matchKeypoints(from: Keypoints, to: Keypoints): Matches {
  const next = new Int32Array(2 ** keyBits + 1)
  const index = Array.from({ length: tables }, (_, table) => indexBy(to, table, next))
  const pairs: { from: number; to: number; weight: number }[] = []
  const lastSeenBy = new Int32Array(to.count).fill(-1)
  for (let at = 0; at < from.count; at += 1) {
    const best: { to: number; distance: number }[] = []
    let limit = maxDistance
    for (const [table, { starts, members }] of index.entries()) {
      const key = keyOf(from.descriptors, at, table)
      const start = starts[key] ?? 0
      const end = starts[key + 1] ?? 0
      if (end - start > maxBucket) continue
      for (let member = start; member < end; member += 1) {
        const other = members[member] ?? 0
        if (lastSeenBy[other] === at) continue
        lastSeenBy[other] = at
        const distance = distanceUpTo(from.descriptors, at, to.descriptors, other, limit)
        if (distance > limit) continue
        best.push({ to: other, distance })
        limit = Math.min(limit, distance + worseBy)
      }
    }
    const kept = best.filter(({ distance }) => distance <= limit)
    // More would be a pattern of the page, not a thing on it.
    if (kept.length > 3 * maxCandidates) continue
    kept.sort((a, b) => a.distance - b.distance)
    for (const candidate of kept.slice(0, maxCandidates))
      pairs.push({ from: at, to: candidate.to, weight: 1 / kept.length })
  }
  const claims = new Int32Array(to.count)
  for (const pair of pairs) claims[pair.to] = (claims[pair.to] ?? 0) + 1
  return {
    count: pairs.length,
    from: Int32Array.from(pairs, (pair) => pair.from),
    to: Int32Array.from(pairs, (pair) => pair.to),
    dx: Int32Array.from(pairs, (pair) => (to.x[pair.to] ?? 0) - (from.x[pair.from] ?? 0)),
    dy: Int32Array.from(pairs, (pair) => (to.y[pair.to] ?? 0) - (from.y[pair.from] ?? 0)),
    weight: Float32Array.from(pairs, (pair) => Math.min(pair.weight, 1 / (claims[pair.to] ?? 1))),
  }
}

/** The same pairs seen from the other side. */
export function reversed({ count, from, to, dx, dy, weight }: Matches): Matches {
  return { count, from: to, to: from, dx: dx.map((value) => -value), dy: dy.map((value) => -value), weight }
}

/** Members of each key one after the other; those of key k stand from `starts[k]` up to `starts[k + 1]`.
 *  @param next room to count in, the same for all tables */
function indexBy({ count, descriptors }: Keypoints, table: number, next: Int32Array) {
  const starts = new Int32Array(2 ** keyBits + 1)
  for (let at = 0; at < count; at += 1) {
    const key = keyOf(descriptors, at, table)
    starts[key + 1] = (starts[key + 1] ?? 0) + 1
  }
  for (let key = 0; key < 2 ** keyBits; key += 1)
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0)
  next.set(starts)
  const members = new Int32Array(count)
  for (let at = 0; at < count; at += 1) {
    const key = keyOf(descriptors, at, table)
    const place = next[key] ?? 0
    members[place] = at
    next[key] = place + 1
  }
  return { starts, members }
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
