import * as designsApi from '@pinmark/shared/api/designs'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { call } from '../../../lib/api'
import { haveNothingInCommon, shownChanges } from './changes'
import type { ComparedPair } from './comparison'
import type { RowMatch } from './match-rows'

interface ChangesOptions {
  readonly project: Project
  readonly design: Design
  readonly pair: ComparedPair
  readonly match: RowMatch | null
  readonly viewport: Viewport
  readonly isOn: boolean
}

/** The changes between two versions, and the selected one. The server computes them once, and they never change. */
export function useChanges({ project, design, pair, match, viewport, isOn }: ChangesOptions) {
  const { _id: projectId } = project
  const { before, after } = pair
  const { data, isError, refetch } = useQuery({
    queryKey: ['project', projectId, 'changes', before._id, after._id],
    queryFn: ({ signal }) =>
      call(designsApi.listChanges, {
        params: { projectId, designId: design._id },
        query: { from: before.number, to: after.number },
        signal,
      }),
    enabled: isOn,
    staleTime: Infinity,
    retry: false,
  })
  const found = useMemo(() => data && shownChanges(data.changes, pair, match), [data, pair, match])
  const isDifferent = data !== undefined && haveNothingInCommon(data.changes, pair)
  const shown = found?.shown ?? []

  const [changeAt, setChangeAt] = useState<number | null>(null)
  const showChange = (number: number) => {
    setChangeAt(number)
    const change = shown.find((one) => one.number === number)
    if (change) viewport.reveal(change.area, { to: 'centre' })
  }
  return {
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
