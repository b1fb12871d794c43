import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { requestHeaders } from '@pinmark/shared/api/parameters'
import { AppError } from '@pinmark/shared/errors'
import { errorCodeHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import type { RequestHandler } from 'express'
import { requestIdHeader, sessionEndedHeader } from './headers'

const readable = [errorCodeHeader, requestIdHeader, sessionEndedHeader, 'Retry-After', 'Allow']
const sendable = ['Authorization', sessionTokenHeader, 'Content-Type', ...Object.keys(requestHeaders)]
const methods = new Set(['GET', 'HEAD', ...Object.values(allEndpoints).map(({ method }) => method)])

/** Lets pages of the listed origins call the API. With an empty list no other origin can. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins)
  return (req, res, next) => {
    if (allowed.size === 0) return next()
    res.vary('Origin')
    const { origin } = req.headers
    if (origin === undefined || !allowed.has(origin)) return next()

    res.setHeader('Access-Control-Allow-Origin', origin)
    res.setHeader('Access-Control-Expose-Headers', readable.join(', '))
    const isPreflight = req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return next()

    res.setHeader('Access-Control-Allow-Methods', [...methods].join(', '))
    res.setHeader('Access-Control-Allow-Headers', sendable.join(', '))
    res.setHeader('Access-Control-Max-Age', '600')
    res.status(204).end()
  }
}

/** Refuses what a page of another site loads by itself: images, frames, calls without permission. The browser would keep
 *  the answer from that page, but the request would count towards the limits of the visitor's network. Links from
 *  other sites, and calls from origins that `allowOrigins` has allowed, are served. Browsers send these headers to
 *  trustworthy addresses only (HTTPS and localhost). https://web.dev/articles/fetch-metadata */
export const refuseCrossSite: RequestHandler = (req, res, next) => {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = req.headers
  const isLink = mode === 'navigate' && destination === 'document'
  const isForeign = site === 'cross-site' && !isLink && !res.hasHeader('Access-Control-Allow-Origin')
  if (isForeign) throw new AppError('cross_site')
  next()
}
