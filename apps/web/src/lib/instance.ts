import { instanceSchema, type Instance } from '@pinmark/shared/entities/instance'
import { apiPaths } from '@pinmark/shared/paths'
import { useQuery } from '@tanstack/react-query'
import { api } from './api'

/** What this installation allows; undefined until it has answered. Forms work without it: the server decides. */
export function useInstance(): Instance | undefined {
  return useInstanceQuery().data
}

export function useInstanceQuery() {
  return useQuery({
    queryKey: ['instance'],
    queryFn: ({ signal }) => api.get(apiPaths.instance(), instanceSchema, { signal }),
    staleTime: 5 * 60_000,
  })
}
