import * as noticesApi from '@pinmark/shared/api/notices'
import type { NoticeChange, NoticeMode } from '@pinmark/shared/entities/notices'
import { m } from '@pinmark/words/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { announce } from '../../lib/announce'
import { call } from '../../lib/api'
import { useSession } from '../../lib/session'
import { useAutosave } from '../../ui/use-autosave'
import { accountKeys, stopKey } from '../../lib/query-keys'

export function useNotices() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: accountKeys.notices(userId),
    queryFn: ({ signal }) => call(noticesApi.readNotices, { signal }),
    staleTime: 0,
  })
}

/** The mail setting of the account, or of one project. Each answer contains all of them. */
export function useNoticeSetting<Mode extends NoticeMode | null>(
  stored: Mode,
  changeOf: (mode: Mode) => NoticeChange,
) {
  const userId = useSession()?.user._id
  const queryClient = useQueryClient()
  return useAutosave({
    queue: 'notices',
    stored,
    send: (mode: Mode) => call(noticesApi.changeNotices, { body: changeOf(mode) }),
    onSaved: (notices) => {
      queryClient.setQueryData(accountKeys.notices(userId), notices)
      announce(m.saved())
    },
    failure: m.notices_not_saved(),
  })
}

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
