import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'

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
