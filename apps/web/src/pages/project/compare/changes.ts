import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'
import type { ComparedPair } from './comparison'
import type { RowMatch } from './match-rows'

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
}

const mostShown = 50

/** The largest changes, from top to bottom, and the number of smaller ones that are left out. */
export function shownChanges(
  changes: readonly ChangeOfDesign[],
  pair: ComparedPair,
  match: RowMatch | null = null,
): { shown: readonly ShownChange[]; left: number } {
  const largest = new Set(changes.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostShown))
  const shown = changes
    .filter((change) => largest.has(change))
    .flatMap((change) => {
      const part = change.after ?? change.before
      const area = change.after ?? seamOf(change, { changes, pair, match })
      return part && area ? [{ ...change, area, part }] : []
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

interface SeamOptions {
  readonly changes: readonly ChangeOfDesign[]
  readonly pair: ComparedPair
  /** Null until the rows are matched. */
  readonly match: RowMatch | null
}

/** The place of a removed part on the newer version: between the rows that surrounded it. Until the rows are
 *  matched, it is as far below the last change that both versions have as on the older one. */
function seamOf({ before: part }: ChangeOfDesign, options: SeamOptions): ImageRegion | null {
  if (!part) return null
  const { changes, match } = options
  const { before, after } = options.pair
  const scale = after.image.width / before.image.width
  const above = changes.findLast((one) => one.before && one.after && one.before.y <= part.y)
  const shift = above?.before && above.after ? above.after.y - above.before.y * scale : 0
  const found = match ? match((part.y + part.h / 2) * scale, 'before') : part.y * scale + shift
  const y = Math.min(Math.max(found, 0), after.image.height)
  return { x: part.x * scale, y, w: part.w * scale, h: 0 }
}
