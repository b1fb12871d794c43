import type { RequestHandler } from 'express'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { requestHeaders } from '@pinmark/shared/api/parameters'
import { AppError } from '@pinmark/shared/errors'
import { errorCodeHeader, errorParamsHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import { requestIdHeader, sessionEndedHeader } from './headers'
import type { Route } from './route'

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

/** Finds the route of a request, and answers 405 for a method that its address does not support, before any other
 *  check. */
export function checkMethod(routes: readonly Route[]): RequestHandler {
  const addresses = addressesOf(routes)
  return (req, res, next) => {
    const parts = req.path.replace(/(?<=.)\/$/, '').split('/')
    // A literal address wins over one with a parameter in the same place.
    const matches = addresses.filter((address) => fits(address.parts, parts))
    const match = matches.find(({ path }) => !path.includes(':')) ?? matches[0]
    req.routePattern = match?.path ?? null
    req.endpoint = match?.endpoints.get(req.method) ?? null
    if (!match || match.endpoints.has(req.method)) return next()

    res.setHeader('Allow', [...match.endpoints.keys()].join(', '))
    if (req.method === 'OPTIONS') return void res.status(204).end()
    throw new AppError('method_not_allowed')
  }
}

interface Address {
  path: string
  parts: string[]
  /** By method; null for a page. */
  endpoints: Map<string, Route['endpoint']>
}

function addressesOf(routes: readonly Route[]): Address[] {
  const byPath = new Map<string, Address>()
  for (const { path, method, endpoint } of routes) {
    const address = byPath.get(path) ?? { path, parts: path.split('/'), endpoints: new Map() }
    byPath.set(path, address)
    address.endpoints.set(method, endpoint)
    if (method === 'GET') address.endpoints.set('HEAD', endpoint)
  }
  return [...byPath.values()]
}

function fits(template: string[], path: string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]?.toLowerCase()))
  )
}

const readable = [
  errorCodeHeader,
  errorParamsHeader,
  requestIdHeader,
  sessionEndedHeader,
  'Retry-After',
  'Allow',
]
const sendable = [
  ...['Authorization', sessionTokenHeader, 'Content-Type', 'MCP-Protocol-Version'],
  ...Object.keys(requestHeaders),
]
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
