import type { Alignment } from './alignment'
import {
  similarityThreshold,
  blankBelow,
  certainSimilarity,
  samePx,
  consensusOn,
  type Decision,
} from './consensus'
import { followItem } from './by-item'
import { keepsFrame } from './by-layout'
import { candidatesFor, type Candidate } from './candidates'
import type { Area } from './change'
import type { Shift } from './block-correlation'
import { sidesAt, type SideVerdict, type SupportWindows } from './support-windows'
import { isNear } from './votes'

/** Minimum similarity of content that matches in any surroundings, and of content that may match. */
const [clearly, partly] = [0.92, 0.5]

interface Looking {
  alignment: Alignment
  area: Area
  around: SupportWindows
  found: Candidate[]
}

/** Follows a place with few inliers around it. All candidates are compared with their surroundings, forwards and
 *  backwards.
 *  @param area in pixels of the planes of `before` */
export function followContent(alignment: Alignment, area: Area): Decision {
  const { before, after, slack } = alignment
  const { around, found } = candidatesFor(before, after, area, slack)
  const [best] = found
  if (!best) return { state: 'check', shift: { dx: 0, dy: 0 } }
  const looking = { alignment, area, around, found }
  if (best.own.evidence < blankBelow) return followGround(looking, best)
  return followItem(alignment, area) ?? followSame(looking) ?? missing(looking)
}

/** Follows content that was found. It must be at one place only, and match back to the old place. */
function followSame(looking: Looking): Decision | null {
  const { alignment, found } = looking
  const same = found.filter((candidate) => looksSame(looking, candidate))
  const claimed = same
    .map((candidate) => ({ candidate, origin: originOf(looking, candidate) }))
    .filter(({ origin }) => origin !== 'elsewhere')
  const [first, ...others] = claimed
  if (!first) return null
  const best = first.candidate
  const isSingle =
    !others.some(({ candidate }) => competes(alignment, best, candidate)) &&
    !found.some((other) => hasBetterNeighbours(alignment, best, other))
  return { state: isSingle && first.origin === 'here' ? 'followed' : 'check', shift: best.shift }
}

/** Whether a candidate shows the same content. Content that has lost its neighbours must have inliers of its own,
 *  because the same word may occur elsewhere. */
function looksSame({ alignment, area }: Looking, { shift, own, core, close, wide }: Candidate): boolean {
  const { quality, before } = alignment
  if (
    own.score < similarityThreshold(alignment) ||
    (core.evidence >= blankBelow && core.score < similarityThreshold(alignment))
  )
    return false
  if (own.score < clearly * quality && close.score < 0.7 * quality) return false
  if (own.score < certainSimilarity * quality && !keepsFrame(alignment, area, shift)) return false
  const votes = before.inliers.near(area)
  const moved = votes.filter((vote) => isNear(vote.shift, shift, samePx))
  const isKnown = moved.some((vote) => vote.count >= 3 && vote.nearestPx <= 20)
  return isKnown || (consensusOn(votes, shift) >= 0.5 && wide.score >= 0.5 * quality)
}

/** Whether another candidate keeps clearly more of the surroundings, with the content partly there. */
function hasBetterNeighbours({ quality }: Alignment, best: Candidate, other: Candidate): boolean {
  const isPartlyThere = other.own.score >= partly * quality && !isNear(best.shift, other.shift, 4)
  return isPartlyThere && neighbourScore(other) > neighbourScore(best) + 0.15
}

/** Follows a place on blank background, which has only its surroundings as evidence. If these are ambiguous, the
 *  best guess is the displacement of the nearest inliers, because background looks the same everywhere. */
function followGround(looking: Looking, best: Candidate): Decision {
  const { alignment, area, found } = looking
  const { agreeing, differing } = countSides(looking, best)
  const isHeld = best.score >= similarityThreshold(alignment) && agreeing >= 2 && differing === 0
  const isSingle = !found.some((other) => competes(alignment, best, other))
  const isFollowed = isHeld && isSingle && originOf(looking, best) === 'here'
  if (isFollowed) return { state: 'followed', shift: best.shift }
  return { state: 'check', shift: alignment.before.inliers.near(area)[0]?.shift ?? best.shift }
}

/** The content was not found: `check` if a candidate partly matches, `gone` otherwise. */
function missing({ alignment, found }: Looking): Decision {
  const [best] = found.toSorted((a, b) => neighbourScore(b) - neighbourScore(a))
  if (!best) return { state: 'gone', shift: { dx: 0, dy: 0 } }
  const isAnywhere = found.some(({ own }) => own.score >= partly * alignment.quality)
  return { state: isAnywhere ? 'check' : 'gone', shift: best.shift }
}

function neighbourScore({ close, wide }: Candidate): number {
  const [a, b] = [2 * close.evidence, wide.evidence]
  return a + b > 0 ? (a * close.score + b * wide.score) / (a + b) : 0
}

function countSides({ alignment, around }: Looking, { shift }: Candidate) {
  const sides = Object.values(sidesOf(alignment, around, shift))
  const count = (verdict: SideVerdict) => sides.filter((side) => side === verdict).length
  return { agreeing: count('agrees'), differing: count('differs') }
}

function sidesOf({ before, after, slack, quality, scale }: Alignment, around: SupportWindows, shift: Shift) {
  return sidesAt(before.edges, after.edges, around, shift, {
    slack,
    sameFrom: similarityThreshold({ quality, scale }),
  })
}

/** Whether another candidate matches nearly as well. The difference is judged relative to what the best candidate
 *  leaves unmatched. */
function competes({ quality }: Alignment, best: Candidate, other: Candidate): boolean {
  if (isNear(best.shift, other.shift, 4)) return false
  const neighbours = neighbourScore(best)
  const ownGap = (best.own.score - other.own.score) * Math.max(best.own.evidence, other.own.evidence)
  const gap = ownGap + neighbours - neighbourScore(other)
  return gap < Math.max(0.06, 0.3 * Math.max(0, quality - neighbours))
}

/** Backward check: whether the content at the candidate's place came from the followed place. */
function originOf({ alignment, area }: Looking, { shift }: Candidate): 'here' | 'unsure' | 'elsewhere' {
  const { before, after, slack } = alignment
  const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
  const [source, ...others] = candidatesFor(after, before, there, slack).found
  const here = { dx: -shift.dx, dy: -shift.dy }
  if (!source) return 'elsewhere'
  const rivals = others.filter((other) => competes(alignment, source, other))
  if (isNear(source.shift, here, 3)) return rivals.length > 0 ? 'unsure' : 'here'
  return rivals.some((other) => isNear(other.shift, here, 3)) ? 'unsure' : 'elsewhere'
}
