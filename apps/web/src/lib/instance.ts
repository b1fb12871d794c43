import * as serviceApi from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import { useQuery } from '@tanstack/react-query'
import { call } from './api'

/** What this installation allows; undefined until it has answered. Forms work without it: the server decides. */
export function useInstance(): Instance | undefined {
  return useInstanceQuery().data
}

export function useInstanceQuery() {
  return useQuery({
    queryKey: ['instance'],
    queryFn: ({ signal }) => call(serviceApi.readInstance, { signal }),
    staleTime: 5 * 60_000,
  })
}
