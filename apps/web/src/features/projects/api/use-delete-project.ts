import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

interface DeleteOptions {
  /** For visitors, "not found" may also mean that their link has ended. */
  isOwner: boolean
}

/** Deletes a project, which can be restored for a while. It disappears from the list at once; then the list
 *  is reloaded, also after a failure, because only the answer may have been lost. */
export function useDeleteProject(projectId: string, { isOwner }: DeleteOptions) {
  const queryClient = useQueryClient()
  const request = { params: { projectId } }
  return useMutation({
    mutationFn: async () => {
      if (isOwner) await callDeletion(projectsApi.deleteProject, request)
      else await call(projectsApi.deleteProject, request)
    },
    onSuccess: () => {
      queryClient.setQueriesData<ProjectSummary[]>({ queryKey: projectKeys.lists }, (projects) =>
        projects?.filter(({ _id, deletedAt }) => _id !== projectId || deletedAt !== null),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
  })
}
