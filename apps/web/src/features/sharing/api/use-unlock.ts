import * as sharingApi from '@pinmark/shared/api/sharing'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { rememberLinkToken } from '../../../lib/identity'

/** Sends the password of a link. This browser remembers the answer until the password changes. */
export function useUnlock(projectId: string) {
  return useMutation({
    mutationFn: (password: string) =>
      call(sharingApi.unlockLink, { params: { projectId }, body: { password } }),
    onSuccess: ({ token }) => rememberLinkToken(projectId, token),
  })
}
