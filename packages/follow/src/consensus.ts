import type { Alignment } from './alignment'
import type { InlierVote } from './inliers'
import type { FollowedPlace } from './place'
import type { Shift } from './block-correlation'
import { similarityAt, type SupportWindows } from './support-windows'
import { isNear } from './votes'

/** The state of a place, and its displacement in pixels of the planes. */
export type Decision = Pick<FollowedPlace, 'state'> & { shift: Shift }

/** Displacements within this many pixels count as equal: letters drift, and rows are rounded. */
export const samePx = 8
/** Minimum similarity of identical content, as a share of `Alignment.quality`. */
const alike = { sameScale: 0.84, otherScale: 0.8 }
/** Minimum similarity of certainly identical content. A button with another label is below it. */
export const certainSimilarity = 0.95
/** A place with a lower share of textured blocks is blank. */
export const blankBelow = 0.12
/** Minimum share of textured blocks for a row to count as evidence. */
export const rowEvidence = 0.03
/** Below this similarity, a row is another row. */
const sameRowFrom = 0.6
/** Tolerance of the left and upper edges of one element after rounding, in pixels of the planes. */
export const sameEdgePx = 3
/** Inliers farther away than this are weak evidence, in pixels of the planes. */
const firmWithinPx = 110
const firmFromCorners = 4

/** The similarity from which two places show the same content. */
export function similarityThreshold({ quality, scale }: Pick<Alignment, 'quality' | 'scale'>): number {
  return quality * (scale === 1 ? alike.sameScale : alike.otherScale)
}

/** Share of the votes for a displacement, 0 to 1. */
export function consensusOn(votes: InlierVote[], shift: Shift): number {
  return votes.reduce((sum, vote) => (isNear(vote.shift, shift, samePx) ? sum + vote.share : sum), 0)
}

/** Share of the votes for a vertical displacement, 0 to 1. The columns of a table may move sideways independently. */
export function verticalConsensusOn(votes: InlierVote[], dy: number): number {
  return votes.reduce((sum, { shift, share }) => sum + (Math.abs(shift.dy - dy) <= samePx ? share : 0), 0)
}

/** Whether the blocks beside a place show other content after the displacement. Blank blocks are no evidence. */
export function isDifferentContent(
  { before, after, slack, quality }: Alignment,
  blocks: SupportWindows['row'],
  shift: Shift,
  sameFrom = sameRowFrom,
): boolean {
  const { evidence, score } = similarityAt(before.edges, after.edges, blocks, shift, slack)
  return evidence >= rowEvidence && score < sameFrom * quality
}

/** Whether enough inliers have the displacement, near enough to the place. */
export function isWellSupported(votes: InlierVote[], shift: Shift): boolean {
  const agreeing = votes.filter((vote) => isNear(vote.shift, shift, samePx))
  const count = agreeing.reduce((sum, vote) => sum + vote.count, 0)
  return count >= firmFromCorners && agreeing.some(({ nearestPx }) => nearestPx <= firmWithinPx)
}
