import * as serviceApi from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api'

/** The public settings of this installation; undefined until they have loaded. Forms work without them,
 *  because the server decides. */
export function useInstance(): Instance | undefined {
  return useInstanceQuery().data
}

export function useInstanceQuery() {
  return useQuery(instanceQuery)
}

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: ({ signal }) => call(serviceApi.readInstance, { signal }),
  staleTime: 5 * 60_000,
})
