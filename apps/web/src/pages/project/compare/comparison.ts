import type { Design, Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'

export const compareModes = ['side', 'slider', 'overlay', 'changes'] as const
export type CompareMode = (typeof compareModes)[number]

export const modeNames: Record<CompareMode, () => string> = {
  side: () => m.compare_side(),
  slider: () => m.compare_slider(),
  overlay: () => m.compare_overlay(),
  changes: () => m.compare_changes(),
}

/** Two versions of a design. */
export interface ComparedPair {
  readonly before: Version
  readonly after: Version
}

/** The versions that an address names (`?compare=3-4`). If they do not exist, these are the newest two.
 *  @returns null if the design has only one version */
export function pairOf({ versions }: Design, wanted: string): ComparedPair | null {
  const [before, after] = wanted
    .split('-')
    .map((number) => versions.find((one) => String(one.number) === number))
  if (before && after && before !== after) return { before, after }
  const [newest, last] = versions.toReversed()
  return newest && last ? { before: last, after: newest } : null
}

/** The pair after the user has chosen another version for one side. Choosing the version of the other side
 *  swaps the two. */
export function withVersion(pair: ComparedPair, side: keyof ComparedPair, chosen: Version): ComparedPair {
  const other = side === 'before' ? 'after' : 'before'
  const swapped = pair[other] === chosen ? pair[side] : pair[other]
  return side === 'before' ? { before: chosen, after: swapped } : { before: swapped, after: chosen }
}

export function addressOf({ before, after }: ComparedPair): string {
  return `${before.number}-${after.number}`
}

/** The sheet for both versions, in pixels of the newer one. The older is drawn with the same width, because
 *  designs are exported at different scales. Both start at the top. */
export function sheetOf({ before, after }: ComparedPair) {
  const { width, height } = after.image
  const beforeHeight = (before.image.height * width) / before.image.width
  return { width, height: Math.max(height, beforeHeight), beforeHeight, afterHeight: height }
}
