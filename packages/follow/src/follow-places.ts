import { align, type Alignment } from './alignment'
import { candidatesFor, type Candidate } from './candidates'
import type { Area } from './change'
import { unchangedAreas } from './unchanged'
import type { Picture } from './picture'
import type { FollowedPlace, Place } from './place'
import { isFlat, lineLeftOf, type Shift } from './similarity'
import { sidesAt, type SideVerdict, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** Finds each place of `before` on `after`, its next version. Places keep their order; regions keep the size of their
 *  content. @param places in pixels of `before` @returns in pixels of `after` */
export function followPlaces(before: Picture, after: Picture, places: readonly Place[]): FollowedPlace[] {
  const isUnchanged = unchangedAreas(before, after)
  if (places.every(isUnchanged)) return places.map(stays)
  const alignment = align(before, after)
  return places.map((place) => (isUnchanged(place) ? stays(place) : followPlace(alignment, after, place)))
}

function stays(place: Place): FollowedPlace {
  return { ...place, state: 'followed' }
}

function followPlace(alignment: Alignment, after: Picture, place: Place): FollowedPlace {
  const { before: from, after: to, scale } = alignment
  const { zoom } = from
  const area = { x: place.x * zoom, y: place.y * zoom, w: (place.w ?? 0) * zoom, h: (place.h ?? 0) * zoom }
  const { state, shift } = decide(alignment, area)
  const size =
    place.w === undefined || place.h === undefined
      ? {}
      : { w: Math.min(place.w * scale, after.width), h: Math.min(place.h * scale, after.height) }
  return {
    x: round(clamp((area.x + shift.dx) / to.zoom, after.width - (size.w ?? 0))),
    y: round(clamp((area.y + shift.dy) / to.zoom, after.height - (size.h ?? 0))),
    ...(size.w !== undefined && { w: round(size.w), h: round(size.h) }),
    state,
  }
}

/** Content that looks the same is at least this alike, as a share of what the two pictures allow. */
const alike = 0.8
const certain = 0.92
const partly = 0.5
const minReachPx = 64
const blankBelow = 0.12

type Decision = Pick<FollowedPlace, 'state'> & { shift: Shift }

interface Looking {
  alignment: Alignment
  area: Area
  around: Surroundings
  found: Candidate[]
}

function decide(alignment: Alignment, area: Area): Decision {
  const { before, after, slack } = alignment
  const { around, found } = candidatesFor(before, after, area, slack)
  const [best] = found
  if (!best) return { state: 'check', shift: { dx: 0, dy: 0 } }
  const looking = { alignment, area, around, found }
  if (best.own.evidence < blankBelow) return followGround(looking, best)
  return followContent(looking) ?? followNeighbours(looking)
}

/** The content itself is somewhere: followed where only one place has it and has it from here. */
function followContent(looking: Looking): Decision | null {
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
function looksSame({ alignment, area }: Looking, { shift, own, core, close }: Candidate): boolean {
  const { quality, before } = alignment
  if (own.score < alike * quality || (core.evidence >= blankBelow && core.score < alike * quality))
    return false
  if (close.score >= 0.7 * quality) return true
  if (own.score < certain * quality) return false
  const reachPx = Math.max(area.w, area.h, minReachPx) / 2
  return before.votes.supportFor(shift, area.x + area.w / 2, area.y + area.h / 2, reachPx) >= 2
}

/** Whether another candidate keeps clearly more of what surrounds the place, with its content partly there. */
function hasBetterNeighbours({ quality }: Alignment, best: Candidate, other: Candidate): boolean {
  const isPartlyThere = other.own.score >= partly * quality && !isNear(best.shift, other.shift, 4)
  return isPartlyThere && neighbourScore(other) > neighbourScore(best) + 0.15
}

/** Paper, shades: there is nothing to find but what lies around it. */
function followGround(looking: Looking, best: Candidate): Decision {
  const { alignment, found } = looking
  const { agreeing, differing } = countSides(looking, best)
  const isHeld = best.score >= alike * alignment.quality && agreeing >= 2 && differing === 0
  const isSingle = !found.some((other) => competes(alignment, best, other))
  const isFollowed = isHeld && isSingle && originOf(looking, best) === 'here'
  return { state: isFollowed ? 'followed' : 'check', shift: best.shift }
}

/** The content is nowhere. It was rewritten when there is other, new content at its place, and what stood on two opposite
 *  sides of it still does. Otherwise it is gone, or uncertain. */
function followNeighbours(looking: Looking): Decision {
  const { alignment, around, found } = looking
  const byNeighbours = found.toSorted((a, b) => neighbourScore(b) - neighbourScore(a))
  const [best, ...others] = byNeighbours
  if (!best) return { state: 'gone', shift: { dx: 0, dy: 0 } }
  const hasContent = isCovered(alignment, around, best.shift)
  const isSingle = !others.some((other) => !isNear(other.shift, best.shift, 4) && isHeld(looking, other))
  const isInPlace = hasContent && isSingle && isHeld(looking, best) && keepsFrame(looking, best)
  if (isInPlace && originOf(looking, best) === 'here') return { state: 'followed', shift: best.shift }
  const isAnywhere = found.some(({ own }) => own.score >= partly * alignment.quality)
  return { state: isAnywhere && hasContent ? 'check' : 'gone', shift: best.shift }
}

function neighbourScore({ close, wide }: Candidate): number {
  const [a, b] = [2 * close.evidence, wide.evidence]
  return a + b > 0 ? (a * close.score + b * wide.score) / (a + b) : 0
}

/** Whether there is about as much content where the middle of the place would be now as there was before. */
function isCovered({ before, after }: Alignment, { core }: Surroundings, { dx, dy }: Shift): boolean {
  const was = core.filter(({ x, y }) => !isFlat(before.edges, x, y)).length
  const is = core.filter(({ x, y }) => !isFlat(after.edges, x + dx, y + dy)).length
  return is >= was / 2
}

/** Whether the left edge of the box that the place stands in, a button for example, is still as far away. A button with
 *  a longer text in the middle of the page has another one. */
function keepsFrame({ alignment, area }: Looking, { shift }: Candidate): boolean {
  const [x, y] = [Math.round(area.x + area.w / 2), Math.round(area.y + area.h / 2)]
  const was = lineLeftOf(alignment.before.edges, x, y)
  const is = lineLeftOf(alignment.after.edges, x + shift.dx, y + shift.dy)
  return was === is || (was !== null && is !== null && Math.abs(was - is) <= 2)
}

function isHeld({ alignment, around }: Looking, { shift }: Candidate): boolean {
  const { above, below, left, right } = sidesOf(alignment, around, shift)
  return (above === 'agrees' && below === 'agrees') || (left === 'agrees' && right === 'agrees')
}

function countSides({ alignment, around }: Looking, { shift }: Candidate) {
  const sides = Object.values(sidesOf(alignment, around, shift))
  const count = (verdict: SideVerdict) => sides.filter((side) => side === verdict).length
  return { agreeing: count('agrees'), differing: count('differs') }
}

function sidesOf({ before, after, slack, quality }: Alignment, around: Surroundings, shift: Shift) {
  return sidesAt(before.edges, after.edges, around, shift, { slack, sameFrom: alike * quality })
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

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), Math.max(max, 0))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
