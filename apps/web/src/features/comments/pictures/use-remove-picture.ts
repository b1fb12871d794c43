import type { Message } from '@pinmark/shared/entities/comment'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../../ui/toast'
import { changeComment } from '../../review/data/comment-calls'

/** Removes a picture from a stored message, and offers to restore it for ten seconds. */
export function useRemovePicture(projectId: string) {
  const queryClient = useQueryClient()
  const toast = useToast()

  async function keepOnly(message: Message, ids: readonly string[]) {
    await changeComment(queryClient, projectId, message._id, { pictures: [...ids] })
  }
  async function bringBack(message: Message, ids: readonly string[]) {
    try {
      await keepOnly(message, ids)
    } catch (error) {
      toast.showFailure(error)
    }
  }
  return useMutation({
    mutationFn: ({ message, id }: { message: Message; id: string }) =>
      keepOnly(
        message,
        idsOf(message).filter((one) => one !== id),
      ),
    onError: (error) => toast.showFailure(error),
    onSuccess: (_answer, { message }) =>
      toast.show({
        text: 'Picture removed',
        action: { label: 'Undo', onSelect: () => void bringBack(message, idsOf(message)) },
      }),
  })
}

function idsOf({ pictures = [] }: Message): string[] {
  return pictures.map(({ _id }) => _id)
}
