import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** A name or address, with or without a port, in characters of names and IP addresses. Browsers send other names in
 *  Punycode. */
const hostPattern = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** A request of HTTP/1.1 has to name its host. None may name two, because a proxy could choose the other one (RFC 9112,
 *  section 3.2). Any name is served, but nothing else is: addresses in exports and pages start with it. */
export const checkHost: RequestHandler = (req, _res, next) => {
  const { host = '' } = req.headers
  if (host === '' ? req.httpVersion !== '1.0' : !hostPattern.test(host)) throw new AppError('bad_request')
  if (req.rawHeaders.filter(isHost).length > 1) throw new AppError('bad_request')
  next()
}

/** Names and values alternate. */
function isHost(text: string, at: number): boolean {
  return at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
}
