import type { ClientPoint } from '@pinmark/shared/coordinates'

/** Maximum movement of a click, in CSS pixels. A finger is never completely still. */
export function clickReachPx(pointerType: string): number {
  return pointerType === 'touch' ? 10 : 4
}

/** A press that moves further is a drag, and never a click. */
export function isDrag(from: ClientPoint, to: ClientPoint, pointerType: string): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > clickReachPx(pointerType)
}
