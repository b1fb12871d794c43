import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectChange } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Gives a project another name or description, then has the list and the open project loaded again. */
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
