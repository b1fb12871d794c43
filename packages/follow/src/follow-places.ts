import type { Picture } from './picture'
import type { FollowedPlace, Place } from './place'

/** Half the side of the square that is compared around a point, in pixels of `before`. */
const reachPx = 24
/** Mean difference of two squares that look the same, of 255. */
const sameUpTo = 6

/** Finds each place of `before` on `after`, its next version. Places keep their order; regions keep the size of their
 *  content. @param places in pixels of `before` @returns in pixels of `after` */
export function followPlaces(before: Picture, after: Picture, places: readonly Place[]): FollowedPlace[] {
  const scale = after.width / before.width
  return places.map(({ x, y, w, h }) => {
    const size = w === undefined || h === undefined ? {} : { w: w * scale, h: h * scale }
    const isSame = scale === 1 && difference(before, after, x + (w ?? 0) / 2, y + (h ?? 0) / 2) <= sameUpTo
    return {
      x: x * scale,
      y: Math.min(y * scale, after.height),
      ...size,
      state: isSame ? 'followed' : 'check',
    }
  })
}

/** Mean difference of the two pictures around a point, 0 to 255. */
function difference(before: Picture, after: Picture, x: number, y: number): number {
  let sum = 0
  let count = 0
  for (let row = Math.max(0, Math.floor(y - reachPx)); row < Math.min(y + reachPx, before.height); row += 1) {
    for (
      let column = Math.max(0, Math.floor(x - reachPx));
      column < Math.min(x + reachPx, before.width);
      column += 1
    ) {
      sum += Math.abs(valueAt(before, column, row) - valueAt(after, column, row))
      count += 1
    }
  }
  return count === 0 ? 255 : sum / count
}

function valueAt({ width, height, channels, data }: Picture, x: number, y: number): number {
  return x < width && y < height ? (data[(y * width + x) * channels] ?? 0) : 0
}
