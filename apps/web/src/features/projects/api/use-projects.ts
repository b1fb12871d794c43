import { projectListSchema } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useSession } from '../../../lib/session'
import { projectKeys } from '../../../lib/project-keys'

/** The account's own projects, without their pictures: those come by address. */
export function useProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.active(userId ?? ''),
    queryFn: ({ signal }) => api.get(`${apiPaths.projects()}?image=none`, projectListSchema, { signal }),
    enabled: userId !== undefined,
    // Somebody coming back wants to know what is new.
    staleTime: 0,
  })
}

/** What was deleted and can still be brought back. */
export function useDeletedProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.deleted(userId ?? ''),
    queryFn: ({ signal }) =>
      api.get(`${apiPaths.projects()}?image=none&state=deleted`, projectListSchema, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
