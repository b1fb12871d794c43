import { projectSummarySchema, type ProjectChange } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Gives a project another name or description, then has the list and the open project loaded again. */
export function useChangeProject(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) => api.put(apiPaths.project(projectId), change, projectSummarySchema),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true }),
      ]),
  })
}
