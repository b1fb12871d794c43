import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { Route } from './route'

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
