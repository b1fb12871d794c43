import type { Keypoints } from './keypoints'
import type { Matches } from './matches'
import type { Edges } from './plane'
import { areaCorrelation, type Shift } from './block-correlation'

/** A pair of keypoints whose patches correlate, with the refined displacement. */
interface Verified {
  readonly from: number
  readonly to: number
  readonly similarity: number
  readonly shift: Shift
}

/** Size of the compared patches, in pixels: as wide as a word, and lower than a row of a list. */
const patch = { width: 48, height: 24, rowStep: 3 }
/** Pairs with a lower correlation are dropped. */
const minSimilarity = 0.5
/** Ratio test: pairs with at least this share of the best correlation count as rivals of the best pair. The same
 *  words, shifted by a fraction of a pixel, differ by that much. */
const ratioThreshold = 0.85
/** Keypoints may have been detected at half size, so that displacements are off by up to this many pixels. */
const maxRefineSteps = 3
const [perfect, hopeless] = [0.985, 0.4]
const beside: readonly Shift[] = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
]

/** Verifies matches by the correlation of the pixels around both keypoints, drops pairs that do not correlate, and
 *  computes the ambiguity of the rest.
 *  @param from, to keypoints in pixels of `fromEdges` and `toEdges` */
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
    const found = refine(fromEdges, toEdges, x, y, guess)
    if (found.similarity >= minSimilarity) pairs.push({ from: a, to: b, ...found })
  }
  const ambiguityFrom = ambiguityOf(pairs, from.count, ({ from: at }) => at)
  const ambiguityTo = ambiguityOf(pairs, to.count, ({ to: at }) => at)
  const kept = pairs.filter(
    (pair) => pair.similarity >= ratioThreshold * (ambiguityFrom.best[pair.from] ?? 0),
  )
  return {
    count: kept.length,
    from: Int32Array.from(kept, (pair) => pair.from),
    to: Int32Array.from(kept, (pair) => pair.to),
    dx: Int32Array.from(kept, (pair) => pair.shift.dx),
    dy: Int32Array.from(kept, (pair) => pair.shift.dy),
    weight: Float32Array.from(kept, (pair) => {
      const isBestTo = pair.similarity >= ratioThreshold * (ambiguityTo.best[pair.to] ?? 0)
      return isBestTo
        ? 1 / Math.max(ambiguityFrom.count[pair.from] ?? 1, ambiguityTo.count[pair.to] ?? 1)
        : 0.05
    }),
  }
}

/** The best correlation of each keypoint, and how many pairs pass the ratio test against it. */
function ambiguityOf(pairs: Verified[], keypoints: number, endOf: (pair: Verified) => number) {
  const best = new Float32Array(keypoints)
  const count = new Int32Array(keypoints)
  for (const pair of pairs) best[endOf(pair)] = Math.max(best[endOf(pair)] ?? 0, pair.similarity)
  for (const pair of pairs)
    if (pair.similarity >= ratioThreshold * (best[endOf(pair)] ?? 0))
      count[endOf(pair)] = (count[endOf(pair)] ?? 0) + 1
  return { best, count }
}

/** Refines a displacement by hill climbing on the correlation. */
function refine(from: Edges, to: Edges, x: number, y: number, guess: Shift) {
  let best = { shift: guess, similarity: similarityAt(from, to, x, y, guess) }
  for (
    let step = 0;
    step < maxRefineSteps && best.similarity < perfect && best.similarity > hopeless;
    step += 1
  ) {
    const start = best.shift
    for (const { dx, dy } of beside) {
      const shift = { dx: start.dx + dx, dy: start.dy + dy }
      const similarity = similarityAt(from, to, x, y, shift)
      if (similarity > best.similarity) best = { shift, similarity }
    }
    if (best.shift === start) break
  }
  return best
}

/** Normalised cross-correlation of the edges around a keypoint and around its match, 0 to 1. */
function similarityAt(from: Edges, to: Edges, x: number, y: number, shift: Shift): number {
  const area = { x: x - patch.width / 2, y: y - patch.height / 2, w: patch.width, h: patch.height }
  return areaCorrelation(from, to, area, shift, patch.rowStep)
}
