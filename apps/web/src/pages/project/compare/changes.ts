import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { ChangeOfDesign, Difference } from '@pinmark/shared/entities/comparison'
import type { ComparedPair } from './comparison'
import type { RowMatch } from '../../../features/versions/row-match'

/** A change as the Compare window shows it, on the newer version. */
export interface ShownChange {
  readonly number: number
  readonly kind: ChangeOfDesign['kind']
  /** Its area on the newer version; for a removed part, the seam where it was. */
  readonly area: ImageRegion
  /** The changed part itself; for a removed part, on the older version. */
  readonly part: ImageRegion
  /** The part on each version; null on the one that lacks it. */
  readonly before: ImageRegion | null
  readonly after: ImageRegion | null
  /** The measures of a difference to a build; null for a change between versions. */
  readonly measured: Difference | null
}

const mostShown = 50

/** The largest changes, from top to bottom, and the number of smaller ones that are left out. */
export function shownChanges(
  changes: readonly (ChangeOfDesign | Difference)[],
  pair: ComparedPair,
  match: RowMatch,
): { shown: readonly ShownChange[]; left: number } {
  const largest = new Set(changes.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostShown))
  const shown = changes
    .filter((change) => largest.has(change))
    .flatMap((change) => {
      const { kind, before, after } = change
      const measured = 'shift' in change ? change : null
      const shown = { kind, before, after, measured }
      if (after) return [{ ...shown, area: after, part: after }]
      return before ? [{ ...shown, area: seamOf(before, pair, match), part: before }] : []
    })
    .toSorted((one, other) => one.area.y - other.area.y || one.area.x - other.area.x)
    .map((change, index) => ({ ...change, number: index + 1 }))
  return { shown, left: changes.length - shown.length }
}

/** Whether almost nothing of the newer version was found on the older one. */
export function haveNothingInCommon(changes: readonly ChangeOfDesign[], { after }: ComparedPair): boolean {
  const { width, height } = after.image
  const isMost = ({ w, h }: { w: number; h: number }) => w * h > 0.9 * width * height
  return changes.some((change) => change.after !== null && isMost(change.after))
}

function sizeOf({ before, after }: ChangeOfDesign): number {
  const area = after ?? before
  return area ? area.w * area.h : 0
}

/** The place of a removed part on the newer version: between the rows that surrounded it. */
function seamOf(part: ImageRegion, { before, after }: ComparedPair, match: RowMatch): ImageRegion {
  const scale = after.image.width / before.image.width
  const y = Math.min(Math.max(match((part.y + part.h / 2) * scale, 'before'), 0), after.image.height)
  return { x: part.x * scale, y, w: part.w * scale, h: 0 }
}
