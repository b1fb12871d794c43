import * as noticesApi from '@pinmark/shared/api/notices'
import type { NoticeChange } from '@pinmark/shared/entities/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { useSession } from '../../../lib/session'

export function useNotices() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: ['notices', userId],
    queryFn: ({ signal }) => call(noticesApi.readNotices, { signal }),
    staleTime: 0,
  })
}

/** Saves at once. The page shows the settings of the answer. */
export function useChangeNotices() {
  const userId = useSession()?.user._id
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NoticeChange) => call(noticesApi.changeNotices, { body }),
    onSuccess: (notices) => queryClient.setQueryData(['notices', userId], notices),
  })
}

const stopKey = (stopToken: string) => ['stop', stopToken]

/** Whether the mails of a link are stopped, by the token of the link. */
export function useStop(stopToken: string) {
  return useQuery({
    queryKey: stopKey(stopToken),
    queryFn: ({ signal }) => call(noticesApi.readStop, { params: { stopToken }, signal }),
    enabled: stopToken !== '',
  })
}

/** Stops mails about a project, with the token of a mail's link, or allows them again. */
export function useStopMails(stopToken: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: 'stop' | 'start') =>
      call(wanted === 'stop' ? noticesApi.stopMails : noticesApi.startMails, { params: { stopToken } }),
    onSuccess: (stop) => queryClient.setQueryData(stopKey(stopToken), stop),
  })
}

/** Confirms an address, with the token of a mail's link. */
export function useConfirmReplyMail() {
  return useMutation({
    mutationFn: (token: string) => call(noticesApi.confirmReplyMail, { body: { token } }),
  })
}
