import * as usersApi from '@pinmark/shared/api/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { useSession } from '../../lib/session'
import { accountKeys } from '../../lib/query-keys'

/** The account with its use of the limits; fetched only with a login. */
export function useMe() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: accountKeys.me(userId),
    queryFn: ({ signal }) => call(usersApi.readMe, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
