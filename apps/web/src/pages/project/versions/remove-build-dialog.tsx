import * as designsApi from '@pinmark/shared/api/designs'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReview } from '../../../features/review/use-review'
import { callDeletion } from '../../../lib/api'
import { FormDialog } from '../../../ui/dialog'
import { FailureStrip } from '../../../ui/error-strip'
import { reloadProject } from '../../../lib/query-keys'

/** Asks before the build of the shown version is removed, because it cannot be restored. */
export function RemoveBuildDialog() {
  const { project, shown, close } = useReview()
  // The version that the question is about, even if another one is shown meanwhile.
  const [{ design, version }] = useState(shown)
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: async () => {
      const params = { projectId: project._id, designId: design._id, versionId: version._id }
      await callDeletion(designsApi.removeBuild, { params })
      await reloadProject(queryClient, project._id)
    },
    onSuccess: close,
  })
  return (
    <FormDialog
      open
      onClose={close}
      title={m.build_remove_ask({ number: version.number })}
      form={{
        isDirty: false,
        isPending: removal.isPending,
        submit: () => {
          if (!removal.isPending) removal.mutate()
        },
      }}
      action={m.build_remove()}
      progress={m.build_removing()}
    >
      <p>{m.build_remove_words()}</p>
      <FailureStrip error={removal.error} otherwise={m.build_remove_failed()} />
    </FormDialog>
  )
}
