import * as projectsApi from '@pinmark/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectListQuery } from '../../../lib/first-answer'
import { useSession } from '../../../lib/session'
import { projectKeys } from '../../../lib/project-keys'

/** The projects of the account, without pictures, which are loaded by address. */
export function useProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.active(userId ?? ''),
    queryFn: ({ signal }) => call(projectsApi.listProjects, { query: projectListQuery, signal }),
    enabled: userId !== undefined,
    // Refetched on each return to the page, because people want to see what is new.
    staleTime: 0,
    // And on a page that stays open.
    refetchInterval: 30_000,
  })
}

/** The deleted projects that can still be restored. */
export function useDeletedProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.deleted(userId ?? ''),
    queryFn: ({ signal }) =>
      call(projectsApi.listProjects, { query: { ...projectListQuery, state: 'deleted' }, signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
