import { alikeFrom, blankBelow, certain, isOther, samePx, shareRisenBy, type Decision } from './agreement'
import type { Alignment, Side } from './alignment'
import { keepsFrame } from './by-slot'
import { climbOnOwn } from './candidates'
import type { Area } from './change'
import type { Shift } from './similarity'
import { likenessAt, surroundingsOf, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** How far around a place its cell is taken to reach, in pixels of the planes. */
const reachesPx = [24, 40] as const
/** The second best must be so much less alike than the best, and so many times what the best leaves unexplained. In a list
 *  what looks alike and is nearer must be less alike still. */
const lead = { least: 0.05, overNearer: 0.25, times: 1 }
/** How many displacements of the corners around a place are tried. */
const maxFlows = 6
/** Rows this close may have taken each other's place, in pixels of the planes. */
const nearbyPx = 160
/** Elements are rounded apart by this much, in pixels of the planes. */
const roundedPx = 2

/** Follows a place to the only content that looks like it and what is closest to it: among all that moved along with the
 *  corners around it, and else on the whole page, wherever its neighbours went. The cells of a grid that changed their order
 *  share no displacement. Nothing else may look so, there or here. */
export function followOnly(alignment: Alignment, area: Area, around: Surroundings): Decision | null {
  const { before, after, quality, slack } = alignment
  const inRow = before.anchors.inRow(area)
  for (const shiftsAt of [flowsAt, pairsAt])
    for (const reachPx of reachesPx) {
      const found = onlyLike(alignment, before, after, area, reachPx, shiftsAt)
      if (!found) continue
      const { shift } = climbOnOwn(before, after, around, found)
      const own = likenessAt(before.edges, after.edges, around.own, shift, slack)
      if (own.evidence < blankBelow || own.score < certain * quality) continue
      if (inRow.length > 0 && shareRisenBy(inRow, shift.dy) < 0.5) continue
      const there = movedBy(area, shift)
      const back = onlyLike(alignment, after, before, there, reachPx, shiftsAt)
      if (!back || !isNear(back, { dx: -shift.dx, dy: -shift.dy }, samePx)) continue
      const isFlow = shiftsAt === flowsAt
      if (isClaimed(alignment, area, shift, isFlow)) continue
      if (isFlow && (isOther(alignment, around.row, shift) || hasRival(alignment, area, around, shift)))
        continue
      if (keepsFrame(alignment, area, shift)) return { state: 'followed', shift }
    }
  return null
}

/** Whether what now stands where a place would go is as likely something else, which moved there with what is around it.
 *  @param shift of the place @param isFlow whether what is around the place moved so as well: then both are compared */
export function isClaimed(alignment: Alignment, area: Area, shift: Shift, isFlow = true): boolean {
  const { before, after, slack } = alignment
  const there = movedBy(area, shift)
  const home = { dx: -shift.dx, dy: -shift.dy }
  const origins = flowsAt(after, grown(there, reachesPx[0])).filter((origin) => !isNear(origin, home, samePx))
  if (origins.length === 0) return false
  const [own, around] = [0, reachesPx[0]].map((by) => surroundingsOf(grown(there, by)).own)
  const likeness = (spots: Surroundings['own'] = [], by: Shift) =>
    likenessAt(after.edges, before.edges, spots, by, slack)
  const limit = isFlow ? likeness(around, home).score - lead.least : 0
  return origins.some(
    (origin) =>
      likeness(own, origin).score >= certain * alignment.quality && likeness(around, origin).score >= limit,
  )
}

/** Whether a row close by looks the same all along: nothing tells which of them is which. */
function hasRival(alignment: Alignment, area: Area, around: Surroundings, shift: Shift): boolean {
  const { before, after, slack, quality } = alignment
  const near = grown(area, reachesPx[0])
  const { own: spots } = surroundingsOf(near)
  const isAlike = (rival: Shift) =>
    likenessAt(before.edges, after.edges, spots, rival, slack).score >= certain * quality
  return pairsAt(before, near).some(
    (rival) =>
      !isNear(rival, shift, samePx) &&
      isNear(rival, shift, nearbyPx) &&
      isAlike(rival) &&
      !isOther(alignment, around.row, rival),
  )
}

/** Displacements that corners around a place share. */
function flowsAt({ anchors, votes }: Side, area: Area): Shift[] {
  const flows: Shift[] = []
  for (const { shift } of [...anchors.near(area), ...anchors.farther(area)])
    if (flows.length < maxFlows && !flows.some((flow) => isNear(flow, shift, samePx))) flows.push(shift)
  // What stands at the place was rounded for itself.
  const own = votes.shiftsIn(area)
  return flows.map((flow) => own.find((shift) => isNear(shift, flow, roundedPx)) ?? flow)
}

/** Displacements of all corners at a place that look like others. */
function pairsAt({ votes }: Side, area: Area): Shift[] {
  return votes.shiftsIn(area)
}

/** The displacement to the only area that looks like one with what is around it; null where there is none or there are several. */
function onlyLike(
  alignment: Alignment,
  from: Side,
  to: Side,
  area: Area,
  reachPx: number,
  shiftsAt: typeof flowsAt,
): Shift | null {
  const { quality, slack } = alignment
  const { own: spots } = surroundingsOf(grown(area, reachPx))
  const [best, ...others] = shiftsAt(from, grown(area, reachPx))
    .map((shift) => ({ shift, ...likenessAt(from.edges, to.edges, spots, shift, slack) }))
    .sort((a, b) => b.score - a.score)
  if (!best || best.score < alikeFrom(alignment)) return null
  const limit = best.score - lead.least - lead.times * Math.max(0, quality - best.score)
  const [flow = { dx: 0, dy: 0 }] = flowsAt(from, area)
  const distanceOf = ({ dx, dy }: Shift) => Math.hypot(dx - flow.dx, dy - flow.dy)
  const isColumn = Math.abs(best.shift.dx - flow.dx) <= samePx
  const isOnly = others.every(({ shift, score }) => {
    const isNearer = isColumn && distanceOf(shift) < distanceOf(best.shift)
    return score < limit - (isNearer ? lead.overNearer : 0) || isNear(shift, best.shift, samePx)
  })
  return isOnly ? best.shift : null
}

function movedBy(area: Area, { dx, dy }: Shift): Area {
  return { ...area, x: area.x + dx, y: area.y + dy }
}

function grown({ x, y, w, h }: Area, by: number): Area {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by }
}
