import type { Alignment } from './alignment'
import { alikeFrom, blankBelow, certain, samePx, shareOf, type Decision } from './agreement'
import { followItem } from './by-item'
import { keepsFrame } from './by-slot'
import { candidatesFor, type Candidate } from './candidates'
import type { Area } from './change'
import type { Shift } from './similarity'
import { sidesAt, type SideVerdict, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** Likeness of content that is the same in any surroundings, and of content that may be. */
const [clearly, partly] = [0.92, 0.5]

interface Looking {
  alignment: Alignment
  area: Area
  around: Surroundings
  found: Candidate[]
}

/** Follows a place with few certain corners around it. It compares all places that look like it with their
 *  surroundings, from here and back.
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

/** The content itself is somewhere: it is followed where only one place has it and has it from here. */
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

/** A piece of content that has lost its neighbours must be known by corners that nothing else has: the same word may
 *  stand elsewhere. */
function looksSame({ alignment, area }: Looking, { shift, own, core, close, wide }: Candidate): boolean {
  const { quality, before } = alignment
  if (own.score < alikeFrom(alignment) || (core.evidence >= blankBelow && core.score < alikeFrom(alignment)))
    return false
  if (own.score < clearly * quality && close.score < 0.7 * quality) return false
  if (own.score < certain * quality && !keepsFrame(alignment, area, shift)) return false
  const votes = before.anchors.near(area)
  const moved = votes.filter((vote) => isNear(vote.shift, shift, samePx))
  const isKnown = moved.some((vote) => vote.count >= 3 && vote.nearestPx <= 20)
  return isKnown || (shareOf(votes, shift) >= 0.5 && wide.score >= 0.5 * quality)
}

/** Whether another candidate keeps clearly more of what surrounds the place, with its content partly there. */
function hasBetterNeighbours({ quality }: Alignment, best: Candidate, other: Candidate): boolean {
  const isPartlyThere = other.own.score >= partly * quality && !isNear(best.shift, other.shift, 4)
  return isPartlyThere && neighbourScore(other) > neighbourScore(best) + 0.15
}

/** Paper, shades: there is nothing to find but what lies around it. Where that is not certain, the best guess is where the
 *  nearest certain corners went: paper that looks alike is everywhere. */
function followGround(looking: Looking, best: Candidate): Decision {
  const { alignment, area, found } = looking
  const { agreeing, differing } = countSides(looking, best)
  const isHeld = best.score >= alikeFrom(alignment) && agreeing >= 2 && differing === 0
  const isSingle = !found.some((other) => competes(alignment, best, other))
  const isFollowed = isHeld && isSingle && originOf(looking, best) === 'here'
  if (isFollowed) return { state: 'followed', shift: best.shift }
  return { state: 'check', shift: alignment.before.anchors.near(area)[0]?.shift ?? best.shift }
}

/** The content is nowhere for certain: uncertain where something like it stands, gone otherwise. */
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

function sidesOf({ before, after, slack, quality, scale }: Alignment, around: Surroundings, shift: Shift) {
  return sidesAt(before.edges, after.edges, around, shift, { slack, sameFrom: alikeFrom({ quality, scale }) })
}

/** Whether another candidate explains the place nearly as well. What matters is how much worse it is, compared with what
 *  the best one leaves unexplained. */
function competes({ quality }: Alignment, best: Candidate, other: Candidate): boolean {
  if (isNear(best.shift, other.shift, 4)) return false
  const neighbours = neighbourScore(best)
  const ownGap = (best.own.score - other.own.score) * Math.max(best.own.evidence, other.own.evidence)
  const gap = ownGap + neighbours - neighbourScore(other)
  return gap < Math.max(0.06, 0.3 * Math.max(0, quality - neighbours))
}

/** Whether the content that is now at the candidate's place came from the place itself. */
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
