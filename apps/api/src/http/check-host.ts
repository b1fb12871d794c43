import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** A request of HTTP/1.1 has to name its host. None may name two, because a proxy could choose the other one (RFC 9112,
 *  section 3.2). */
export const checkHost: RequestHandler = (req, _res, next) => {
  const isNamed = req.headers.host !== undefined && req.headers.host !== ''
  if (!isNamed && req.httpVersion !== '1.0') throw new AppError('bad_request')
  if (req.rawHeaders.filter(isHost).length > 1) throw new AppError('bad_request')
  next()
}

/** Names and values alternate. */
function isHost(text: string, at: number): boolean {
  return at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
}
