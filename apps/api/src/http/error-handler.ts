import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { errorCodeHeader } from '@pinmark/shared/paths'
import type { Log } from '../base/log'
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

/** What a handler may have set for the content that it could not send. */
const headersOfContent = [
  'Content-Type',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
]

/** Answers with an error: JSON, or plain text for every failure of POST /projects, as the specification has it. Does
 *  nothing when the answer has already begun. */
export function sendError(req: Request, res: Response, error: AppError): void {
  if (res.headersSent || res.writableEnded) return
  res.status(error.status)
  res.setHeader(errorCodeHeader, error.code)
  res.setHeader('Cache-Control', 'no-store')
  for (const name of headersOfContent) res.removeHeader(name)
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
  if (error.retryAfterSeconds !== undefined) res.setHeader('Retry-After', Math.ceil(error.retryAfterSeconds))
  if (req.endpoint?.failsInText) return void res.type('text/plain').send(error.message)
  const { message, code, endedAt } = error
  res.type('json').json({ error: message, code, ...(endedAt !== undefined && { endedAt }) })
}
