import { projectSchema } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** One project with its first 200 comments, by its own id or by its link. */
export function useProject(projectId: string) {
  return useQuery({
    queryKey: projectKeys.project(projectId),
    queryFn: ({ signal }) =>
      api.get(`${apiPaths.project(projectId)}?image=none&comments=200`, projectSchema, { signal }),
  })
}
