import { sessionSchema, type Login } from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { startSession } from '../../../lib/session'

/** Logs in: what shows the session follows by itself. */
export function useLogin() {
  return useMutation({
    mutationFn: (login: Login) => api.post(apiPaths.login(), login, sessionSchema),
    onSuccess: startSession,
  })
}
