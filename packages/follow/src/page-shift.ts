import { blockPx, isFlat, type Shift } from './block-correlation'
import type { Edges } from './plane'
import { bestBlockCorrelation } from './support-windows'

/** Number of blocks that are compared, spread over the page. */
const probes = 1_500
/** Minimum share of the blocks that match, and of those that are still on the other picture. */
const [minSame, minInside] = [0.95, 0.4]
/** Minimum similarity of a matching block, as a share of the similarity of identical content. */
const sameFrom = 0.6

/** The displacement of a page that moved as a whole, or zero if it did not move: nearly all of its blocks with
 *  content match there. Null if there is none.
 *  @param guesses the most frequent displacements of the page */
export function findPageShift(
  before: Edges,
  after: Edges,
  guesses: readonly Shift[],
  { quality, slack }: { quality: number; slack: readonly Shift[] },
): Shift | null {
  const blocks = blocksWithContent(before)
  const matchesAt = (shift: Shift) => {
    const inside = blocks.filter(({ x, y }) => isInside(after, x + shift.dx, y + shift.dy))
    const same = inside.filter(
      (block) => bestBlockCorrelation(before, after, block, shift, slack) >= sameFrom * quality,
    )
    return inside.length > minInside * blocks.length && same.length >= minSame * inside.length
  }
  return [{ dx: 0, dy: 0 }, ...guesses].find(matchesAt) ?? null
}

function blocksWithContent(edges: Edges): { x: number; y: number }[] {
  const across = Math.floor(edges.width / blockPx)
  const count = across * Math.floor(edges.height / blockPx)
  const step = Math.max(1, count / probes)
  return Array.from({ length: Math.floor(count / step) }, (_, at) => Math.floor(at * step))
    .map((at) => ({ x: (at % across) * blockPx, y: Math.floor(at / across) * blockPx }))
    .filter(({ x, y }) => !isFlat(edges, x, y))
}

function isInside(edges: Edges, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x + blockPx <= edges.width && y + blockPx <= edges.height
}
