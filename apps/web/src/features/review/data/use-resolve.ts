import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { nameOfGuest } from '../../../lib/session'
import { announce } from '../../../lib/announce'
import { useChangeComment } from './use-change-comment'

/** Resolves an open thread, and reopens a resolved one. */
export function useResolve({ _id: projectId, isOwner }: Pick<Project, '_id' | 'isOwner'>) {
  const { mutate, ...state } = useChangeComment(projectId)
  return {
    ...state,
    toggle: (
      { _id: id, number, resolved }: Comment,
      { onResolved, onError }: { onResolved: () => void; onError?: (error: Error) => void },
    ) => {
      const commenter = nameOfGuest()
      const isNamed = resolved === null && !isOwner && commenter !== ''
      mutate(
        { id, change: { resolved: resolved === null, ...(isNamed && { commenter }) } },
        {
          onSuccess: () => {
            announce(`Comment ${number} ${resolved === null ? 'resolved' : 'reopened'}`)
            if (resolved === null) onResolved()
          },
          ...(onError && { onError }),
        },
      )
    },
  }
}
