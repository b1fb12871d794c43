import * as serviceApi from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import { limits } from '@pinmark/shared/limits'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from './api'
import { instanceKey } from './query-keys'

/** The public settings of this installation; undefined until they have loaded. Forms work without them,
 *  because the server decides. */
export function useInstance(): Instance | undefined {
  return useInstanceQuery().data
}

export function useInstanceQuery() {
  return useQuery(instanceQuery)
}

export const instanceQuery = queryOptions({
  queryKey: instanceKey,
  queryFn: ({ signal }) => call(serviceApi.readInstance, { signal }),
  staleTime: 5 * 60_000,
})

/** The limit of an upload in megabytes, as far as it is known: otherwise the default. */
export function knownMaxUploadMb(queryClient: QueryClient): number {
  return queryClient.getQueryData(instanceQuery.queryKey)?.maxUploadMb ?? limits.image.maxMultipartMb
}
