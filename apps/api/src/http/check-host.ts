import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** A request of HTTP/1.1 names the host it wants; anything else is not one we could answer in its terms. */
export const checkHost: RequestHandler = (req, _res, next) => {
  const isNamed = req.headers.host !== undefined && req.headers.host !== ''
  if (!isNamed && req.httpVersion !== '1.0') throw new AppError('bad_request')
  next()
}
