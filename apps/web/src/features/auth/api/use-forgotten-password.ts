import * as usersApi from '@pinmark/shared/api/users'
import type { PasswordReset } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api'

/** Requests a mail with a link for a new password. */
export function useForgetPassword() {
  return useMutation({ mutationFn: (email: string) => call(usersApi.forgetPassword, { body: { email } }) })
}

/** Sets a new password with the token of such a link. */
export function useResetPassword() {
  return useMutation({ mutationFn: (body: PasswordReset) => call(usersApi.resetPassword, { body }) })
}
