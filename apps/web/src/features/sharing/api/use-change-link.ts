import { linkSchema, type ProjectSettings } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Changes what a project's link allows; answers the link as it is then. */
export function useChangeSettings(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: ProjectSettings) =>
      api.patch(apiPaths.projectSettings(projectId), settings, linkSchema),
    onSuccess: () => reloadLinks(queryClient),
  })
}

/** Gives a project another link. The old one stops working at once. */
export function useReplaceLink(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(apiPaths.projectLink(projectId), {}, linkSchema),
    onSuccess: () => reloadLinks(queryClient),
  })
}

/** Lists and open projects carry the link too. The dialog does not wait for them. */
function reloadLinks(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
  void queryClient.invalidateQueries({ queryKey: projectKeys.open })
}
