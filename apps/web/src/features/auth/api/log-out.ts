import * as sessionApi from '@pinmark/shared/api/session'
import { AppError } from '@pinmark/shared/page-errors'
import { call } from '../../../lib/api'
import { endSession } from '../../../lib/session'

/** Removes the token, then asks the server to revoke it. Returns whether it is revoked. */
export async function logOut(): Promise<boolean> {
  // The request reads the token before it is removed.
  const telling = call(sessionApi.logOut)
  endSession('logout')
  try {
    await telling
    return true
  } catch (error) {
    return error instanceof AppError && error.status === 401
  }
}
