import * as projectsApi from '@pinmark/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { firstPageQuery } from '../../../lib/first-answer'
import { projectKeys } from '../../../lib/project-keys'

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
