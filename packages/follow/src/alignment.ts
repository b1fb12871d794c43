import { findInliers, type Inliers } from './inliers'
import { detectKeypoints, type Keypoints } from './keypoints'
import { startKernel, type Kernel } from './kernel'
import { matchKeypoints, reversedMatches, type Matches } from './matches'
import { findPageShift } from './page-shift'
import type { Picture } from './picture'
import { uniformSegmentsOf } from './uniform-segments'
import { edgesOf, luminanceOf, reduce, reducedSize, type Edges, type Plane } from './plane'
import { blockPx, blockCorrelation, type Shift } from './block-correlation'
import { verifyMatches } from './verify-matches'
import { mapVotes, type VoteMap } from './votes'

/** One of the two pictures, resampled to the scale at which both are compared. */
export interface Side {
  readonly picture: Picture
  /** Pixels of the planes per natural pixel. */
  readonly zoom: number
  readonly luminance: Plane
  readonly edges: Edges
  readonly keypoints: Keypoints
  /** Votes of its keypoint matches for displacements to the other side. */
  readonly votes: VoteMap
  readonly inliers: Inliers
}

export interface Alignment {
  readonly before: Side
  readonly after: Side
  /** Natural pixels of `after` per natural pixel of `before`. */
  readonly scale: number
  /** The similarity that identical content reaches between the two pictures, 0 to 1. It is 1 for two exports of
   *  the same kind, and lower if one was scaled, compressed or recoloured for dark mode. Similarity thresholds are
   *  multiplied by it. */
  readonly quality: number
  /** Small displacements that a single element may have in addition to that of its neighbours. */
  readonly slack: readonly Shift[]
  /** The displacement of the page if it moved as a whole, zero if it did not move, otherwise null. */
  readonly pageShift: Shift | null
}

/** Maximum width at which pictures are compared. Half a pixel of a design is exact enough, and the running time
 *  stays bounded. */
const maxWidthPx = 1_440
const maxPixels = 26_000_000
/** Layouts have fractional coordinates, and each element is rounded to whole pixels independently. */
const rounding: readonly Shift[] = [
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
]
/** Letters drift along their line when text is rendered at another scale. */
const drift: readonly Shift[] = [1, -1, 2, -2, 3, -3]
  .map((dx): Shift => ({ dx, dy: 0 }))
  .concat([
    { dx: 0, dy: 1 },
    { dx: 0, dy: -1 },
  ])
/** Widths whose ratio differs from 1 by less than this are equal, apart from rounding. */
export const sameWidth = 0.002
const qualityProbes = 120
const minQuality = 0.6
/** Number of keypoints whose matches decide about the scale. */
const probes = 1_500
/** Weight of the agreement at scale 1 if the widths differ by more than the second value. If the page was laid out for
 *  another width, photos that fill a column have the ratio of widths, and many keypoints. Only the text around them has
 *  its old size. Keypoints of an export that was scaled by less also match at scale 1. */
const unscaled = { weight: 3, fromDifference: 0.06 }

/** Brings both pictures to one scale, matches their keypoints, and finds the inliers among the matches. */
export function align(before: Picture, after: Picture): Alignment {
  const scale = scaleBetween(before, after)
  const zoom = zoomOf(before, after, scale)
  const kernel = startKernel(roomFor(before, zoom.before) + roomFor(after, zoom.after))
  const [from, to] = [view(before, zoom.before, kernel), view(after, zoom.after, kernel)]
  const alike = matchKeypoints(from.keypoints, to.keypoints)
  const matches = verifyMatches(from.keypoints, to.keypoints, from.edges, to.edges, alike)
  const side = (own: typeof from, pairs: Matches): Side => ({
    ...own,
    votes: mapVotes(own.keypoints, pairs, own.luminance.width, own.luminance.height),
    inliers: findInliers(own.keypoints, pairs, own.luminance.width),
  })
  const sides = { before: side(from, matches), after: side(to, reversedMatches(matches)) }
  const quality = qualityOf(from, to, matches)
  const slack = scale === 1 ? rounding : drift
  let pageShift: Shift | null | undefined
  return {
    ...sides,
    ...{ scale, quality, slack },
    // Computed on demand, because most places are followed without it.
    get pageShift() {
      if (pageShift === undefined)
        pageShift = findPageShift(from.edges, to.edges, sides.before.votes.common, { quality, slack })
      return pageShift
    },
  }
}

/** Median block correlation of unambiguous matches. Each is refined by up to two pixels first. */
function qualityOf(
  from: Pick<Side, 'edges' | 'keypoints'>,
  to: Pick<Side, 'edges' | 'keypoints'>,
  matches: Matches,
): number {
  const single = Array.from({ length: matches.count }, (_, pair) => pair).filter(
    (pair) => matches.weight[pair] === 1,
  )
  const step = Math.max(1, Math.floor(single.length / qualityProbes))
  const values = single
    .filter((_, at) => at % step === 0)
    .map((pair) => {
      const [a, b] = [matches.from[pair] ?? 0, matches.to[pair] ?? 0]
      const [x, y] = [from.keypoints.x[a] ?? 0, from.keypoints.y[a] ?? 0]
      const [dx, dy] = [(to.keypoints.x[b] ?? 0) - x, (to.keypoints.y[b] ?? 0) - y]
      let best = 0
      for (let row = -2; row <= 2; row += 1)
        for (let column = -2; column <= 2; column += 1) {
          const shift = { dx: dx + column, dy: dy + row }
          const corner = blockPx / 2
          best = Math.max(best, blockCorrelation(from.edges, to.edges, x - corner, y - corner, shift))
        }
      return best
    })
    .sort((a, b) => a - b)
  return Math.min(1, Math.max(minQuality, values[values.length >> 1] ?? 1))
}

/** Bytes of the two planes that are kept of a picture. */
function roomFor(picture: Picture, zoom: number): number {
  const { width, height } = reducedSize(picture, zoom)
  return 2 * width * height
}

/** @param kernel with memory for two planes of the picture */
function view(picture: Picture, zoom: number, kernel: Kernel) {
  const luminance = luminanceOf(picture, zoom, kernel.take)
  const isUniform = uniformSegmentsOf(luminance)
  return {
    ...{ picture, zoom, luminance },
    edges: edgesOf(luminance, isUniform, kernel),
    keypoints: detectKeypoints(luminance, isUniform),
  }
}

/** Zoom factors under which a pixel of both planes covers the same length of the page. Neither is above 1. */
function zoomOf(before: Picture, after: Picture, scale: number) {
  const pixels = Math.max(before.width * before.height, (after.width * after.height) / scale ** 2)
  const limit = Math.min(
    maxWidthPx / Math.max(before.width, after.width / scale),
    Math.sqrt(maxPixels / pixels),
  )
  const zoom = Math.min(1, scale, limit)
  return { before: zoom, after: zoom / scale }
}

/** Estimates the scale between two versions. Pictures of the same width have the same scale. Otherwise, either the
 *  export was scaled (by the ratio of widths or by a device pixel ratio), or the page was laid out for another
 *  width. The candidate with the most consistent matches wins. */
function scaleBetween(before: Picture, after: Picture): number {
  const ratio = after.width / before.width
  if (Math.abs(ratio - 1) < sameWidth) return 1
  const luminance = { before: luminanceOf(before, 1), after: luminanceOf(after, 1) }
  const weight = Math.abs(ratio - 1) > unscaled.fromDifference ? unscaled.weight : 1
  const scales = [
    1,
    ratio,
    ...[2, 0.5, 3, 1 / 3, 1.5, 2 / 3].filter((scale) => Math.abs(scale / ratio - 1) > 0.01),
  ]
  let best = { scale: ratio, agreement: 0 }
  for (const scale of scales) {
    const found = agreementAt(luminance.before, luminance.after, zoomOf(before, after, scale))
    const agreement = scale === 1 ? weight * found : found
    if (agreement > best.agreement) best = { scale, agreement }
    // A scaled export contains all of the content, so no other candidate can match better.
    if (scale !== 1 && best.agreement > 0.5) break
  }
  return best.scale
}

/** Share of keypoints that have an unambiguous match whose displacement is one of the most common ones. */
function agreementAt(before: Plane, after: Plane, zoom: { before: number; after: number }): number {
  const resized = (plane: Plane, by: number) => (by === 1 ? plane : reduce(plane, by))
  const [from, to] = [
    detectKeypoints(resized(before, zoom.before)),
    detectKeypoints(resized(after, zoom.after)),
  ]
  const some = sample(from, probes)
  const matches = matchKeypoints(some, to)
  const votes = mapVotes(some, matches, before.width, before.height)
  let agreeing = 0
  for (let pair = 0; pair < matches.count; pair += 1) {
    if ((matches.weight[pair] ?? 0) < 0.5) continue
    const [a, b] = [matches.from[pair] ?? 0, matches.to[pair] ?? 0]
    const [dx, dy] = [(to.x[b] ?? 0) - (some.x[a] ?? 0), (to.y[b] ?? 0) - (some.y[a] ?? 0)]
    if (votes.common.some((shift) => Math.abs(shift.dx - dx) <= 4 && Math.abs(shift.dy - dy) <= 4))
      agreeing += 1
  }
  return agreeing / Math.max(1, some.count, Math.min(probes, to.count))
}

/** Every nth keypoint, so that about `count` remain. */
function sample(keypoints: Keypoints, count: number): Keypoints {
  const step = Math.max(1, Math.floor(keypoints.count / count))
  if (step === 1) return keypoints
  const kept = Array.from({ length: Math.floor(keypoints.count / step) }, (_, at) => at * step)
  const words = keypoints.descriptors.length / keypoints.count
  return {
    count: kept.length,
    x: Int32Array.from(kept, (at) => keypoints.x[at] ?? 0),
    y: Int32Array.from(kept, (at) => keypoints.y[at] ?? 0),
    descriptors: Int32Array.from({ length: kept.length * words }, (_, at) => {
      const source = (kept[Math.floor(at / words)] ?? 0) * words + (at % words)
      return keypoints.descriptors[source] ?? 0
    }),
  }
}
