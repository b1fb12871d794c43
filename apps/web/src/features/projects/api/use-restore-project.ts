import * as projectsApi from '@pinmark/shared/api/projects'
import { AppError } from '@pinmark/shared/page-errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { closeToast, readToasts, useToast } from '../../../ui/toast'
import { projectKeys } from '../../../lib/project-keys'
import { projectNote } from '../named-project'

/** Restores a deleted project, and shows a note. */
export function useRestoreProject() {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (projectId: string) => call(projectsApi.restoreProject, { params: { projectId } }),
    onSuccess: async ({ _id, name }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        queryClient.invalidateQueries({ queryKey: projectKeys.project(_id) }),
      ])
      // The note of the deletion offers to undo it.
      for (const { id, about } of readToasts()) if (about === _id) closeToast(id)
      toast.show({ text: projectNote(name, 'restored') })
    },
    onError: (error) => {
      const text =
        error instanceof AppError && error.status < 500 ? error.message : 'Failed to restore project'
      toast.show({ text, tone: 'danger' })
    },
  })
}
