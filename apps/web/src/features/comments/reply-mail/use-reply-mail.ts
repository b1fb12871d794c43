import * as noticesApi from '@pinmark/shared/api/notices'
import type { ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'

const keyOf = (projectId: string) => ['reply-mail', projectId]

/** Whether this visitor gets mail about replies. They confirm the address in another tab, so the state is
 *  read again each time it is shown, and when they return to this tab. */
export function useReplyMail(projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(noticesApi.readReplyMail, { params: { projectId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Stores an address, or removes it (null). */
export function useChangeReplyMail(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string | null): Promise<ReplyMail> =>
      email === null
        ? call(noticesApi.stopReplyMail, { params: { projectId } })
        : call(noticesApi.askForReplyMail, { params: { projectId }, body: { email } }),
    onSuccess: (state) => queryClient.setQueryData(keyOf(projectId), state),
  })
}
