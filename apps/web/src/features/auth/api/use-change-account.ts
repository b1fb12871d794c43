import {
  meSchema,
  sessionSchema,
  userSchema,
  type PasswordChange,
  type UserChange,
} from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../../lib/api'
import { startSession, updateSessionUser } from '../../../lib/session'

/** Changes the name of the account. */
export function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => api.patch(apiPaths.me(), change, z.union([meSchema, userSchema])),
    onSuccess: ({ _id, name, email }) => {
      updateSessionUser({ _id, name, email })
      return queryClient.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** Changes the password. Every other login of the account is over; this one goes on with a new token. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => api.put(apiPaths.password(), change, sessionSchema),
    onSuccess: startSession,
  })
}
