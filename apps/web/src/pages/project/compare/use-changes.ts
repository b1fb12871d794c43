import * as designsApi from '@pinmark/shared/api/designs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import type { ComparedPair } from './comparison'

/** The changes between two versions. The server computes them once, and they never change. */
export function useChanges(
  projectId: string,
  designId: string,
  { before, after }: ComparedPair,
  isOn: boolean,
) {
  return useQuery({
    queryKey: ['project', projectId, 'changes', before._id, after._id],
    queryFn: ({ signal }) =>
      call(designsApi.listChanges, {
        params: { projectId, designId },
        query: { from: before.number, to: after.number },
        signal,
      }),
    enabled: isOn,
    staleTime: Infinity,
    retry: false,
  })
}
