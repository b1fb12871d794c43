import { changeOfWords } from '@pinmark/shared/design-text'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { linesOf } from '../../../features/designs/design-lines'
import type { ComparedPair } from './comparison'
import { comparisonOf, rowMatch, type RowMatch } from '../../../features/versions/row-match'
import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { ChangeOfDesign, Difference } from '@pinmark/shared/entities/comparison'

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

interface ChangesOptions {
  readonly project: Project
  readonly design: Design
  readonly pair: ComparedPair
  readonly viewport: Viewport
  readonly isOn: boolean
}

export type Changes = ReturnType<typeof useChanges>

/** The changes between two versions, the selected one, and the rows that both have. */
export function useChanges({ project, design, pair, viewport, isOn }: ChangesOptions) {
  const { data, isError, refetch } = useQuery({
    ...comparisonOf(project._id, design._id, pair),
    enabled: isOn,
  })
  // Both sides scroll by the same distance until the rows are matched.
  const match = useMemo(() => (data ? rowMatch(data.runs, pair) : null), [data, pair])
  const found = useMemo(() => data && match && shownChanges(data.changes, pair, match), [data, pair, match])
  const isDifferent = data !== undefined && haveNothingInCommon(data.changes, pair)
  const linesOn = (version: ComparedPair['before']) => linesOf(project._id, design._id, version._id)
  // The differences to a build come with their words.
  const needsLines = isOn && !pair.after.isBuild
  const { data: older = noLines } = useQuery({ ...linesOn(pair.before), enabled: needsLines })
  const { data: newer = noLines } = useQuery({ ...linesOn(pair.after), enabled: needsLines })
  const shown = useMemo(
    () => found?.shown.map((change) => ({ ...change, words: wordsOf(change, older, newer) })) ?? [],
    [found, older, newer],
  )

  const [changeAt, setChangeAt] = useState<number | null>(null)
  /** Selects a change, and brings it into view. */
  const showChange = (number: number) => {
    setChangeAt(number)
    const change = shown.find((one) => one.number === number)
    if (change) viewport.reveal(change.area, { to: 'centre' })
  }
  return {
    match,
    state: isError ? 'failed' : !found ? 'loading' : isDifferent ? 'different' : 'ready',
    shown,
    /** Number of smaller changes that are not listed. */
    left: found?.left ?? 0,
    retry: () => void refetch(),
    /** Number of the selected change. */
    changeAt,
    showChange,
    /** Selects the next or previous change, cyclically. */
    stepChange: (step: 1 | -1) => {
      const of = shown.length
      if (of > 0) showChange((((changeAt ?? (step === 1 ? 0 : of + 1)) - 1 + step + of) % of) + 1)
    },
  } as const
}

const noLines: DesignLine[] = []
const nowhere = { x: 0, y: 0, w: 0, h: 0 }

function wordsOf(
  { before, after, measured }: ShownChange,
  older: readonly DesignLine[],
  newer: readonly DesignLine[],
) {
  if (measured) return measured.words
  return changeOfWords({ area: before ?? nowhere, lines: older }, { area: after ?? nowhere, lines: newer })
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
