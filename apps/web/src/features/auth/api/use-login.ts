import { sessionSchema, type Login } from '@pinmark/shared/entities/user'
import { apiPaths } from '@pinmark/shared/paths'
import { useState } from 'react'
import { api } from '../../../lib/api'
import { startSession } from '../../../lib/session'

/** Logs in; what shows the session follows by itself. It does without the cache of answers, which the page for logging
 *  in does not load. */
export function useLogin() {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function logIn(login: Login) {
    setIsPending(true)
    setError(null)
    try {
      startSession(await api.post(apiPaths.login(), login, sessionSchema))
    } catch (caught) {
      setError(caught)
    } finally {
      setIsPending(false)
    }
  }
  return { logIn, isPending, error }
}
