import {
  similarityThreshold,
  blankBelow,
  certainSimilarity,
  isWellSupported,
  isDifferentContent,
  rowEvidence,
  samePx,
  consensusOn,
  verticalConsensusOn,
  type Decision,
} from './consensus'
import type { Alignment, Side } from './alignment'
import type { InlierVote } from './inliers'
import { isClaimed } from './claimed'
import { followItem, keepsRow } from './by-item'
import { followRewritten, keepsFrame } from './by-layout'
import { candidatesFor, refineShift } from './candidates'
import type { Area } from './change'
import type { Shift } from './block-correlation'
import { layoutBlockAt } from './layout-block'
import { similarityAt, supportWindowsOf, type Similarity, type SupportWindows } from './support-windows'
import { isNear } from './votes'

const maxTried = 3
/** Below this similarity, the content is not there. */
const nothingLike = 0.3
/** Minimum consensus, 0 to 1: of few or distant inliers, and of well supported ones for a card that left its row. */
const [unanimous, mostly] = [0.9, 0.66]
/** Minimum similarity of the row if the place itself is below the certain similarity. */
const surelySameRowFrom = 0.75
/** Search range for a button that moved along its row, in pixels of the planes. */
const sidewaysPx = 160

interface TriedVote {
  readonly vote: InlierVote
  /** All votes around the place. */
  readonly votes: InlierVote[]
  /** The displacement of the vote, refined to where the place itself correlates best. */
  readonly shift: Shift
  /** Consensus on the displacement: the smaller of the shares at both ends, 0 to 1. */
  readonly consensus: number
  /** The same for the vertical displacement alone. The columns of a table may move sideways independently. */
  readonly verticalConsensus: number
  /** Whether the displacement is well supported at both ends. */
  readonly isWellSupported: boolean
  readonly own: Similarity
}

/** Follows a place by the inliers around it. They must agree on one displacement, forwards and backwards, and the
 *  content must be there.
 *  @param area in pixels of the planes of `before`
 *  @returns null if there are too few inliers */
export function followInliers(alignment: Alignment, area: Area, around: SupportWindows): Decision | null {
  const tried = triedVotes(alignment, area, around)
  const inRow = followRow(alignment, area, around)
  if (inRow) return inRow
  const supported = tried.find(({ isWellSupported, consensus }) => isWellSupported || consensus >= unanimous)
  if (!supported) return null
  if (supported.own.evidence < blankBelow)
    return (
      followGround(alignment, area, around, tried) ??
      followRewritten(alignment, area, around) ??
      unsure(alignment, area, supported)
    )
  const same = tried.find(({ own }) => own.score >= similarityThreshold(alignment))
  const isOnly = tried.filter(({ own }) => own.score >= similarityThreshold(alignment)).length === 1
  const isHere = same && isSameContent(alignment, area, around, same, isOnly)
  const isExact = isHere && same.own.score >= certainSimilarity * alignment.quality
  const here: Decision | null = isExact ? { state: 'followed', shift: same.shift } : null
  if (
    here &&
    same &&
    (isKnown(same) || (same.consensus >= unanimous && keepsRow(alignment, area, same.shift)))
  )
    return here
  const item = followItem(alignment, area)
  if (item) return item
  if (here) return here
  if (isHere) return { state: 'followed', shift: same.shift }
  const apart = tried.find((one) => isRoundedApart(alignment, area, around, one))
  if (apart) return { state: 'followed', shift: apart.shift }
  if (same && keepsFrame(alignment, area, same.shift)) return unsure(alignment, area, same)
  return (
    followRewritten(alignment, area, around) ??
    followSideways(alignment, area, around, supported) ??
    unsure(alignment, area, same ?? supported)
  )
}

/** If the content does not correlate at the best guess, it is gone, unless it is elsewhere and was not there before. */
function unsure(alignment: Alignment, area: Area, { shift, own }: TriedVote): Decision {
  if (own.evidence < blankBelow || own.score >= nothingLike) return { state: 'check', shift }
  const { before, after, slack } = alignment
  const moved = candidatesFor(before, after, area, slack).found.find(
    (candidate) =>
      candidate.own.score >= similarityThreshold(alignment) && !isClaimed(alignment, area, candidate.shift),
  )
  return moved ? { state: 'check', shift: moved.shift } : { state: 'gone', shift }
}

/** @param isOnly whether no other tried displacement shows the same content */
function isSameContent(
  alignment: Alignment,
  area: Area,
  around: SupportWindows,
  same: TriedVote,
  isOnly: boolean,
): boolean {
  const isCertain = same.own.score >= certainSimilarity * alignment.quality
  const isColumn = isOnly && isCertain && same.isWellSupported && same.verticalConsensus >= unanimous
  if (!isColumn && same.consensus < (same.isWellSupported ? 0.5 : unanimous)) return false
  if (!isCertain && !keepsFrame(alignment, area, same.shift)) return false
  return !isDifferentRow(alignment, area, around, same)
}

/** Follows a row of a list that changed its order. Its displacement is not shared by the rows above and below, so
 *  that only the inliers of the row itself decide. */
function followRow(alignment: Alignment, area: Area, around: SupportWindows): Decision | null {
  const { before, after, slack, quality } = alignment
  const [vote] = before.inliers.inRow(area)
  if (!vote || !hasMovedWithRow(alignment, area, vote.shift)) return null
  const { shift } = refineShift(before, after, around, vote.shift)
  const own = similarityAt(before.edges, after.edges, around.own, shift, slack)
  if (own.evidence < blankBelow || own.score < similarityThreshold(alignment)) return null
  const row = similarityOfRow(alignment, around, shift)
  const isSame =
    row.evidence >= rowEvidence &&
    row.score >= certainSimilarity * quality &&
    keepsFrame(alignment, area, shift)
  return isSame ? { state: 'followed', shift } : null
}

/** Follows a button or a text that moved along its row. It must be the only match near its old position, which
 *  nothing similar may occupy. It must also have been unique there before, or the match may be its former twin.
 *  @param supported the displacement of its surroundings */
function followSideways(
  alignment: Alignment,
  area: Area,
  around: SupportWindows,
  supported: TriedVote,
): Decision | null {
  const { before, after, quality } = alignment
  const block = layoutBlockAt(before.edges, area.x + area.w / 2, area.y + area.h / 2)
  if (!block || supported.own.evidence < 0.3) return null
  if (supported.verticalConsensus < (block.isBox ? mostly : unanimous)) return null
  const [only, ...others] = alikeAlongRow(alignment, before, after, around, supported.vote.shift)
  if (!only || others.length > 0 || Math.abs(only.by) <= samePx) return null
  if (only.fit < (block.isBox ? 0.9 : certainSimilarity) * quality) return null
  const shift = { dx: supported.vote.shift.dx + only.by, dy: supported.vote.shift.dy }
  const line = supportWindowsOf(block.line).own
  const isSameLine =
    block.isBox ||
    similarityAt(before.edges, after.edges, line, shift).score >= certainSimilarity * quality ||
    isBlank(after, area, supported.vote.shift)
  if (!isSameLine || !keepsFrame(alignment, area, shift)) return null
  if (isClaimed(alignment, area, shift)) return null
  const isSingle = alikeAlongRow(alignment, before, before, around, { dx: 0, dy: 0 }).length === 1
  return isSingle ? { state: 'followed', shift } : null
}

/** Whether the old position of a place is blank now. */
function isBlank({ edges }: Side, area: Area, { dx, dy }: Shift): boolean {
  const { core } = supportWindowsOf({ ...area, x: area.x + dx, y: area.y + dy })
  return similarityAt(edges, edges, core, { dx: 0, dy: 0 }).evidence < blankBelow
}

/** Matches of a place along its row, with their distance from `shift` and their similarity. */
function alikeAlongRow(
  alignment: Alignment,
  from: Side,
  to: Side,
  { core, own }: SupportWindows,
  { dx, dy }: Shift,
): { by: number; fit: number }[] {
  const found: { by: number; fit: number }[] = []
  for (let by = -sidewaysPx; by <= sidewaysPx; by += 1) {
    const shift = { dx: dx + by, dy }
    if (similarityAt(from.edges, to.edges, core, shift).score < mostly) continue
    const fit = similarityAt(from.edges, to.edges, own, shift).score
    const last = found.at(-1)
    if (fit < similarityThreshold(alignment)) continue
    if (!last || by - last.by > samePx) found.push({ by, fit })
    else if (fit > last.fit) found[found.length - 1] = { by, fit }
  }
  return found
}

/** Follows a place on blank background. Its close surroundings must match, or all inliers around it must agree.
 *  Background beside a text belongs to the text, not to the next column, which may have moved sideways
 *  independently. */
function followGround(
  alignment: Alignment,
  area: Area,
  { close }: SupportWindows,
  tried: TriedVote[],
): Decision | null {
  const { before, after, slack, quality } = alignment
  const best = tried.find(
    ({ consensus, isWellSupported }) => consensus >= (isWellSupported ? 0.7 : unanimous),
  )
  if (!best) return null
  const { shift } = best
  const onTheRight = { x: area.x, y: 0, w: before.edges.width, h: before.edges.height }
  if (isSideways(alignment, shift) && !isWellSupported(before.inliers.near(area, onTheRight), shift))
    return null
  const similarity = similarityAt(before.edges, after.edges, close, shift, slack)
  const isSure = best.isWellSupported && best.consensus >= unanimous
  const isSame = isSure || similarity.evidence === 0 || similarity.score >= 0.6 * quality
  return isSame ? { state: 'followed', shift } : null
}

/** Whether a displacement differs horizontally from that of most of the page. */
function isSideways({ before }: Alignment, { dx }: Shift): boolean {
  return Math.abs(dx - (before.votes.common[0]?.dx ?? 0)) > samePx
}

/** Whether an inlier on the place itself has the displacement. */
function isKnown({ votes, shift }: Pick<TriedVote, 'votes' | 'shift'>): boolean {
  return votes.some((vote) => isNear(vote.shift, shift, samePx) && vote.nearestPx <= 20)
}

/** Whether a content that occurs in many rows of a list is now in another row. */
function isDifferentRow(
  alignment: Alignment,
  area: Area,
  around: SupportWindows,
  { votes, shift, consensus, isWellSupported: isKnownAround, own }: TriedVote,
): boolean {
  // At another scale, the other columns of a row move independently.
  if (alignment.scale !== 1 && isKnownAround && consensus >= unanimous) return false
  // A card that moved to another column leaves the other cards of its row behind.
  if (isSideways(alignment, shift) && isKnownAround && consensus >= mostly) return false
  if (isKnown({ votes, shift }) || hasMovedWithRow(alignment, area, shift)) return false
  // Numbers that differ in a digit look nearly the same.
  const sameFrom = own.score < certainSimilarity * alignment.quality ? surelySameRowFrom : undefined
  return isDifferentContent(alignment, around.row, shift, sameFrom)
}

/** Whether the inliers of the row agree on the vertical displacement, forwards and backwards. One inlier is
 *  enough, because its own neighbours support it. Columns may have moved sideways. */
function hasMovedWithRow({ before, after }: Alignment, area: Area, { dx, dy }: Shift): boolean {
  const there = { ...area, x: area.x + dx, y: area.y + dy }
  return (
    verticalConsensusOn(before.inliers.inRow(area), dy) >= unanimous &&
    verticalConsensusOn(after.inliers.inRow(there), -dy) >= unanimous
  )
}

function similarityOfRow(
  { before, after, slack }: Alignment,
  { row }: SupportWindows,
  shift: Shift,
): Similarity {
  return similarityAt(before.edges, after.edges, row, shift, slack)
}

/** Text and the line below it were rounded independently. The rest of the row shows that it is the same row. */
function isRoundedApart(alignment: Alignment, area: Area, around: SupportWindows, one: TriedVote): boolean {
  if (one.consensus < unanimous || one.own.score < 0.6 * alignment.quality) return false
  const row = similarityOfRow(alignment, around, one.shift)
  const isSameRow = row.evidence >= rowEvidence && row.score >= surelySameRowFrom * alignment.quality
  return isSameRow && keepsFrame(alignment, area, one.shift)
}

function triedVotes(alignment: Alignment, area: Area, around: SupportWindows): TriedVote[] {
  const { before, after, slack } = alignment
  const votes = before.inliers.near(area)
  const tried: TriedVote[] = []
  for (const vote of votes.slice(0, 6)) {
    const share = consensusOn(votes, vote.shift)
    const isKnown = tried.some(({ shift }) => isNear(shift, vote.shift, samePx))
    if (share < 0.2 || tried.length >= maxTried || isKnown) continue
    const { shift } = refineShift(before, after, around, vote.shift)
    const own = similarityAt(before.edges, after.edges, around.own, shift, slack)
    const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
    const back = after.inliers.near(there)
    const home = { dx: -shift.dx, dy: -shift.dy }
    const consensus = Math.min(share, consensusOn(back, home))
    const verticalConsensus = Math.min(
      verticalConsensusOn(votes, shift.dy),
      verticalConsensusOn(back, home.dy),
    )
    tried.push({
      vote,
      votes,
      shift,
      consensus,
      verticalConsensus,
      isWellSupported: isWellSupported(votes, shift) && isWellSupported(back, home),
      own,
    })
  }
  return tried
}
