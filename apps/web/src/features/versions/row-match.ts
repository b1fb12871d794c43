import * as designsApi from '@pinmark/shared/api/designs'
import type { ChangeOfDesign, Difference, RunOfRows } from '@pinmark/shared/entities/comparison'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { projectKeys } from '../../lib/query-keys'
import type { Version } from '@pinmark/shared/entities/project'

/** Two versions of a design, or a version and its build. */
interface Compared {
  readonly before: Version
  readonly after: Version & { readonly isBuild?: true }
}

/** What the server finds on two versions, or on a version and its build. It compares them once, and the result never
 *  changes. */
export function comparisonOf(projectId: string, designId: string, { before, after }: Compared) {
  return queryOptions({
    queryKey: projectKeys.comparison(projectId, before._id, after._id),
    queryFn: async ({ signal }): Promise<FoundChanges> => {
      if (!after.isBuild)
        return call(designsApi.listChanges, {
          params: { projectId, designId },
          query: { from: before.number, to: after.number },
          signal,
        })
      const params = { projectId, designId, versionId: before._id }
      const { differences, runs } = await call(designsApi.listDifferences, { params, signal })
      return { changes: differences, runs }
    },
    staleTime: Infinity,
    retry: false,
  })
}

interface FoundChanges {
  readonly changes: readonly (ChangeOfDesign | Difference)[]
  readonly runs: readonly RunOfRows[]
}

/** Maps a height on one side to the other, in pixels of the sheet. A row that the other side lacks maps to the place where
 *  it would be inserted, so that side waits there. */
export type RowMatch = (y: number, from: 'before' | 'after') => number

/** @param runs the rows that both versions have, each in pixels of its version */
export function rowMatch(runs: readonly RunOfRows[], { before, after }: Compared): RowMatch {
  const scales = { before: after.image.width / before.image.width, after: 1 }
  return (y, from) => {
    const to = from === 'before' ? 'after' : 'before'
    const height = y / scales[from]
    const run = runs.findLast((one) => one[from].y <= height)
    const first = runs[0]?.[to].y
    if (!run) return first === undefined ? y : Math.min(y, first * scales[to])
    const share = Math.min(1, (height - run[from].y) / run[from].h)
    return (run[to].y + share * run[to].h) * scales[to]
  }
}
