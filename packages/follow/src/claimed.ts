import { certain, samePx } from './agreement'
import type { Alignment, Side } from './alignment'
import type { Area } from './change'
import type { Shift } from './similarity'
import { likenessAt, surroundingsOf } from './surroundings'
import { isNear } from './votes'

/** How many displacements of the corners around a place are tried. */
const maxFlows = 6
/** How far around a place what belongs to it is asked how it moved, in pixels of the planes. */
const aroundPx = 24
/** Elements are rounded apart by this much, in pixels of the planes. */
const roundedPx = 2

/** Whether what now stands where a place would go looks like something else, which moved there with what is around it.
 *  @param shift of the place */
export function isClaimed({ before, after, slack, quality }: Alignment, area: Area, shift: Shift): boolean {
  const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
  const home = { dx: -shift.dx, dy: -shift.dy }
  const { own } = surroundingsOf(there)
  return flowsAt(after, there).some(
    (origin) =>
      !isNear(origin, home, samePx) &&
      likenessAt(after.edges, before.edges, own, origin, slack).score >= certain * quality,
  )
}

/** Displacements that corners around a place share. */
function flowsAt({ anchors, votes }: Side, { x, y, w, h }: Area): Shift[] {
  const area = { x: x - aroundPx, y: y - aroundPx, w: w + 2 * aroundPx, h: h + 2 * aroundPx }
  const flows: Shift[] = []
  for (const { shift } of [...anchors.near(area), ...anchors.farther(area)])
    if (flows.length < maxFlows && !flows.some((flow) => isNear(flow, shift, samePx))) flows.push(shift)
  // What stands at the place was rounded for itself.
  const own = votes.shiftsIn(area)
  return flows.map((flow) => own.find((shift) => isNear(shift, flow, roundedPx)) ?? flow)
}
