import * as sharingApi from '@pinmark/shared/api/sharing'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import type { Link } from '@pinmark/shared/entities/project'
import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { projectKeys } from '../../lib/query-keys'
import { useAutosave } from '../../ui/use-autosave'
import { ErrorStrip } from '../../ui/error-strip'

/** Changes of one link are sent one at a time, so that the last answer is about the last change. */
const queueOf = (projectId: string) => `link ${projectId}`

interface LinkSettingOptions<Value> {
  stored: Value
  settingsOf: (value: Value) => ProjectSettings
  onChanged: (link: Link) => void
}

/** One setting of a project's link, which is saved at once. */
export function useLinkSetting<Value>(
  projectId: string,
  { stored, settingsOf, onChanged }: LinkSettingOptions<Value>,
) {
  const queryClient = useQueryClient()
  return useAutosave({
    queue: queueOf(projectId),
    stored,
    send: (value: Value) =>
      call(sharingApi.changeSettings, { params: { projectId }, body: settingsOf(value) }),
    onSaved: onChanged,
    onSettled: () => reloadLinks(queryClient),
    failure: m.link_not_changed(),
  })
}

/** Sets the password of a project's link, or removes it with null. Returns the changed link. */
export function useChangePassword(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: queueOf(projectId) },
    mutationFn: (password: string | null) =>
      call(sharingApi.changeSettings, { params: { projectId }, body: { password } }),
    onSettled: () => reloadLinks(queryClient),
  })
}

/** Replaces the link of a project. The old one stops working at once. */
export function useReplaceLink(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: queueOf(projectId) },
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

/** Shown under a row that could not be saved. */
export function SaveFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <ErrorStrip
      detail={error && failureText(m.check_connection(), error)}
      action={
        <button type="button" className="text-action" onClick={onRetry}>
          {m.action_retry()}
        </button>
      }
    >
      {error && m.could_not_save()}
    </ErrorStrip>
  )
}
