import type { Area } from './change'
import { colourDistance, type Rgb } from './colour-distance'
import { clipped, colourAt, type RgbPlane } from './rgb-plane'

/** Difference of a channel from the ground from which a pixel is content, of 255. */
const contentFrom = 24
/** How far content may reach beyond an area that was rounded to blocks, in pixels. */
const beyondPx = 12
/** How far an element may reach beyond the part of it that differs, in pixels. */
const elementPx = 400
/** An element is at most this many times as large as the part of it that differs. Otherwise it is what holds elements,
 *  such as the grid of a calendar. */
const partOf = 32
/** Size of the bins in which colours are counted, of 255. */
const binSize = 8
/** Distance of colours from which one is another colour, and not the same one after rounding. */
const otherFrom = 2.3

/** The colours of an area: its most frequent one, and the most frequent one of those that clearly differ from it. */
export interface Colours {
  readonly ground: Rgb
  readonly ink: Rgb | null
}

/** The bounding box of what stands out from the ground around an area, in pixels of the plane. The area itself if
 *  nothing does.
 *  @param area rounded to blocks */
export function contentBox(plane: RgbPlane, area: Area): Area {
  return boxWithin(plane, area, beyondPx) ?? clipped(area, plane)
}

/** Whether anything in an area stands out from the ground around it. */
export function hasContent(plane: RgbPlane, area: Area): boolean {
  return boxWithin(plane, area, beyondPx) !== null
}

/** The box of an element that reaches far beyond an area, such as the whole button when only its right end differs. Null
 *  if none does, or if it has no end nearby, as a line across the page. */
export function elementBox(plane: RgbPlane, area: Area): Area | null {
  const [near, far] = [boxWithin(plane, area, beyondPx), boxWithin(plane, area, elementPx)]
  if (!near || !far) return null
  const limits = widened(area, elementPx, plane)
  const isEndless =
    far.x === limits.x ||
    far.y === limits.y ||
    far.x + far.w === limits.x + limits.w ||
    far.y + far.h === limits.y + limits.h
  const isPart = far.w * far.h <= partOf * area.w * area.h
  return isEndless || !isPart || (near.w === far.w && near.h === far.h) ? null : far
}

function widened({ x, y, w, h }: Area, by: number, plane: RgbPlane): Area {
  return clipped({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by }, plane)
}

/** Null if nothing stands out.
 *  @param reachPx how far the box may reach beyond the area */
function boxWithin(plane: RgbPlane, area: Area, reachPx: number): Area | null {
  const near = widened(area, beyondPx, plane)
  if (near.w <= 2 || near.h <= 2) return null
  const wide = widened(area, reachPx, plane)
  const ground = groundAround(plane, near)
  const isContent = (x: number, y: number) => {
    const colour = colourAt(plane, x, y)
    return Math.max(...colour.map((value, at) => Math.abs(value - (ground[at] ?? 0)))) >= contentFrom
  }
  const rowHas = (y: number) => some(near.x, near.x + near.w, (x) => isContent(x, y))
  const inner = clipped(area, plane)
  // From the edges of the area outwards as long as there is content, then inwards to the first content.
  let [top, bottom] = [inner.y, inner.y + inner.h - 1]
  while (top > wide.y && rowHas(top) && rowHas(top - 1)) top -= 1
  while (bottom < wide.y + wide.h - 1 && rowHas(bottom) && rowHas(bottom + 1)) bottom += 1
  while (top < bottom && !rowHas(top)) top += 1
  while (bottom > top && !rowHas(bottom)) bottom -= 1
  const columnHas = (x: number) => some(top, bottom + 1, (y) => isContent(x, y))
  let [left, right] = [inner.x, inner.x + inner.w - 1]
  while (left > wide.x && columnHas(left) && columnHas(left - 1)) left -= 1
  while (right < wide.x + wide.w - 1 && columnHas(right) && columnHas(right + 1)) right += 1
  while (left < right && !columnHas(left)) left += 1
  while (right > left && !columnHas(right)) right -= 1
  return left >= right || top >= bottom ? null : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 }
}

function some(from: number, end: number, test: (at: number) => boolean): boolean {
  for (let at = from; at < end; at += 1) if (test(at)) return true
  return false
}

/** The most frequent colour on the edge of an area. */
function groundAround(plane: RgbPlane, { x, y, w, h }: Area): Rgb {
  const counts = new ColourCounts()
  for (let column = x; column < x + w; column += 1)
    for (const row of [y, y + h - 1]) counts.add(colourAt(plane, column, row))
  for (let row = y; row < y + h; row += 1)
    for (const column of [x, x + w - 1]) counts.add(colourAt(plane, column, row))
  return counts.sorted()[0] ?? [0, 0, 0]
}

export function coloursOf(plane: RgbPlane, area: Area): Colours {
  const { x, y, w, h } = clipped(area, plane)
  const counts = new ColourCounts()
  for (let row = y; row < y + h; row += 1)
    for (let column = x; column < x + w; column += 1) counts.add(colourAt(plane, column, row))
  const [ground = [0, 0, 0] as const, ...others] = counts.sorted()
  return { ground, ink: others.find((other) => colourDistance(ground, other) >= inkFrom) ?? null }
}

/** Distance of a text's colour from its ground. Edges of letters are closer. */
const inkFrom = 20

/** The distance of the colours of two areas, CIEDE2000: of their grounds or of their inks, whichever is larger. Null if
 *  the colours are the same. */
export function distanceOfColours(one: Colours, other: Colours): number | null {
  const ground = colourDistance(one.ground, other.ground)
  const ink = one.ink && other.ink ? colourDistance(one.ink, other.ink) : 0
  const distance = Math.max(ground, ink)
  return distance >= otherFrom ? distance : null
}

/** Counts colours in bins, and keeps the mean of each. */
class ColourCounts {
  private readonly bins = new Map<number, [number, number, number, number]>()

  add([r, g, b]: Rgb): void {
    const key = (Math.floor(r / binSize) * 64 + Math.floor(g / binSize)) * 64 + Math.floor(b / binSize)
    const bin = this.bins.get(key)
    if (!bin) return void this.bins.set(key, [1, r, g, b])
    bin[0] += 1
    bin[1] += r
    bin[2] += g
    bin[3] += b
  }

  /** The most frequent one first. */
  sorted(): Rgb[] {
    return [...this.bins.values()]
      .sort(([a], [b]) => b - a)
      .map(([count, r, g, b]) => [r / count, g / count, b / count])
  }
}
