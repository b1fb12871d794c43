import * as projectsApi from '@pinmark/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { useSession } from '../../../lib/session'
import { projectKeys } from '../../../lib/project-keys'

/** The account's own projects, without their pictures: those come by address. */
export function useProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.active(userId ?? ''),
    queryFn: ({ signal }) => call(projectsApi.listProjects, { query: { image: 'none' }, signal }),
    enabled: userId !== undefined,
    // Back on the page, people want to know what is new.
    staleTime: 0,
  })
}

/** What was deleted and can still be brought back. */
export function useDeletedProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.deleted(userId ?? ''),
    queryFn: ({ signal }) =>
      call(projectsApi.listProjects, { query: { image: 'none', state: 'deleted' }, signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
