import type { Alignment } from './alignment'
import type { AnchorVote } from './anchors'
import type { FollowedPlace } from './place'
import type { Shift } from './similarity'
import { likenessAt, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** The state of a place, and its displacement in pixels of the planes. */
export type Decision = Pick<FollowedPlace, 'state'> & { shift: Shift }

/** Displacements this close are one: letters drift, rows are rounded. */
export const samePx = 8
/** Content that looks the same is at least this alike, as a share of what the two pictures allow. */
const alike = { sameScale: 0.84, otherScale: 0.8 }
/** A button with another text is less alike than this. */
export const certain = 0.95
/** Below this share of squares with content a place is blank. */
export const blankBelow = 0.12
/** Share of the squares of a row that must show something before the row says anything. */
export const rowEvidence = 0.03
/** Less alike than this, it is another row. */
const sameRowFrom = 0.6
/** Left and upper edges of one block are rounded to within this, in pixels of the planes. */
export const sameEdgePx = 3
/** Corners farther away than this prove little, in pixels of the planes. */
const firmWithinPx = 110
const firmFromCorners = 4

/** Likeness from which two places show the same. */
export function alikeFrom({ quality, scale }: Pick<Alignment, 'quality' | 'scale'>): number {
  return quality * (scale === 1 ? alike.sameScale : alike.otherScale)
}

/** Share of the votes for a displacement, 0 to 1. */
export function shareOf(votes: AnchorVote[], shift: Shift): number {
  return votes.reduce((sum, vote) => (isNear(vote.shift, shift, samePx) ? sum + vote.share : sum), 0)
}

/** Share of the votes for how far up or down, 0 to 1: columns of a table move sideways each by itself. */
export function shareRisenBy(votes: AnchorVote[], dy: number): number {
  return votes.reduce((sum, { shift, share }) => sum + (Math.abs(shift.dy - dy) <= samePx ? share : 0), 0)
}

/** Whether what stands beside a place is something else where `shift` moves it. Blank squares tell nothing. */
export function isOther(
  { before, after, slack, quality }: Alignment,
  spots: Surroundings['row'],
  shift: Shift,
  sameFrom = sameRowFrom,
): boolean {
  const { evidence, score } = likenessAt(before.edges, after.edges, spots, shift, slack)
  return evidence >= rowEvidence && score < sameFrom * quality
}

/** Whether the corners with a displacement are many and near enough to be believed. */
export function isFirm(votes: AnchorVote[], shift: Shift): boolean {
  const agreeing = votes.filter((vote) => isNear(vote.shift, shift, samePx))
  const count = agreeing.reduce((sum, vote) => sum + vote.count, 0)
  return count >= firmFromCorners && agreeing.some(({ nearestPx }) => nearestPx <= firmWithinPx)
}
