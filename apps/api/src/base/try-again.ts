import { AppError } from '@pinmark/shared/errors'

/** For a request that another one has overtaken: the same call is allowed now. */
export function tryAgain(): AppError {
  return new AppError('server_busy', { retryAfterSeconds: 1 })
}
