import {
  alikeFrom,
  isFirm,
  isOther,
  sameEdgePx,
  samePx,
  shareOf,
  shareRisenBy,
  type Decision,
} from './agreement'
import type { Alignment, Side } from './alignment'
import { candidatesFor } from './candidates'
import type { Area } from './change'
import { framesAround } from './frame'
import { blockPx, type Shift } from './similarity'
import {
  columnsAt,
  enlargementOf,
  isBlankAt,
  isSameSlot,
  slotAt,
  slotMovedBy,
  visibleShare,
  type Slot,
} from './slot'
import { likenessAt, surroundingsOf, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** Share of the anchors of a block that must agree, and from where on all of them do. */
const [minShare, unanimous] = [0.3, 0.9]
/** The same content farther away is another copy of it, where all neighbours agree. */
const nearbyPx = 200
/** Text at another scale drifts by this much in a frame, in pixels of the planes. */
const driftPx = 10
/** Share of the pixels close to a place below which nothing stands there. */
const blankShare = 0.02

/** A block of content, a button or a photo on both pictures, and the displacement of its left edge. */
interface Held {
  readonly was: Area
  readonly is: Area
  readonly shift: Shift
  /** Whether both have a frame of their own. */
  readonly isFramed: boolean
}

/** Other, new content in the place of the old: in the same frame, or in a block that starts where it did, among the same
 *  neighbours. What was there must be nowhere now, and what is there must have been nowhere. */
export function followRewritten(alignment: Alignment, area: Area, around: Surroundings): Decision | null {
  const { before, after } = alignment
  const slot = slotAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  // The corners of a box move with its own edges.
  const votes = before.anchors.near(slot?.block ?? area, slot?.isBox ? slot.block : null)
  const inRow = before.anchors.inRow(area)
  for (const { shift } of votes.slice(0, 5)) {
    if (shareOf(votes, shift) < minShare || !isFirm(votes, shift)) continue
    if (inRow.length > 0 && shareRisenBy(inRow, shift.dy) < 0.5) continue
    const held =
      heldByFrame(alignment, area, slot, shift) ?? (slot && heldByEdges(alignment, area, slot, shift))
    if (!held) continue
    const { was, is, isFramed } = held
    const there = before.anchors.near(was, isFramed ? was : null)
    const back = after.anchors.near(is, isFramed ? is : null)
    const home = { dx: -shift.dx, dy: -shift.dy }
    const agreed = Math.min(shareOf(there, shift), shareOf(back, home))
    if (agreed < minShare || !isFirm(back, home)) continue
    const beside = [around.row, ...(isFramed ? [around.close] : [])]
    const outside = beside.map((spots) => spots.filter((spot) => !isInside(spot, was)))
    if (outside.some((spots) => isOther(alignment, spots, shift))) return null
    const withinPx = agreed < unanimous ? Number.POSITIVE_INFINITY : nearbyPx
    return isElsewhere(alignment, area, held, withinPx) ? null : { state: 'followed', shift: held.shift }
  }
  return null
}

/** Whether a square lies on a block, or touches it. */
function isInside(spot: { x: number; y: number }, { x, y, w, h }: Area): boolean {
  return spot.x + blockPx >= x && spot.x <= x + w && spot.y + blockPx >= y && spot.y <= y + h
}

/** A frame that kept its left edge, its right edge or its middle, and is not blank where the words stood. */
function heldByFrame(
  { before, after }: Alignment,
  { x, y, w, h }: Area,
  slot: Slot | null,
  shift: Shift,
): Held | null {
  const frames = framesAround(before.luminance, after.luminance, x + w / 2, y + h / 2, shift)
  if (!frames || (slot && isBlankAt(after.edges, slot.line, shift))) return null
  const { was, is } = frames
  const [left, right] = [is.x - was.x - shift.dx, is.x + is.w - was.x - was.w - shift.dx]
  const isAligned = [left, right, (left + right) / 2].some((off) => Math.abs(off) <= sameEdgePx)
  return isAligned ? { was, is, shift: { dx: is.x - was.x, dy: shift.dy }, isFramed: true } : null
}

/** A block that starts at the same edges, with as much in it. */
function heldByEdges(alignment: Alignment, area: Area, was: Slot, shift: Shift): Held | null {
  const { before, after } = alignment
  const is = slotMovedBy(after.edges, was, shift)
  if (!is || !isSameSlot(was, is, shift) || isBlanked(alignment, area, shift, is)) return null
  const middle = area.y + area.h / 2
  const ratio = enlargementOf(before.edges, was.block, after.edges, is.block)
  if (ratio !== 1) return heldByEnlarged(area, was.block, is.block, ratio)
  const lettersWere = columnsAt(before.edges, was, middle, { dx: 0, dy: 0 })
  const lettersAre = columnsAt(after.edges, was, middle, shift)
  if (lettersAre < Math.max(6, lettersWere / 8)) return null
  return { was: was.block, is: is.block, shift: shiftOfText(alignment, was, is, shift), isFramed: false }
}

/** What follows a text in its row moves with the end of it: such a text stays where it starts, if the page has done so. */
function shiftOfText({ before }: Alignment, { block: was }: Slot, { block: is }: Slot, shift: Shift): Shift {
  const [left, right] = [is.x - was.x, is.x + is.w - was.x - was.w]
  const isMiddle = Math.abs((left + right) / 2 - shift.dx) <= sameEdgePx
  const isLeft = before.votes.common.some(({ dx }) => Math.abs(dx - left) <= sameEdgePx)
  return isMiddle || !isLeft ? shift : { dx: left, dy: shift.dy }
}

/** The same text, drawn larger or smaller: its points move apart. Where lines break elsewhere, only its size is known. */
function heldByEnlarged(area: Area, was: Area, is: Area, ratio: number): Held | null {
  const isWhole = [is.w / was.w, is.h / was.h].every((own) => Math.abs(own / ratio - 1) < 0.08)
  if (!isWhole || area.w > 0) return null
  const shift = {
    dx: is.x - area.x + (area.x - was.x) * ratio,
    dy: is.y - area.y + (area.y - was.y) * ratio,
  }
  return { was, is, shift, isFramed: false }
}

/** Whether nothing stands at a place any more, other than beside a text that got shorter. */
function isBlanked({ after }: Alignment, { x, y, w, h }: Area, { dx, dy }: Shift, { block }: Slot): boolean {
  const [column, row] = [x + w / 2 + dx, y + h / 2 + dy]
  return column <= block.x + block.w && visibleShare(after.edges, column, row) < blankShare
}

/** Whether what was at a place is somewhere else now, not too far away, or what is there now was somewhere else. */
function isElsewhere(alignment: Alignment, area: Area, held: Held, withinPx: number): boolean {
  const { before, after } = alignment
  const { was, is, shift, isFramed } = held
  const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
  const home = { dx: -shift.dx, dy: -shift.dy }
  return (
    hasMoved(alignment, before, after, area, shift, withinPx, isFramed ? is : null) ||
    hasMoved(alignment, after, before, there, home, withinPx, isFramed ? was : null)
  )
}

/** Whether the content of a place is on the other side, other than at `own`. The same button in another card is no sign of
 *  it, if that card had it before, and neither is a piece of the own frame. */
function hasMoved(
  { slack, quality, scale }: Alignment,
  from: Side,
  to: Side,
  area: Area,
  own: Shift,
  withinPx: number,
  frame: Area | null,
): boolean {
  return candidatesFor(from, to, area, slack).found.some((candidate) => {
    const { shift } = candidate
    if (candidate.own.score < alikeFrom({ quality, scale }) || isNear(shift, own, samePx)) return false
    if (isInFrame(shift)) return false
    const mayBeCopy = frame !== null || scale !== 1 || !isNear(shift, own, withinPx)
    return !mayBeCopy || !hasOwnOrigin(shift)
  })

  function isInFrame({ dx, dy }: Shift): boolean {
    const [x, y] = [area.x + area.w / 2 + dx, area.y + area.h / 2 + dy]
    return frame !== null && x >= frame.x && x <= frame.x + frame.w && y >= frame.y && y <= frame.y + frame.h
  }

  function hasOwnOrigin({ dx, dy }: Shift): boolean {
    const there = { ...area, x: area.x + dx, y: area.y + dy }
    const [origin] = to.anchors.near(there)
    if (!origin || isNear(origin.shift, { dx: -dx, dy: -dy }, samePx)) return false
    const { own: spots } = surroundingsOf(there)
    return likenessAt(to.edges, from.edges, spots, origin.shift, slack).score >= alikeFrom({ quality, scale })
  }
}

/** A button with another text looks much the same: its left edge tells. */
export function keepsFrame({ before, after, scale }: Alignment, area: Area, { dx, dy }: Shift): boolean {
  const [x, y] = [area.x + area.w / 2, area.y + area.h / 2]
  const [was, is] = [slotAt(before.edges, x, y), slotAt(after.edges, x + dx, y + dy)]
  if (!was || !is || (!was.isBox && !is.isBox)) return true
  const moved = is.block.x - was.block.x
  // Letters that are drawn at another scale drift within a frame that moved with the page.
  const frames = scale === 1 ? [dx] : [dx, ...before.votes.common.map((shift) => shift.dx)]
  return frames.some((frame) => Math.abs(moved - frame) <= sameEdgePx && Math.abs(frame - dx) <= driftPx)
}
