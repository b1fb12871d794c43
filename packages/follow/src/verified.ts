import type { Keypoints } from './keypoints'
import type { Matches } from './matches'
import type { Edges } from './plane'
import { correlationOf, type Shift } from './similarity'

/** A pair of keypoints that look alike pixel by pixel, and the displacement under which they do. */
interface Verified {
  readonly from: number
  readonly to: number
  readonly likeness: number
  readonly shift: Shift
}

/** Size of the patches that are compared, in pixels: as wide as a word, not as high as a row of a list. */
const patch = { width: 48, height: 24, rowStep: 3 }
/** Pairs below this likeness are dropped. */
const minLikeness = 0.5
/** A pair this much as alike as the best one may be the right one: the same words, shifted by a fraction of a pixel. */
const rivalFrom = 0.85
/** Descriptions come from half the size: displacements are this far off at most. */
const climbSteps = 3
const [perfect, hopeless] = [0.985, 0.4]
const beside: readonly Shift[] = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
]

/** Compares the pixels of both ends of each pair, drops the pairs whose pixels differ, and counts competition by what is
 *  left. @param from, to keypoints in pixels of `fromEdges`, `toEdges` */
export function verifyMatches(
  from: Keypoints,
  to: Keypoints,
  fromEdges: Edges,
  toEdges: Edges,
  matches: Matches,
): Matches {
  const pairs: Verified[] = []
  for (let pair = 0; pair < matches.count; pair += 1) {
    const [a, b] = [matches.from[pair] ?? 0, matches.to[pair] ?? 0]
    const [x, y] = [from.x[a] ?? 0, from.y[a] ?? 0]
    const guess = { dx: (to.x[b] ?? 0) - x, dy: (to.y[b] ?? 0) - y }
    const found = climb(fromEdges, toEdges, x, y, guess)
    if (found.likeness >= minLikeness) pairs.push({ from: a, to: b, ...found })
  }
  const rivalsFrom = rivals(pairs, from.count, ({ from: at }) => at)
  const rivalsTo = rivals(pairs, to.count, ({ to: at }) => at)
  const kept = pairs.filter((pair) => pair.likeness >= rivalFrom * (rivalsFrom.best[pair.from] ?? 0))
  return {
    count: kept.length,
    from: Int32Array.from(kept, (pair) => pair.from),
    to: Int32Array.from(kept, (pair) => pair.to),
    dx: Int32Array.from(kept, (pair) => pair.shift.dx),
    dy: Int32Array.from(kept, (pair) => pair.shift.dy),
    weight: Float32Array.from(kept, (pair) => {
      const isBestTo = pair.likeness >= rivalFrom * (rivalsTo.best[pair.to] ?? 0)
      return isBestTo ? 1 / Math.max(rivalsFrom.count[pair.from] ?? 1, rivalsTo.count[pair.to] ?? 1) : 0.05
    }),
  }
}

/** The likeness of the best pair of each keypoint, and how many pairs come close to it. */
function rivals(pairs: Verified[], keypoints: number, endOf: (pair: Verified) => number) {
  const best = new Float32Array(keypoints)
  const count = new Int32Array(keypoints)
  for (const pair of pairs) best[endOf(pair)] = Math.max(best[endOf(pair)] ?? 0, pair.likeness)
  for (const pair of pairs)
    if (pair.likeness >= rivalFrom * (best[endOf(pair)] ?? 0))
      count[endOf(pair)] = (count[endOf(pair)] ?? 0) + 1
  return { best, count }
}

/** Moves a displacement to where both patches are most alike. */
function climb(from: Edges, to: Edges, x: number, y: number, guess: Shift) {
  let best = { shift: guess, likeness: likenessAt(from, to, x, y, guess) }
  for (let step = 0; step < climbSteps && best.likeness < perfect && best.likeness > hopeless; step += 1) {
    const start = best.shift
    for (const { dx, dy } of beside) {
      const shift = { dx: start.dx + dx, dy: start.dy + dy }
      const likeness = likenessAt(from, to, x, y, shift)
      if (likeness > best.likeness) best = { shift, likeness }
    }
    if (best.shift === start) break
  }
  return best
}

/** Correlation of the edges around a corner and around its counterpart, 0 to 1. */
function likenessAt(from: Edges, to: Edges, x: number, y: number, shift: Shift): number {
  const area = { x: x - patch.width / 2, y: y - patch.height / 2, w: patch.width, h: patch.height }
  return correlationOf(from, to, area, shift, patch.rowStep)
}
