import type { ErrorRequestHandler, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { Log } from '../base/log'
import { sendError } from './send/send-error'
import { toAppError } from './to-app-error'

export const answerNotFound: RequestHandler = () => {
  throw new AppError('route_not_found')
}

/** The only place that turns a thrown error into an answer. Only unexpected errors are logged in full. */
export function answerError(log: Log): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const id = req.requestId
    // A time limit has sent the answer already. This error ended the work afterwards.
    if (res.writableEnded) return log.debug({ id, err: thrown }, 'failed after it was answered')
    const error = toAppError(thrown)
    if (error.code === 'unexpected') log.error({ id, err: thrown }, 'unexpected error')
    else if (error.status >= 500 && error.cause !== undefined)
      log.warn({ id, code: error.code, cause: describe(error.cause) }, error.message)

    // The answer has begun, so cutting it off is the only way left to show that it is incomplete.
    if (res.headersSent) return void res.destroy()
    sendError(req, res, error)
  }
}

function describe(cause: unknown): string | undefined {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined
}
