import type { AccountDeletion } from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../lib/api'
import { endSession } from '../../../lib/session'

/** Ends every login of the account, this one too. `onDone` comes before the page goes. */
export function useLogOutEverywhere(onDone: () => void) {
  return useMutation({
    mutationFn: () => api.post(apiPaths.logoutEverywhere(), undefined, z.undefined()),
    onSuccess: () => {
      onDone()
      endSession('logout')
    },
  })
}

/** Deletes the account and everything it has. */
export function useDeleteAccount(onDone: () => void) {
  return useMutation({
    mutationFn: (deletion: AccountDeletion) => api.post(apiPaths.accountDeletion(), deletion, z.undefined()),
    onSuccess: () => {
      onDone()
      endSession('logout')
    },
  })
}
