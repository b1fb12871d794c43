import { meSchema } from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useSession } from '../../../lib/session'

/** The account with what it uses; asks only while somebody is logged in. */
export function useMe() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: ['me', userId],
    queryFn: ({ signal }) => api.get(apiPaths.me(), meSchema, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
