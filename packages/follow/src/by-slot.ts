import {
  alike,
  isFirm,
  rowEvidence,
  sameEdgePx,
  samePx,
  sameRowFrom,
  shareOf,
  type Decision,
} from './agreement'
import type { Alignment } from './alignment'
import { candidatesFor, type Candidate } from './candidates'
import type { Area } from './change'
import type { Shift } from './similarity'
import { columnsAt, isSameSlot, slotAt, slotMovedBy, visibleShare } from './slot'
import { likenessAt, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** Share of the anchors of a block that must agree, and from where on all of them do. */
const [minShare, unanimous] = [0.3, 0.9]
/** The same content farther away is another copy of it, where all neighbours agree. */
const nearbyPx = 200
/** Text at another scale drifts by this much at most, in pixels of the planes. */
const driftPx = 10
/** Shares of the pixels close to a place that show something. */
const [denseFrom, blankShare] = [0.6, 0.02]

/** Other, new content in the place of the old: in a block that starts where it did, among the same neighbours. What was
 *  there must be nowhere now, and what is there must have been nowhere. */
export function followRewritten(alignment: Alignment, area: Area, around: Surroundings): Decision | null {
  const { before, after, slack, quality } = alignment
  const was = slotAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  if (!was) return null
  const votes = before.anchors.near(was.block)
  for (const { shift } of votes.slice(0, 5)) {
    const share = shareOf(votes, shift)
    if (share < minShare || !isFirm(votes, shift)) continue
    const is = slotMovedBy(after.edges, was, shift)
    if (!is || !isSameSlot(was, is, shift)) continue
    const back = after.anchors.near(is.block)
    const home = { dx: -shift.dx, dy: -shift.dy }
    const agreed = Math.min(share, shareOf(back, home))
    if (agreed < minShare || !isFirm(back, home)) continue
    const row = likenessAt(before.edges, after.edges, around.row, shift, slack)
    if (row.evidence >= rowEvidence && row.score < sameRowFrom * quality) return null
    const [lettersWere, lettersAre] = [
      columnsAt(before.edges, was, area.y + area.h / 2, { dx: 0, dy: 0 }),
      columnsAt(after.edges, was, area.y + area.h / 2, shift),
    ]
    if (lettersAre < Math.max(6, lettersWere / 8)) continue
    if (isPaintedOver(alignment, area, shift)) return null
    if (isElsewhere(alignment, area, shift, agreed < unanimous ? Number.POSITIVE_INFINITY : nearbyPx))
      return null
    return { state: 'followed', shift }
  }
  return null
}

/** Content without gaps, such as a photo, that nothing stands in for: where text got shorter there were gaps before. */
function isPaintedOver({ before, after }: Alignment, { x, y, w, h }: Area, { dx, dy }: Shift): boolean {
  const [column, row] = [x + w / 2, y + h / 2]
  const were = visibleShare(before.edges, column, row)
  return were > denseFrom && visibleShare(after.edges, column + dx, row + dy) < blankShare
}

/** Whether what was at a place is somewhere else now, not too far away, or what is there now was somewhere else. */
function isElsewhere(
  { before, after, slack, quality }: Alignment,
  area: Area,
  { dx, dy }: Shift,
  withinPx: number,
): boolean {
  const there = { ...area, x: area.x + dx, y: area.y + dy }
  const isFound = (found: Candidate[], own: Shift) =>
    found.some(
      ({ own: { score }, shift }) =>
        score >= alike * quality && !isNear(shift, own, samePx) && isNear(shift, own, withinPx),
    )
  return (
    isFound(candidatesFor(before, after, area, slack).found, { dx, dy }) ||
    isFound(candidatesFor(after, before, there, slack).found, { dx: -dx, dy: -dy })
  )
}

/** A button with another text looks much the same: its left edge tells. */
export function keepsFrame({ before, after }: Alignment, area: Area, { dx, dy }: Shift): boolean {
  const [x, y] = [area.x + area.w / 2, area.y + area.h / 2]
  const [was, is] = [slotAt(before.edges, x, y), slotAt(after.edges, x + dx, y + dy)]
  if (!was || !is || (!was.isBox && !is.isBox)) return true
  return Math.abs(was.block.x + dx - is.block.x) <= sameEdgePx
}

/** Letters drift along the line when text is drawn at another scale, and the element stays where it was: of its left edge,
 *  its middle and its right edge the one that moved with the page holds. */
export function settle({ before, after }: Alignment, area: Area, { dx, dy }: Shift): Shift {
  const paged =
    before.votes.common.map((shift) => shift.dx).sort((a, b) => Math.abs(a - dx) - Math.abs(b - dx))[0] ?? dx
  const was = slotAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  const is = was && slotMovedBy(after.edges, was, { dx, dy })
  const isSameBlock =
    was &&
    is &&
    Math.abs(was.block.h - is.block.h) <= sameEdgePx &&
    Math.abs(was.block.w - is.block.w) <= was.block.w / 16
  if (!isSameBlock) return { dx: Math.abs(paged - dx) <= driftPx ? paged : dx, dy }
  const [a, b] = [was.block, is.block]
  const moves = [b.x - a.x, b.x + b.w / 2 - a.x - a.w / 2, b.x + b.w - a.x - a.w]
  const [across] = moves
    .filter((move) => Math.abs(move - dx) <= driftPx)
    .sort((one, other) => Math.abs(one - paged) - Math.abs(other - paged))
  const down = Math.abs(b.y - a.y - dy) <= sameEdgePx ? b.y - a.y : dy
  return { dx: across === undefined ? dx : Math.abs(across - paged) <= 1 ? paged : across, dy: down }
}
