import type { Project } from '@pinmark/shared/entities/project'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Placement } from '../../features/review/act'
import { announce } from '../../lib/announce'
import { changeComment } from '../../features/review/data/use-change-comment'
import type { ThreadView } from '../../features/review/thread-view'
import { useToast } from '../../ui/toast'

/** Moves a stored comment: on its own version, or on the shown version if it comes from an older one. If that
 *  fails, the pin moves back and a note says why. */
export function useMoveComment({ _id: projectId }: Project, threads: readonly ThreadView[]) {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useCallback(
    async (commentId: string, { point, region }: Placement) => {
      const isCarried = threads.find(({ key }) => key === commentId)?.carried
      try {
        const move = isCarried
          ? (await import('../../features/review/data/place-comment')).placeComment
          : changeComment
        await move(queryClient, projectId, commentId, { x: point.x, y: point.y, ...region })
        announce('Comment moved')
      } catch (error) {
        toast.showFailure(error)
      }
    },
    [queryClient, projectId, threads, toast],
  )
}
