import type { Side } from './alignment'
import type { Shift } from './block-correlation'
import type { Area } from './change'
import type { Rgb } from './colour-distance'
import { reduce } from './plane'

/** A picture in colour at the scale of the planes: three bytes per pixel, rows from top to bottom. */
export interface RgbPlane {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export function rgbPlaneOf({ picture, zoom }: Pick<Side, 'picture' | 'zoom'>): RgbPlane {
  const { width, height, channels, data } = picture
  if (zoom === 1 && channels === 3) return { width, height, data }
  const planes = Array.from({ length: channels }, (_, channel) => {
    const own = new Uint8Array(width * height)
    for (let at = 0; at < own.length; at += 1) own[at] = data[at * channels + channel] ?? 0
    return zoom === 1 ? { width, height, data: own } : reduce({ width, height, data: own }, zoom)
  })
  const [red] = planes
  if (!red) throw new Error('a picture has at least one channel')
  const together = new Uint8Array(3 * red.width * red.height)
  for (let channel = 0; channel < 3; channel += 1) {
    const from = planes[Math.min(channel, planes.length - 1)]?.data ?? red.data
    for (let at = 0; at < from.length; at += 1) together[3 * at + channel] = from[at] ?? 0
  }
  return { width: red.width, height: red.height, data: together }
}

export function colourAt({ width, data }: RgbPlane, x: number, y: number): Rgb {
  const at = 3 * (y * width + x)
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

/** The part of an area within a plane, in whole pixels. */
export function clipped({ x, y, w, h }: Area, { width, height }: RgbPlane): Area {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [right, bottom] = [Math.min(width, Math.ceil(x + w)), Math.min(height, Math.ceil(y + h))]
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) }
}

/** How much an area differs from what is at a displacement, 0 to 255: the mean absolute difference of its pixels in the
 *  channel that differs most. Pixels outside of a plane differ as much as can be.
 *  @param isBlurred compare the mean colours instead, which rendering at another scale keeps */
export function differenceAt(
  from: RgbPlane,
  to: RgbPlane,
  { x, y, w, h }: Area,
  { dx, dy }: Shift,
  isBlurred = false,
): number {
  const isWithin = x + dx >= 0 && y + dy >= 0 && x + dx + w <= to.width && y + dy + h <= to.height
  if (!isWithin || w <= 0 || h <= 0) return 255
  let [red, green, blue] = [0, 0, 0]
  for (let row = y; row < y + h; row += 1) {
    let a = 3 * (row * from.width + x)
    let b = 3 * ((row + dy) * to.width + x + dx)
    for (let column = 0; column < w; column += 1, a += 3, b += 3) {
      const r = (from.data[a] ?? 0) - (to.data[b] ?? 0)
      const g = (from.data[a + 1] ?? 0) - (to.data[b + 1] ?? 0)
      const v = (from.data[a + 2] ?? 0) - (to.data[b + 2] ?? 0)
      red += isBlurred ? r : Math.abs(r)
      green += isBlurred ? g : Math.abs(g)
      blue += isBlurred ? v : Math.abs(v)
    }
  }
  return Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) / (w * h)
}

/** Elements are rounded to whole pixels on their own, so that each may be a pixel off. */
const rounding = [0, -1, 1]

/** The smallest difference at displacements that are up to a pixel off.
 *  @param enough stop at this difference */
export function leastDifference(
  from: RgbPlane,
  to: RgbPlane,
  area: Area,
  { dx, dy }: Shift,
  { enough, isBlurred = false }: { enough: number; isBlurred?: boolean },
): number {
  let least = 255
  for (const down of rounding)
    for (const right of rounding) {
      least = Math.min(least, differenceAt(from, to, area, { dx: dx + right, dy: dy + down }, isBlurred))
      if (least <= enough) return least
    }
  return least
}
