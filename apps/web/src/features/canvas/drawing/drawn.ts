import { clampToImage, regionBetween, type ImagePoint, type NaturalSize } from '@pinmark/shared/coordinates'
import type { Stroke } from '@pinmark/shared/entities/comment'
import { limits } from '@pinmark/shared/limits'
import { hasFrame, pointsOf, thinnestPx } from '@pinmark/shared/strokes'

/** Strokes with the place of their comment. */
export interface Drawn {
  readonly x: number
  readonly y: number
  readonly w: number | null
  readonly h: number | null
  /** From x, y. */
  readonly strokes?: readonly Stroke[] | undefined
}

type Line = readonly ImagePoint[]

interface Drawing {
  readonly natural: NaturalSize
  /** Whether the comment keeps its pin. Otherwise it marks the region that bounds its strokes. */
  readonly keepsPin: boolean
}

/** Points that one more stroke may have; 0 if no more stroke fits. */
export function roomFor({ strokes = [] }: Drawn | Record<string, never>): number {
  const used = strokes.reduce((sum, { length }) => sum + length / 2, 0)
  const left = Math.min(limits.strokes.points - used, pointsPerStroke)
  return strokes.length < limits.strokes.perComment && left >= fewestPoints ? left : 0
}

const pointsPerStroke = 400
/** A line of two points would be an arrow. */
const fewestPoints = 3

/** Adds a line as the last stroke. A region that was marked before grows with it. */
export function withLine(drawn: Drawn | null, line: Line, drawing: Drawing): Drawn {
  return place(drawn, [...linesOf(drawn), line], drawing)
}

/** Takes the last stroke away. A region that bounds its strokes shrinks. */
export function withoutLast(drawn: Drawn, drawing: Drawing): Drawn {
  const lines = linesOf(drawn).slice(0, -1)
  if (lines.length > 0) return place(drawn, lines, drawing)
  const { x, y, w, h, strokes } = drawn
  const isFramed = w !== null && h !== null && hasFrame({ w, h }, strokes)
  return { x, y, ...(isFramed ? { w, h } : { w: null, h: null }), strokes: [] }
}

function linesOf(drawn: Drawn | null): Line[] {
  return drawn?.strokes?.map((stroke) => pointsOf(stroke, drawn)) ?? []
}

function place(drawn: Drawn | null, sent: readonly Line[], { natural, keepsPin }: Drawing): Drawn {
  const lines = sent.map((line) => line.map((point) => clampToImage(point, natural)))
  const at = drawn && keepsPin ? { x: drawn.x, y: drawn.y, w: null, h: null } : around(drawn, lines, natural)
  return {
    ...at,
    strokes: lines.map((line) => line.flatMap(({ x, y }) => [round(x - at.x), round(y - at.y)])),
  }
}

function around(drawn: Drawn | null, lines: readonly Line[], natural: NaturalSize) {
  const { x, y, w, h, strokes } = drawn ?? { x: 0, y: 0, w: null, h: null }
  const isFramed = w !== null && h !== null && hasFrame({ w, h }, strokes)
  const corners = isFramed
    ? [
        { x, y },
        { x: x + w, y: y + h },
      ]
    : []
  const points = [...lines.flat(), ...corners]
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)]
  const bounds = regionBetween(
    { x: Math.min(...xs), y: Math.min(...ys) },
    { x: Math.max(...xs), y: Math.max(...ys) },
  )
  const size = { w: Math.max(bounds.w, thinnestPx), h: Math.max(bounds.h, thinnestPx) }
  return {
    x: Math.min(bounds.x, natural.width - size.w),
    y: Math.min(bounds.y, natural.height - size.h),
    ...size,
  }
}

/** The stroke of a pen: as few points as stay within `reachPx` of the drawn ones, at least three and at most `most`. */
export function penLine(drawn: Line, reachPx: number, most: number): Line {
  let line = simplify(drawn, reachPx)
  for (let px = reachPx; line.length > most; px *= 2) line = simplify(line, px)
  const [from, to] = line
  if (!from || !to || line.length >= fewestPoints) return line
  return [from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to]
}

/** Ramer–Douglas–Peucker: https://en.wikipedia.org/wiki/Ramer-Douglas-Peucker_algorithm */
function simplify(line: Line, reachPx: number): Line {
  const kept = new Set([0, line.length - 1])
  const parts: [number, number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    let farthest = from
    let squaredPx = reachPx ** 2
    for (let at = from + 1; at < to; at += 1) {
      const apart = squaredDistance(line[at], line[from], line[to])
      if (apart > squaredPx) {
        farthest = at
        squaredPx = apart
      }
    }
    if (farthest === from) continue
    kept.add(farthest)
    parts.push([from, farthest], [farthest, to])
  }
  return line.filter((_, at) => kept.has(at))
}

/** Of a point from the line between two others, in square pixels: the root would be most of the work of a long stroke. */
function squaredDistance(point?: ImagePoint, from?: ImagePoint, to?: ImagePoint): number {
  if (!point || !from || !to) return 0
  const dx = to.x - from.x
  const dy = to.y - from.y
  const squaredLength = dx ** 2 + dy ** 2
  const along = squaredLength === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squaredLength
  const nearest = Math.min(Math.max(along, 0), 1)
  return (point.x - from.x - nearest * dx) ** 2 + (point.y - from.y - nearest * dy) ** 2
}

function round(px: number): number {
  return Math.round(px * 100) / 100
}
