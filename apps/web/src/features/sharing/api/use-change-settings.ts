import { linkSchema, type ProjectSettings } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'

/** Changes what a project's link allows; answers the link as it is then. */
export function useChangeSettings(projectId: string) {
  return useMutation({
    mutationFn: (settings: ProjectSettings) => api.patch(apiPaths.projectSettings(projectId), settings, linkSchema),
  })
}

/** Gives a project another link. The old one stops working at once. */
export function useReplaceLink(projectId: string) {
  return useMutation({
    mutationFn: () => api.post(apiPaths.projectLink(projectId), {}, linkSchema),
  })
}
