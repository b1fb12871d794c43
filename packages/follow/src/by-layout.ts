import {
  similarityThreshold,
  isWellSupported,
  isDifferentContent,
  sameEdgePx,
  samePx,
  consensusOn,
  verticalConsensusOn,
  type Decision,
} from './consensus'
import type { Alignment, Side } from './alignment'
import { candidatesFor } from './candidates'
import type { Area } from './change'
import { framesAround } from './frame'
import { blockPx, type Shift } from './block-correlation'
import {
  visibleColumnsAt,
  scaleRatioOf,
  isBlankAt,
  isSameLayoutBlock,
  layoutBlockAt,
  layoutBlockMovedBy,
  visibleShare,
  type LayoutBlock,
} from './layout-block'
import { similarityAt, supportWindowsOf, type SupportWindows } from './support-windows'
import { isNear } from './votes'

/** Minimum consensus of the inliers of an element, and the consensus that counts as unanimous. */
const [minShare, unanimous] = [0.3, 0.9]
/** With a unanimous consensus, the same content farther away than this is another copy of it, in pixels of the
 *  planes. */
const nearbyPx = 200
/** Drift of text in a frame at another scale, in pixels of the planes. */
const driftPx = 10
/** Share of visible pixels around a place below which it is blank. */
const blankShare = 0.02

/** An element found on both pictures, with the displacement of its left edge. */
interface ElementMatch {
  readonly was: Area
  readonly is: Area
  readonly shift: Shift
  /** Whether it is known by its frame. */
  readonly isFramed: boolean
}

/** Follows a place whose content was rewritten: the same frame, or a layout block with the same edges, among the
 *  same neighbours. The old content must not exist elsewhere in the new version, nor the new content in the old
 *  one. */
export function followRewritten(alignment: Alignment, area: Area, around: SupportWindows): Decision | null {
  const { before, after } = alignment
  const block = layoutBlockAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  // The inliers of a box include its own edges, which are left out.
  const votes = before.inliers.near(block?.bounds ?? area, block?.isBox ? block.bounds : null)
  const inRow = before.inliers.inRow(area)
  for (const { shift } of votes.slice(0, 5)) {
    if (consensusOn(votes, shift) < minShare || !isWellSupported(votes, shift)) continue
    if (inRow.length > 0 && verticalConsensusOn(inRow, shift.dy) < 0.5) continue
    const match =
      matchByFrame(alignment, area, block, shift) ?? (block && matchByEdges(alignment, area, block, shift))
    if (!match) continue
    const { was, is, isFramed } = match
    const there = before.inliers.near(was, isFramed ? was : null)
    const back = after.inliers.near(is, isFramed ? is : null)
    const home = { dx: -shift.dx, dy: -shift.dy }
    const consensus = Math.min(consensusOn(there, shift), consensusOn(back, home))
    if (consensus < minShare || !isWellSupported(back, home)) continue
    const beside = [around.row, ...(isFramed ? [around.close] : [])]
    const outside = beside.map((windowBlocks) =>
      windowBlocks.filter((windowBlock) => !isInside(windowBlock, was)),
    )
    if (outside.some((windowBlocks) => isDifferentContent(alignment, windowBlocks, shift))) return null
    const withinPx = consensus < unanimous ? Number.POSITIVE_INFINITY : nearbyPx
    return isElsewhere(alignment, area, match, withinPx) ? null : { state: 'followed', shift: match.shift }
  }
  return null
}

/** Whether a block of a support window lies in an area, or touches it. */
function isInside(windowBlock: { x: number; y: number }, { x, y, w, h }: Area): boolean {
  return (
    windowBlock.x + blockPx >= x &&
    windowBlock.x <= x + w &&
    windowBlock.y + blockPx >= y &&
    windowBlock.y <= y + h
  )
}

/** Matches a frame that kept its left edge, its right edge or its centre, and is not blank at the old words. */
function matchByFrame(
  { before, after }: Alignment,
  { x, y, w, h }: Area,
  block: LayoutBlock | null,
  shift: Shift,
): ElementMatch | null {
  const frames = framesAround(before.luminance, after.luminance, x + w / 2, y + h / 2, shift)
  if (!frames || (block && isBlankAt(after.edges, block.line, shift))) return null
  const { was, is } = frames
  const [left, right] = [is.x - was.x - shift.dx, is.x + is.w - was.x - was.w - shift.dx]
  const isAligned = [left, right, (left + right) / 2].some((off) => Math.abs(off) <= sameEdgePx)
  return isAligned ? { was, is, shift: { dx: is.x - was.x, dy: shift.dy }, isFramed: true } : null
}

/** Matches a layout block with the same edges and a similar amount of content. */
function matchByEdges(alignment: Alignment, area: Area, was: LayoutBlock, shift: Shift): ElementMatch | null {
  const { before, after } = alignment
  const is = layoutBlockMovedBy(after.edges, was, shift)
  if (!is || !isSameLayoutBlock(was, is, shift) || isBlanked(alignment, area, shift, is)) return null
  const middle = area.y + area.h / 2
  const ratio = scaleRatioOf(before.edges, was.bounds, after.edges, is.bounds)
  if (ratio !== 1) return matchEnlarged(area, was.bounds, is.bounds, ratio)
  const lettersWere = visibleColumnsAt(before.edges, was, middle, { dx: 0, dy: 0 })
  const lettersAre = visibleColumnsAt(after.edges, was, middle, shift)
  if (lettersAre < Math.max(6, lettersWere / 8)) return null
  return { was: was.bounds, is: is.bounds, shift: shiftOfText(alignment, was, is, shift), isFramed: false }
}

/** The displacement of a rewritten text. Content after it in its row moves with its end, so that the inliers there say
 *  nothing about its start. A text that is not centred keeps its left edge if that edge moved with the page. */
function shiftOfText(
  { before }: Alignment,
  { bounds: was }: LayoutBlock,
  { bounds: is }: LayoutBlock,
  shift: Shift,
): Shift {
  const [left, right] = [is.x - was.x, is.x + is.w - was.x - was.w]
  const isMiddle = Math.abs((left + right) / 2 - shift.dx) <= sameEdgePx
  const isLeft = before.votes.common.some(({ dx }) => Math.abs(dx - left) <= sameEdgePx)
  return isMiddle || !isLeft ? shift : { dx: left, dy: shift.dy }
}

/** The same text at another font size. Points are scaled about the upper left corner. If the lines break
 *  differently, only the size is known. */
function matchEnlarged(area: Area, was: Area, is: Area, ratio: number): ElementMatch | null {
  const isWhole = [is.w / was.w, is.h / was.h].every((own) => Math.abs(own / ratio - 1) < 0.08)
  if (!isWhole || area.w > 0) return null
  const shift = {
    dx: is.x - area.x + (area.x - was.x) * ratio,
    dy: is.y - area.y + (area.y - was.y) * ratio,
  }
  return { was, is, shift, isFramed: false }
}

/** Whether a place is blank now, unless it is beyond the end of a shortened text. */
function isBlanked(
  { after }: Alignment,
  { x, y, w, h }: Area,
  { dx, dy }: Shift,
  { bounds }: LayoutBlock,
): boolean {
  const [column, row] = [x + w / 2 + dx, y + h / 2 + dy]
  return column <= bounds.x + bounds.w && visibleShare(after.edges, column, row) < blankShare
}

/** Whether the old content is now elsewhere within the distance, or the new content was elsewhere before. */
function isElsewhere(alignment: Alignment, area: Area, match: ElementMatch, withinPx: number): boolean {
  const { before, after } = alignment
  const { was, is, shift, isFramed } = match
  const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
  const home = { dx: -shift.dx, dy: -shift.dy }
  return (
    hasMoved(alignment, before, after, area, shift, withinPx, isFramed ? is : null) ||
    hasMoved(alignment, after, before, there, home, withinPx, isFramed ? was : null)
  )
}

/** Whether the content of a place is on the other side at a displacement other than `own`. A copy in another card
 *  is ignored if that card had it before. So is content in the element's own frame. */
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
    if (candidate.own.score < similarityThreshold({ quality, scale }) || isNear(shift, own, samePx))
      return false
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
    const [origin] = to.inliers.near(there)
    if (!origin || isNear(origin.shift, { dx: -dx, dy: -dy }, samePx)) return false
    const { own: windowBlocks } = supportWindowsOf(there)
    return (
      similarityAt(to.edges, from.edges, windowBlocks, origin.shift, slack).score >=
      similarityThreshold({ quality, scale })
    )
  }
}

/** Whether the element at a place kept its left edge. Buttons with different labels look nearly the same otherwise. */
export function keepsFrame({ before, after, scale }: Alignment, area: Area, { dx, dy }: Shift): boolean {
  const [x, y] = [area.x + area.w / 2, area.y + area.h / 2]
  const [was, is] = [layoutBlockAt(before.edges, x, y), layoutBlockAt(after.edges, x + dx, y + dy)]
  if (!was || !is || (!was.isBox && !is.isBox)) return true
  const moved = is.bounds.x - was.bounds.x
  // At another scale, letters drift within a frame that moved with the page.
  const frames = scale === 1 ? [dx] : [dx, ...before.votes.common.map((shift) => shift.dx)]
  return frames.some((frame) => Math.abs(moved - frame) <= sameEdgePx && Math.abs(frame - dx) <= driftPx)
}
