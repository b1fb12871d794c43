import type { Picture } from './picture'

/** Length of the row segments that later steps skip if they are uniform, in pixels. Most of a page is uniform
 *  background. */
export const segmentPx = 32

/** For each segment of each row, row by row: 1 if the segment and all pixels around it have the same value, so
 *  that its gradient is zero. Always 0 in the first and the last row. */
export function uniformSegmentsOf({ width, height, data }: Omit<Picture, 'channels'>): Uint8Array {
  const segments = segmentsAcross(width)
  const shades = new Int16Array(segments * height)
  for (let y = 0; y < height; y += 1) readShades(data, y * width, width, shades, y * segments)
  const isUniform = new Uint8Array(segments * height)
  for (let y = 1; y < height - 1; y += 1) compareSegments(shades, y * segments, segments, isUniform)
  return isUniform
}

export function segmentsAcross(width: number): number {
  return Math.ceil(width / segmentPx)
}

/** The value that all pixels of a segment and of its neighbours in the row have; -1 if they differ.
 *  @param start, to offset of the row in `data` and in `shades` */
function readShades(data: Uint8Array, start: number, width: number, shades: Int16Array, to: number): void {
  for (let segment = 0, left = 0; left < width; segment += 1, left += segmentPx) {
    let at = start + Math.max(0, left - 1)
    const last = start + Math.min(width - 1, left + segmentPx)
    const shade = data[at] ?? 0
    while (at < last && data[at + 1] === shade) at += 1
    shades[to + segment] = at === last ? shade : -1
  }
}

function compareSegments(shades: Int16Array, row: number, segments: number, isUniform: Uint8Array): void {
  for (let at = row; at < row + segments; at += 1) {
    const shade = shades[at] ?? -1
    const isSame = shade === shades[at - segments] && shade === shades[at + segments]
    isUniform[at] = isSame && shade >= 0 ? 1 : 0
  }
}
