import type { Request, Response } from 'express'
import type { AppError } from '@pinmark/shared/errors'
import { errorCodeHeader } from '@pinmark/shared/paths'

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
