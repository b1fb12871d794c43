import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** The policy allows loading, framing and sending only within this origin. It uses no default of helmet, because one
 *  of them sends plain-HTTP pages of a local network to HTTPS, where no server listens. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // No Trusted Types policy may be created, because neither the app nor its packages need one.
    trustedTypes: ["'none'"],
  },
}

/** The headers of every answer, computed once. Routes may replace some of them, for example the caching of
 *  images. */
export const standardHeaders: ReadonlyMap<string, string> = helmetHeaders()

function helmetHeaders(): Map<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const setHeaders = helmet({
    contentSecurityPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: false,
  })
  setHeaders(request, response, (error) => {
    if (error) throw error
  })
  return new Map([
    ...Object.entries(response.getHeaders()).map(([name, value]): [string, string] => [name, String(value)]),
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['x-robots-tag', 'noindex'],
    ['cache-control', 'no-store'],
  ])
}

/** Express answers `If-None-Match: *` with an empty 304, even to a call whose answers have no ETag. */
export const ignoreAnyEtag: RequestHandler = ({ headers }, _res, next) => {
  if (headers['if-none-match'] === '*') delete headers['if-none-match']
  next()
}

/** Standard headers on every answer, and HSTS under TLS. */
export const setStandardHeaders: RequestHandler = (req, res, next) => {
  for (const [name, value] of standardHeaders) res.setHeader(name, value)
  if (req.secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  next()
}

/** The id of the request in its answer and in the log, for questions to the operator. */
export const requestIdHeader = 'X-Request-Id'
/** `1` when the token of the request no longer counts, so that the page forgets it. */
export const sessionEndedHeader = 'X-Session-Ended'
