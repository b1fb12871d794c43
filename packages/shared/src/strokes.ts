import type { ImagePoint, ImageRegion } from './coordinates'
import type { Stroke } from './entities/comment'

/** The points of a stroke in image pixels. */
export function pointsOf(stroke: Stroke, { x, y }: ImagePoint): ImagePoint[] {
  return stroke.flatMap((px, at) => (at % 2 === 0 ? { x: x + px, y: y + (stroke[at + 1] ?? 0) } : []))
}

/** Strokes without height or width are in a region of this size. */
export const thinnestPx = 1

/** The smallest region that contains all points of strokes, in image pixels. */
export function boundsOf(strokes: readonly Stroke[], at: ImagePoint): ImageRegion {
  const points = strokes.flatMap((stroke) => pointsOf(stroke, at))
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}

/** Whether a region is marked by a frame. The one that bounds its strokes is not.
 *  @param strokes from its corner */
export function hasFrame(
  { w, h }: { w: number; h: number },
  strokes: readonly Stroke[] | undefined,
): boolean {
  if (!strokes) return true
  const bounds = boundsOf(strokes, { x: 0, y: 0 })
  const apart = [bounds.x, bounds.y, bounds.x + bounds.w - w, bounds.y + bounds.h - h]
  return apart.some((px) => Math.abs(px) > thinnestPx)
}
