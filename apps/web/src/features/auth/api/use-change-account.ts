import * as usersApi from '@pinmark/shared/api/users'
import type { PasswordChange, UserChange } from '@pinmark/shared/entities/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { startSession, updateSessionUser } from '../../../lib/session'

/** Changes the name of the account. */
export function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => call(usersApi.renameUser, { body: change }),
    onSuccess: ({ _id, name, email }) => {
      updateSessionUser({ _id, name, email })
      return queryClient.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** Changes the password. Every other login of the account ends. This one continues with a new token. API tokens and
 *  webhooks may have ended, so they are read again. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) => call(usersApi.changePassword, { body: change }),
    onSuccess: (session) => {
      startSession(session)
      void queryClient.invalidateQueries({ queryKey: ['api-tokens'] })
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
}
