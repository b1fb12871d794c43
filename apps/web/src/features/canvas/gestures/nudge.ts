import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Viewport } from '../zoom/use-viewport'

/** Distance of one press of an arrow key, in CSS pixels. */
const stepPx = { coarse: 10, fine: 1 } as const

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
}

/** The new position of a point after an arrow key: 10 px of the screen, 1 px with Shift. Null for every other
 *  key. */
export function nudgePoint(
  point: ImagePoint,
  { key, shiftKey }: KeyPress,
  viewport: Pick<Viewport, 'clientOf' | 'pointAt'>,
): ImagePoint | null {
  const direction = directions[key]
  const from = direction && viewport.clientOf(point)
  if (!from) return null
  const step = shiftKey ? stepPx.fine : stepPx.coarse
  return viewport.pointAt({ x: from.x + direction.x * step, y: from.y + direction.y * step })
}
