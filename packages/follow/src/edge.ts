import type { Plane } from './plane'
import { blockPx } from './similarity'

/** Difference of luminance, of 255, that compression makes on a plain ground. */
const noise = 10

/** Whether a square holds nothing but one straight edge between two shades, across or down: the end of a section, the line
 *  between two rows. Plain squares hold none. @param x, y upper left corner */
export function holdsEdgeAlone(plane: Plane, x: number, y: number): boolean {
  const { width } = plane
  const start = y * width + x
  return isSteady(plane, start, 1, width) !== isSteady(plane, start, width, 1)
}

/** Whether each line of a square has one shade. @param along, across from a pixel to the next one of its line, and to the
 *  next line */
function isSteady({ data }: Plane, start: number, along: number, across: number): boolean {
  for (let line = 0; line < blockPx; line += 1) {
    const first = start + line * across
    const shade = data[first] ?? 0
    for (let at = 1; at < blockPx; at += 1)
      if (Math.abs((data[first + at * along] ?? 0) - shade) > noise) return false
  }
  return true
}
