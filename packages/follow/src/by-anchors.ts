import {
  alikeFrom,
  blankBelow,
  certain,
  isFirm,
  isOther,
  rowEvidence,
  samePx,
  shareOf,
  shareRisenBy,
  type Decision,
} from './agreement'
import type { Alignment, Side } from './alignment'
import type { AnchorVote } from './anchors'
import { isClaimed } from './claimed'
import { followItem, keepsRow } from './by-item'
import { followRewritten, keepsFrame } from './by-slot'
import { climbOnOwn } from './candidates'
import type { Area } from './change'
import type { Shift } from './similarity'
import { slotAt } from './slot'
import { likenessAt, surroundingsOf, type Likeness, type Surroundings } from './surroundings'
import { isNear } from './votes'

const maxTried = 3
/** Likeness below which nothing like the content stands at a place. */
const nothingLike = 0.3
/** Corners that are few or far away must agree this much, from 0 to 1; many near ones this much where a card left its row. */
const [unanimous, mostly] = [0.9, 0.66]
/** Likeness of a row that is the same, where the place itself is not quite. */
const surelySameRowFrom = 0.75
/** How far a button moves along its row and is still looked for, in pixels of the planes. */
const sidewaysPx = 160

interface Tried {
  readonly vote: AnchorVote
  /** All votes around the place. */
  readonly votes: AnchorVote[]
  /** The vote's, moved by a few pixels to where the place fits best. */
  readonly shift: Shift
  /** The smaller of the shares of this displacement among the corners around both ends, 0 to 1. */
  readonly agreed: number
  /** The same for how far up or down: columns of a table move sideways each by itself. */
  readonly risen: number
  /** Whether the corners at both ends are many and near enough to be believed. */
  readonly isFirm: boolean
  readonly own: Likeness
}

/** Follows a place by the certain corners around it: they must agree on one displacement, from here and back, and what
 *  the place shows must be there. Null where too few corners are certain. @param area in pixels of the planes of `before` */
export function followAnchors(alignment: Alignment, area: Area, around: Surroundings): Decision | null {
  const tried = triedVotes(alignment, area, around)
  const inRow = followRow(alignment, area, around)
  if (inRow) return inRow
  const firm = tried.find(({ isFirm, agreed }) => isFirm || agreed >= unanimous)
  if (!firm) return null
  if (firm.own.evidence < blankBelow)
    return (
      followGround(alignment, area, around, tried) ?? followRewritten(alignment, area, around) ?? unsure(firm)
    )
  const same = tried.find(({ own }) => own.score >= alikeFrom(alignment))
  const isOnly = tried.filter(({ own }) => own.score >= alikeFrom(alignment)).length === 1
  const isHere = same && isSameContent(alignment, area, around, same, isOnly)
  const isExact = isHere && same.own.score >= certain * alignment.quality
  const here: Decision | null = isExact ? { state: 'followed', shift: same.shift } : null
  if (here && same && (isKnown(same) || (same.agreed >= unanimous && keepsRow(alignment, area, same.shift))))
    return here
  const item = followItem(alignment, area)
  if (item) return item
  if (here) return here
  if (isHere) return { state: 'followed', shift: same.shift }
  const apart = tried.find((one) => isRoundedApart(alignment, area, around, one))
  if (apart) return { state: 'followed', shift: apart.shift }
  if (same && keepsFrame(alignment, area, same.shift)) return unsure(same)
  return (
    followRewritten(alignment, area, around) ??
    followSideways(alignment, area, around, firm) ??
    unsure(same ?? firm)
  )
}

/** Where nothing like it stands at the best guess, the content is gone. */
function unsure({ shift, own }: Tried): Decision {
  return { state: own.evidence >= blankBelow && own.score < nothingLike ? 'gone' : 'check', shift }
}

/** @param isOnly whether it looks the same at no other displacement around */
function isSameContent(
  alignment: Alignment,
  area: Area,
  around: Surroundings,
  same: Tried,
  isOnly: boolean,
): boolean {
  const isCertain = same.own.score >= certain * alignment.quality
  const isColumn = isOnly && isCertain && same.isFirm && same.risen >= unanimous
  if (!isColumn && same.agreed < (same.isFirm ? 0.5 : unanimous)) return false
  if (!isCertain && !keepsFrame(alignment, area, same.shift)) return false
  return !isOtherRow(alignment, area, around, same)
}

/** Rows of a list that changed their order share their displacement with nothing above or below: the certain corners of
 *  the row itself decide. */
function followRow(alignment: Alignment, area: Area, around: Surroundings): Decision | null {
  const { before, after, slack, quality } = alignment
  const [vote] = before.anchors.inRow(area)
  if (!vote || !hasMovedWithRow(alignment, area, vote.shift)) return null
  const { shift } = climbOnOwn(before, after, around, vote.shift)
  const own = likenessAt(before.edges, after.edges, around.own, shift, slack)
  if (own.evidence < blankBelow || own.score < alikeFrom(alignment)) return null
  const row = likenessOfRow(alignment, around, shift)
  const isSame =
    row.evidence >= rowEvidence && row.score >= certain * quality && keepsFrame(alignment, area, shift)
  return isSame ? { state: 'followed', shift } : null
}

/** A button or a text that moved along its row: the only content near its old place that looks like it, where nothing like
 *  it was. Nothing else like it may have stood near it before, as that might be what is there now.
 *  @param firm how everything around it moved */
function followSideways(
  alignment: Alignment,
  area: Area,
  around: Surroundings,
  firm: Tried,
): Decision | null {
  const { before, after, quality } = alignment
  const slot = slotAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  if (!slot || firm.own.evidence < 0.3) return null
  if (firm.risen < (slot.isBox ? mostly : unanimous)) return null
  const [only, ...others] = alikeAlongRow(alignment, before, after, around, firm.vote.shift)
  if (!only || others.length > 0 || Math.abs(only.by) <= samePx) return null
  if (only.fit < (slot.isBox ? 0.9 : certain) * quality) return null
  const shift = { dx: firm.vote.shift.dx + only.by, dy: firm.vote.shift.dy }
  const line = surroundingsOf(slot.line).own
  const isSameLine =
    slot.isBox ||
    likenessAt(before.edges, after.edges, line, shift).score >= certain * quality ||
    isBlank(after, area, firm.vote.shift)
  if (!isSameLine || !keepsFrame(alignment, area, shift)) return null
  if (isClaimed(alignment, area, shift)) return null
  const isSingle = alikeAlongRow(alignment, before, before, around, { dx: 0, dy: 0 }).length === 1
  return isSingle ? { state: 'followed', shift } : null
}

/** Whether the spot of a place is blank now. */
function isBlank({ edges }: Side, area: Area, { dx, dy }: Shift): boolean {
  const { core } = surroundingsOf({ ...area, x: area.x + dx, y: area.y + dy })
  return likenessAt(edges, edges, core, { dx: 0, dy: 0 }).evidence < blankBelow
}

/** What looks like a place in a row, and how far along the row it is from `shift`. */
function alikeAlongRow(
  alignment: Alignment,
  from: Side,
  to: Side,
  { core, own }: Surroundings,
  { dx, dy }: Shift,
): { by: number; fit: number }[] {
  const found: { by: number; fit: number }[] = []
  for (let by = -sidewaysPx; by <= sidewaysPx; by += 1) {
    const shift = { dx: dx + by, dy }
    if (likenessAt(from.edges, to.edges, core, shift).score < mostly) continue
    const fit = likenessAt(from.edges, to.edges, own, shift).score
    const last = found.at(-1)
    if (fit < alikeFrom(alignment)) continue
    if (!last || by - last.by > samePx) found.push({ by, fit })
    else if (fit > last.fit) found[found.length - 1] = { by, fit }
  }
  return found
}

/** Paper, shades: what is close by has to be the same, or all that is certain around it has moved the same way. Paper
 *  beside a text belongs to the text, not to the next column, which may have moved sideways alone. */
function followGround(
  alignment: Alignment,
  area: Area,
  { close }: Surroundings,
  tried: Tried[],
): Decision | null {
  const { before, after, slack, quality } = alignment
  const best = tried.find(({ agreed, isFirm }) => agreed >= (isFirm ? 0.7 : unanimous))
  if (!best) return null
  const { shift } = best
  const onTheRight = { x: area.x, y: 0, w: before.edges.width, h: before.edges.height }
  if (isSideways(alignment, shift) && !isFirm(before.anchors.near(area, onTheRight), shift)) return null
  const likeness = likenessAt(before.edges, after.edges, close, shift, slack)
  const isSure = best.isFirm && best.agreed >= unanimous
  const isSame = isSure || likeness.evidence === 0 || likeness.score >= 0.6 * quality
  return isSame ? { state: 'followed', shift } : null
}

/** Whether a displacement is sideways, compared with most of the page. */
function isSideways({ before }: Alignment, { dx }: Shift): boolean {
  return Math.abs(dx - (before.votes.common[0]?.dx ?? 0)) > samePx
}

/** Whether a certain corner of the place itself says so. */
function isKnown({ votes, shift }: Pick<Tried, 'votes' | 'shift'>): boolean {
  return votes.some((vote) => isNear(vote.shift, shift, samePx) && vote.nearestPx <= 20)
}

/** Whether a content that many rows of a list have stands in a row that is another one now. */
function isOtherRow(
  alignment: Alignment,
  area: Area,
  around: Surroundings,
  { votes, shift, agreed, isFirm: isKnownAround, own }: Tried,
): boolean {
  // Drawn at another scale, the other columns of a row have moved by themselves.
  if (alignment.scale !== 1 && isKnownAround && agreed >= unanimous) return false
  // A card that left its row for another column has left the other cards behind.
  if (isSideways(alignment, shift) && isKnownAround && agreed >= mostly) return false
  if (isKnown({ votes, shift }) || hasMovedWithRow(alignment, area, shift)) return false
  // Numbers that differ in a digit look much the same.
  const sameFrom = own.score < certain * alignment.quality ? surelySameRowFrom : undefined
  return isOther(alignment, around.row, shift, sameFrom)
}

/** Whether the certain corners of the row say so, from here and back. One is enough, as its own neighbours moved with it.
 *  Columns may have moved sideways. */
function hasMovedWithRow({ before, after }: Alignment, area: Area, { dx, dy }: Shift): boolean {
  const there = { ...area, x: area.x + dx, y: area.y + dy }
  return (
    shareRisenBy(before.anchors.inRow(area), dy) >= unanimous &&
    shareRisenBy(after.anchors.inRow(there), -dy) >= unanimous
  )
}

function likenessOfRow({ before, after, slack }: Alignment, { row }: Surroundings, shift: Shift): Likeness {
  return likenessAt(before.edges, after.edges, row, shift, slack)
}

/** Text and the line below it were rounded apart: the rest of the row tells that it is the same. */
function isRoundedApart(alignment: Alignment, area: Area, around: Surroundings, one: Tried): boolean {
  if (one.agreed < unanimous || one.own.score < 0.6 * alignment.quality) return false
  const row = likenessOfRow(alignment, around, one.shift)
  const isSameRow = row.evidence >= rowEvidence && row.score >= surelySameRowFrom * alignment.quality
  return isSameRow && keepsFrame(alignment, area, one.shift)
}

function triedVotes(alignment: Alignment, area: Area, around: Surroundings): Tried[] {
  const { before, after, slack } = alignment
  const votes = before.anchors.near(area)
  const tried: Tried[] = []
  for (const vote of votes.slice(0, 6)) {
    const share = shareOf(votes, vote.shift)
    const isKnown = tried.some(({ shift }) => isNear(shift, vote.shift, samePx))
    if (share < 0.2 || tried.length >= maxTried || isKnown) continue
    const { shift } = climbOnOwn(before, after, around, vote.shift)
    const own = likenessAt(before.edges, after.edges, around.own, shift, slack)
    const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
    const back = after.anchors.near(there)
    const home = { dx: -shift.dx, dy: -shift.dy }
    const agreed = Math.min(share, shareOf(back, home))
    const risen = Math.min(shareRisenBy(votes, shift.dy), shareRisenBy(back, home.dy))
    tried.push({ vote, votes, shift, agreed, risen, isFirm: isFirm(votes, shift) && isFirm(back, home), own })
  }
  return tried
}
