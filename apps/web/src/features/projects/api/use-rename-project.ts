import { projectSummarySchema } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { projectKeys } from './project-keys'

/** Gives a project another name, then has the list and the open project loaded again. */
export function useRenameProject(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.put(apiPaths.project(projectId), { name }, projectSummarySchema),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true }),
      ]),
  })
}
