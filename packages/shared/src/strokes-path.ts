import type { ImagePoint } from './coordinates'
import type { Stroke } from './entities/comment'
import { pointsOf } from './strokes'

/** The part of an arrow that its head takes up, and the longest head as a part of the width of the design. */
const headShare = { ofArrow: 0.3, ofDesign: 0.035 }
/** Half of the angle of a head. */
const headAngle = Math.PI / 6

/** The strokes of a comment as the path of an SVG. Arrows get a head. It scales with the design, so that it looks the same
 *  at every zoom and in every export.
 *  @param strokes from `at`
 *  @param width of the design, in the same pixels */
export function strokesPath(strokes: readonly Stroke[], at: ImagePoint, width: number): string {
  return strokes.map((stroke) => linePath(pointsOf(stroke, at), width)).join('')
}

/** One stroke as the path of an SVG. */
export function linePath(points: readonly ImagePoint[], width: number): string {
  const [tail, head] = points
  const isArrow = tail && head && points.length === 2
  return isArrow ? `${drawThrough(points)}${drawThrough(headOf(tail, head, width))}` : drawThrough(points)
}

function headOf(tail: ImagePoint, head: ImagePoint, width: number): ImagePoint[] {
  const [dx, dy] = [tail.x - head.x, tail.y - head.y]
  const length = Math.min(Math.hypot(dx, dy) * headShare.ofArrow, width * headShare.ofDesign)
  const back = Math.atan2(dy, dx)
  const end = (angle: number) => ({
    x: head.x + length * Math.cos(back + angle),
    y: head.y + length * Math.sin(back + angle),
  })
  return [end(headAngle), head, end(-headAngle)]
}

function drawThrough(points: readonly ImagePoint[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

function round(px: number): number {
  return Math.round(px * 100) / 100
}
