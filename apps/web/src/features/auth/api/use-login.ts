import * as usersApi from '@pinmark/shared/api/users'
import type { Login } from '@pinmark/shared/entities/user'
import { useState } from 'react'
import { call } from '../../../lib/api'
import { startSession } from '../../../lib/session'

/** Logs in. Components that show the session update on their own. It does not use the query cache, which the login
 *  page does not load. */
export function useLogin() {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function logIn(login: Login) {
    setIsPending(true)
    setError(null)
    try {
      startSession(await call(usersApi.logIn, { body: login }))
    } catch (caught) {
      setError(caught)
    } finally {
      setIsPending(false)
    }
  }
  return { logIn, isPending, error }
}
