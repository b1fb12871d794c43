import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Deletes a project, which can be restored for a while. It disappears from the list at once; then the list
 *  is reloaded. */
export function useDeleteProject(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(projectsApi.deleteProject, { params: { projectId } }),
    onSuccess: ({ _id }) => {
      queryClient.setQueriesData<ProjectSummary[]>({ queryKey: projectKeys.lists }, (projects) =>
        projects?.filter((project) => project._id !== _id || project.deletedAt !== null),
      )
      void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    },
  })
}
