import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** A request of HTTP/1.1 has to name its host. */
export const checkHost: RequestHandler = (req, _res, next) => {
  const isNamed = req.headers.host !== undefined && req.headers.host !== ''
  if (!isNamed && req.httpVersion !== '1.0') throw new AppError('bad_request')
  next()
}
