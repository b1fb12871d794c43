import * as usersApi from '@pinmark/shared/api/users'
import type { Registration } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api'

/** Creates an account, without logging in. */
export function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) => call(usersApi.register, { body: registration }),
  })
}
