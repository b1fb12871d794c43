import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Nothing is loaded, framed or sent anywhere but to ourselves. No default of helmet's is used: one of them sends
 *  plain-HTTP pages of a local network to HTTPS, where nobody answers. */
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
    // No policy at all: neither the app nor a package it uses makes one.
    trustedTypes: ["'none'"],
  },
}

/** The headers of every answer, worked out once. Routes may replace some: images their caching, for example. */
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

/** Standard headers on every answer, and under TLS the order to stay there. */
export const setStandardHeaders: RequestHandler = (req, res, next) => {
  for (const [name, value] of standardHeaders) res.setHeader(name, value)
  if (req.secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  next()
}
