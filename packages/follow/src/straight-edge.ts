import type { Plane } from './plane'
import { blockPx } from './block-correlation'

/** Variation of luminance on a uniform background after compression, of 255. */
const noise = 10

/** Whether a block contains only a straight edge between two shades, horizontal or vertical: the end of a section,
 *  or a line between two rows. False for uniform blocks.
 *  @param x, y upper left corner */
export function isStraightEdge(plane: Plane, x: number, y: number): boolean {
  const { width } = plane
  const start = y * width + x
  return isSteady(plane, start, 1, width) !== isSteady(plane, start, width, 1)
}

/** Whether each line of a block has one shade.
 *  @param along, across offset to the next pixel of a line, and to the next line */
function isSteady({ data }: Plane, start: number, along: number, across: number): boolean {
  for (let line = 0; line < blockPx; line += 1) {
    const first = start + line * across
    const shade = data[first] ?? 0
    for (let at = 1; at < blockPx; at += 1)
      if (Math.abs((data[first + at * along] ?? 0) - shade) > noise) return false
  }
  return true
}
