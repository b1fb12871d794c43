import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Viewport } from './use-viewport'

/** CSS pixels a press of an arrow key moves by. */
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

/** Where an arrow key moves a point to: 10 px of the screen, with Shift 1 px. Null for every other key. */
export function nudge(
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
