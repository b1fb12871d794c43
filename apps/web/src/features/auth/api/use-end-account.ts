import * as usersApi from '@pinmark/shared/api/users'
import type { AccountDeletion, LoginsEnd } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { endSession } from '../../../lib/session'

/** Ends every login of the account, including this one. `onDone` is called before the page changes. */
export function useLogOutEverywhere(onDone: () => void) {
  return useEndingCall((body: LoginsEnd) => call(usersApi.logOutEverywhere, { body }), onDone)
}

/** Deletes the account and all its data. */
export function useDeleteAccount(onDone: () => void) {
  return useEndingCall((body: AccountDeletion) => call(usersApi.deleteAccount, { body }), onDone)
}

function useEndingCall<Input>(send: (input: Input) => Promise<unknown>, onDone: () => void) {
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onDone()
      endSession('logout')
    },
  })
}
