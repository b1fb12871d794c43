import * as projectsApi from '@pinmark/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { firstPageQuery, projectListQuery } from '../../lib/first-script'
import { projectKeys } from '../../lib/query-keys'
import { useSession } from '../../lib/session'

interface ProjectOptions {
  /** False if the page keeps its content when the user returns to its tab. */
  refetchOnWindowFocus?: boolean
}

/** One project with its first 200 comments, by its permanent id or by its link, and the time of the request. */
export function useProject(projectId: string, { refetchOnWindowFocus = true }: ProjectOptions = {}) {
  return useQuery({
    queryKey: projectKeys.project(projectId),
    queryFn: async ({ signal }) => {
      const loadedAt = new Date().toISOString()
      const project = await call(projectsApi.openProject, {
        params: { projectId },
        query: firstPageQuery,
        signal,
      })
      return { ...project, loadedAt }
    },
    refetchOnWindowFocus,
  })
}

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
