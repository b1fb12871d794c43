import type { Alignment } from './alignment'
import { bothFlat } from './block-correlation'
import { similarityThreshold, type Decision } from './consensus'
import { bestBlockCorrelation, type SupportWindows } from './support-windows'

/** Minimum number of blocks with content on the place and close to it. */
const minBlocks = 3

/** Follows a place on a page that moved as a whole or did not move, whatever the page repeats. All blocks around the
 *  place and in its row must match, because single items may have changed places. */
export function followPage(alignment: Alignment, { own, close, wide }: SupportWindows): Decision | null {
  const { before, after, slack, pageShift: shift } = alignment
  if (!shift) return null
  const compared = (blocks: SupportWindows['own']) =>
    blocks
      .map((block) => bestBlockCorrelation(before.edges, after.edges, block, shift, slack))
      .filter((similarity) => similarity !== bothFlat)
  const near = compared([...own, ...close])
  const isSame =
    near.length >= minBlocks &&
    [...near, ...compared(wide)].every((similarity) => similarity >= similarityThreshold(alignment))
  return isSame ? { state: 'followed', shift } : null
}
