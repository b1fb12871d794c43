import { changeOfWords } from '@pinmark/shared/design-text'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { linesOf } from '../../../features/designs/design-lines'
import { haveNothingInCommon, type ShownChange, shownChanges } from './changes'
import type { ComparedPair } from './comparison'
import { comparisonOf, rowMatch } from '../../../features/versions/row-match'

interface ChangesOptions {
  readonly project: Project
  readonly design: Design
  readonly pair: ComparedPair
  readonly viewport: Viewport
  readonly isOn: boolean
}

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
  const showChange = (number: number) => {
    setChangeAt(number)
    const change = shown.find((one) => one.number === number)
    if (change) viewport.reveal(change.area, { to: 'centre' })
  }
  return {
    match,
    state: isError ? 'failed' : !found ? 'loading' : isDifferent ? 'different' : 'ready',
    shown,
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
