import * as projectsApi from '@pinmark/shared/api/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { firstPageQuery } from '../../../lib/first-answer'
import { projectKeys } from '../../../lib/project-keys'

/** One project with its first 200 comments, by its permanent id or by its link. */
export function useProject(projectId: string) {
  return useQuery({
    queryKey: projectKeys.project(projectId),
    queryFn: ({ signal }) =>
      call(projectsApi.openProject, {
        params: { projectId },
        query: firstPageQuery,
        signal,
      }),
  })
}
