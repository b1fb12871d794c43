import * as sharingApi from '@pinmark/shared/api/sharing'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Changes the settings of a project's link. Returns the changed link. */
export function useChangeSettings(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: ProjectSettings) =>
      call(sharingApi.changeSettings, { params: { projectId }, body: settings }),
    onSettled: () => reloadLinks(queryClient),
  })
}

/** Replaces the link of a project. The old one stops working at once. */
export function useReplaceLink(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(sharingApi.makeNewLink, { params: { projectId } }),
    onSettled: () => reloadLinks(queryClient),
  })
}

/** Lists and open projects contain the link too. The dialog does not wait for them. After a failure they show whether only
 *  the answer was lost. */
function reloadLinks(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
  void queryClient.invalidateQueries({ queryKey: projectKeys.open })
}
