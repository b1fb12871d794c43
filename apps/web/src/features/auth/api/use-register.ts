import { registeredSchema, type Registration } from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'

/** Makes an account. Logging in is a step of its own. */
export function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) => api.post(apiPaths.register(), registration, registeredSchema),
  })
}
