import { findAnchors, type Anchors } from './anchors'
import { findKeypoints, type Keypoints } from './keypoints'
import { startKernel, type Kernel } from './kernel'
import { matchKeypoints, reversed, type Matches } from './matches'
import type { Picture } from './picture'
import { paperOf } from './paper'
import { edgesOf, luminanceOf, reduce, reducedSize, type Edges, type Plane } from './plane'
import { blockPx, similarityOf, type Shift } from './similarity'
import { verifyMatches } from './verified'
import { mapVotes, type VoteMap } from './votes'

/** One of the two pictures, brought to the scale at which both are compared. */
export interface Side {
  readonly picture: Picture
  /** Natural pixels times this are pixels of the planes. */
  readonly zoom: number
  readonly luminance: Plane
  readonly edges: Edges
  readonly keypoints: Keypoints
  /** Where its keypoints are on the other side. */
  readonly votes: VoteMap
  readonly anchors: Anchors
}

export interface Alignment {
  readonly before: Side
  readonly after: Side
  /** Natural pixels of `after` to one of `before`. */
  readonly scale: number
  /** How alike content that is the same looks on both, 0 to 1: 1 for two exports of the same kind, less where one was
   *  scaled or compressed, or is the dark one. */
  readonly quality: number
  /** How far off neighbours may be by themselves. */
  readonly slack: readonly Shift[]
}

/** Pictures are compared at most this wide: half a pixel of a design is exact enough, and time stays bounded. */
const maxWidthPx = 1_440
const maxPixels = 26_000_000
/** Layouts have fractions of pixels, and each element is rounded for itself. */
const rounding: readonly Shift[] = [
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
]
/** Letters drift along the line when text is drawn at another scale. */
const drift: readonly Shift[] = [1, -1, 2, -2, 3, -3]
  .map((dx): Shift => ({ dx, dy: 0 }))
  .concat([
    { dx: 0, dy: 1 },
    { dx: 0, dy: -1 },
  ])
const qualityProbes = 120
const minQuality = 0.6
/** Keypoints whose matches decide about the scale. */
const probes = 1_500

/** Brings both pictures to one scale and finds what they have in common. */
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
    anchors: findAnchors(own.keypoints, pairs, own.luminance.width),
  })
  return {
    before: side(from, matches),
    after: side(to, reversed(matches)),
    scale,
    quality: qualityOf(from, to, matches),
    slack: scale === 1 ? rounding : drift,
  }
}

/** Median likeness of single matches, each at the best of the displacements a pixel around it. */
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
          best = Math.max(best, similarityOf(from.edges, to.edges, x - corner, y - corner, shift))
        }
      return best
    })
    .sort((a, b) => a - b)
  return Math.min(1, Math.max(minQuality, values[values.length >> 1] ?? 1))
}

/** Of the two planes that are kept of a picture, in bytes. */
function roomFor(picture: Picture, zoom: number): number {
  const { width, height } = reducedSize(picture, zoom)
  return 2 * width * height
}

/** @param kernel with room for two planes of the picture */
function view(picture: Picture, zoom: number, kernel: Kernel) {
  const luminance = luminanceOf(picture, zoom, kernel.take)
  const isPaper = paperOf(luminance)
  return {
    ...{ picture, zoom, luminance },
    edges: edgesOf(luminance, isPaper, kernel),
    keypoints: findKeypoints(luminance, isPaper),
  }
}

/** Zooms that make one pixel of both planes show the same length, neither above 1. */
function zoomOf(before: Picture, after: Picture, scale: number) {
  const pixels = Math.max(before.width * before.height, (after.width * after.height) / scale ** 2)
  const limit = Math.min(
    maxWidthPx / Math.max(before.width, after.width / scale),
    Math.sqrt(maxPixels / pixels),
  )
  const zoom = Math.min(1, scale, limit)
  return { before: zoom, after: zoom / scale }
}

/** Pictures of the same width show the page at the same scale. Otherwise it is the export that was scaled, by the ratio
 *  of widths or by a device pixel ratio, or the page was laid out for another width: the one with more matches holds. */
function scaleBetween(before: Picture, after: Picture): number {
  const ratio = after.width / before.width
  if (Math.abs(ratio - 1) < 0.002) return 1
  const luminance = { before: luminanceOf(before, 1), after: luminanceOf(after, 1) }
  const scales = [
    ratio,
    ...[1, 2, 0.5, 3, 1 / 3, 1.5, 2 / 3].filter((scale) => Math.abs(scale / ratio - 1) > 0.01),
  ]
  let best = { scale: ratio, agreement: 0 }
  for (const scale of scales) {
    const agreement = agreementAt(luminance.before, luminance.after, zoomOf(before, after, scale))
    if (agreement > best.agreement) best = { scale, agreement }
    // The content of a scaled export is all there: nothing can match better.
    if (best.agreement > 0.5) break
  }
  return best.scale
}

/** Share of keypoints that have a single counterpart, and whose neighbours moved the same way. */
function agreementAt(before: Plane, after: Plane, zoom: { before: number; after: number }): number {
  const resized = (plane: Plane, by: number) => (by === 1 ? plane : reduce(plane, by))
  const [from, to] = [findKeypoints(resized(before, zoom.before)), findKeypoints(resized(after, zoom.after))]
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

/** Every nth keypoint, so that about `count` are left. */
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
