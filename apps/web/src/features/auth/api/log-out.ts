import * as sessionApi from '@pinmark/shared/api/session'
import { AppError } from '@pinmark/shared/errors'
import { call } from '../../../lib/api'
import { endSession } from '../../../lib/session'

/** Forgets the token, then has the server end it. Answers whether the token is over for everyone. */
export async function logOut(): Promise<boolean> {
  // The call takes the token with it before it is forgotten.
  const telling = call(sessionApi.logOut)
  endSession('logout')
  try {
    await telling
    return true
  } catch (error) {
    return error instanceof AppError && error.status === 401
  }
}
