import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectChange } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Changes the name or description of a project, then reloads the list and the open project. */
export function useChangeProject(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) =>
      call(projectsApi.changeProject, { params: { projectId }, body: change }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true }),
      ]),
  })
}
