import { certainSimilarity, samePx } from './consensus'
import type { Alignment, Side } from './alignment'
import type { Area } from './change'
import type { Shift } from './block-correlation'
import { similarityAt, supportWindowsOf } from './support-windows'
import { isNear } from './votes'

/** Number of inlier displacements around the place that are tried. */
const maxFlows = 6
/** Margin around the place in which inliers are counted, in pixels of the planes. */
const aroundPx = 24
/** Elements are rounded apart by at most this much, in pixels of the planes. */
const roundedPx = 2

/** Whether the content at the new position of a place is explained by another source: something else looks the
 *  same and moved there with its surroundings.
 *  @param shift of the place */
export function isClaimed({ before, after, slack, quality }: Alignment, area: Area, shift: Shift): boolean {
  const there = { ...area, x: area.x + shift.dx, y: area.y + shift.dy }
  const home = { dx: -shift.dx, dy: -shift.dy }
  const { own } = supportWindowsOf(there)
  return flowsAt(after, there).some(
    (origin) =>
      !isNear(origin, home, samePx) &&
      similarityAt(after.edges, before.edges, own, origin, slack).score >= certainSimilarity * quality,
  )
}

/** Displacements with inliers around a place. */
function flowsAt({ inliers, votes }: Side, { x, y, w, h }: Area): Shift[] {
  const area = { x: x - aroundPx, y: y - aroundPx, w: w + 2 * aroundPx, h: h + 2 * aroundPx }
  const flows: Shift[] = []
  for (const { shift } of [...inliers.near(area), ...inliers.farther(area)])
    if (flows.length < maxFlows && !flows.some((flow) => isNear(flow, shift, samePx))) flows.push(shift)
  // The content of the place may be rounded independently of its surroundings.
  const own = votes.shiftsIn(area)
  return flows.map((flow) => own.find((shift) => isNear(shift, flow, roundedPx)) ?? flow)
}
