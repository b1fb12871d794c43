import type { ClientPoint } from '@pinmark/shared/coordinates'

const reachPx: Record<string, number> = { touch: 10, pen: 8 }

/** Maximum movement of a click, in CSS pixels. A finger is never completely still, and a pen slides when it is set
 *  down. */
export function clickReachPx(pointerType: string): number {
  return reachPx[pointerType] ?? 4
}

/** A press that moves further is a drag, and never a click. */
export function isDrag(from: ClientPoint, to: ClientPoint, pointerType: string): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > clickReachPx(pointerType)
}
