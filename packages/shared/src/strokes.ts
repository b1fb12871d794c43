import type { ImagePoint } from './coordinates'
import type { Stroke } from './entities/comment'

/** The points of a stroke in image pixels. */
export function pointsOf(stroke: Stroke, { x, y }: ImagePoint): ImagePoint[] {
  return stroke.flatMap((px, at) => (at % 2 === 0 ? { x: x + px, y: y + (stroke[at + 1] ?? 0) } : []))
}

/** Strokes without height or width are in a region of this size. */
export const thinnestPx = 1

/** Whether a region is marked by a frame. The one that bounds its strokes is not.
 *  @param strokes from its corner */
export function hasFrame(
  { w, h }: { w: number; h: number },
  strokes: readonly Stroke[] | undefined,
): boolean {
  if (!strokes) return true
  const points = strokes.flatMap((stroke) => pointsOf(stroke, { x: 0, y: 0 }))
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const apart = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - w, Math.max(...ys) - h]
  return apart.some((px) => Math.abs(px) > thinnestPx)
}
