import { AppError } from '@pinmark/shared/errors'
import { apiPaths } from '@pinmark/shared/paths'
import * as z from 'zod/mini'
import { api } from '../../../lib/api'
import { endSession } from '../../../lib/session'

/** Forgets the token, then has the server end it. Answers whether the token is over for everybody. */
export async function logOut(): Promise<boolean> {
  // The call takes the token with it before it is forgotten.
  const telling = api.post(apiPaths.logout(), undefined, z.undefined())
  endSession('logout')
  try {
    await telling
    return true
  } catch (error) {
    return error instanceof AppError && error.status === 401
  }
}
