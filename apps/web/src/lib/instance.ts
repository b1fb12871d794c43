import * as serviceApi from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import { limits } from '@pinmark/shared/limits'
import { pagePaths } from '@pinmark/shared/paths'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
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

const instanceQuery = queryOptions({
  queryKey: instanceKey,
  queryFn: ({ signal }) => call(serviceApi.readInstance, { signal }),
  staleTime: 5 * 60_000,
})

/** The limit of an upload in megabytes, as far as it is known: otherwise the default. */
export function knownMaxUploadMb(queryClient: QueryClient): number {
  return queryClient.getQueryData(instanceQuery.queryKey)?.maxUploadMb ?? limits.image.maxMultipartMb
}

/** The full address of a project's page, as others reach it. */
export function linkAddress(linkId: string, instance: Instance | undefined): string {
  return new URL(pagePaths.project(linkId), instance?.publicUrl ?? window.location.origin).href
}

/** Returns a function that finds `linkAddress`. It asks for the settings of the installation only when it is called, which
 *  most readers of a thread never do. */
export function useFindLinkAddress(): (linkId: string) => Promise<string> {
  const queryClient = useQueryClient()
  return async (linkId) => {
    const instance = await queryClient.ensureQueryData(instanceQuery).catch(() => undefined)
    return linkAddress(linkId, instance)
  }
}
