import { commentSchema } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { pageMessages } from '@pinmark/shared/messages'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Placement } from '../../features/canvas/pin-model'
import { announce } from '../../features/comments/announce'
import { applyCommentEvent } from '../../features/comments/apply-comment-event'
import { api } from '../../lib/api'
import { AppError } from '@pinmark/shared/errors'
import { useToast } from '../../ui/toast'

/** Gives a stored comment another place. A pin that could not be moved goes back, and a note says why. */
export function useMoveComment({ _id: projectId }: Project) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutateAsync } = useMutation({
    mutationFn: ({ commentId, placement: { point, region } }: { commentId: string; placement: Placement }) =>
      api.patch(apiPaths.comment(projectId, commentId), { x: point.x, y: point.y, ...region }, commentSchema),
    onSuccess: (comment) => {
      applyCommentEvent(queryClient, projectId, { type: 'comment.changed', comment })
      announce(`Comment ${comment.number} moved`)
    },
    onError: (error) =>
      toast.show({
        text: error instanceof AppError && error.status < 500 ? error.message : pageMessages.unknown,
        tone: 'danger',
      }),
  })
  return useCallback(
    async (commentId: string, placement: Placement) => {
      // Told by the note; the pin itself only has to know that it is over.
      await mutateAsync({ commentId, placement }).catch(() => undefined)
    },
    [mutateAsync],
  )
}
