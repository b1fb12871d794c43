import type { RequestHandler, Router } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** Which addresses there are, and what each takes. */
export type KnownRoutes = ReadonlyMap<string, ReadonlySet<string>>

/** Reads addresses and methods off the routers themselves, so that the answer 405 can never be out of step. */
export function knownRoutes(routers: readonly Router[]): KnownRoutes {
  const known = new Map<string, Set<string>>()
  for (const { route } of routers.flatMap((router) => router.stack)) {
    if (!route || route.path.includes('*')) continue
    const methods = known.get(route.path) ?? new Set()
    for (const layer of route.stack) methods.add(layer.method.toUpperCase())
    if (methods.has('GET')) methods.add('HEAD')
    known.set(route.path, methods)
  }
  return known
}

/** Names the address that is asked for, and refuses a method it does not take before anything else is looked at. */
export function checkMethod(known: KnownRoutes): RequestHandler {
  const templates = [...known].map(([pattern, methods]) => ({ pattern, methods, parts: pattern.split('/') }))
  return (req, res, next) => {
    const parts = req.path.replace(/(?<=.)\/$/, '').split('/')
    // A literal address wins over one with a parameter in the same place.
    const matches = templates.filter((template) => fits(template.parts, parts))
    const match = matches.find(({ pattern }) => !pattern.includes(':')) ?? matches[0]
    req.routePattern = match?.pattern ?? null
    if (!match || match.methods.has(req.method)) return next()

    res.setHeader('Allow', [...match.methods].join(', '))
    if (req.method === 'OPTIONS') return void res.status(204).end()
    throw new AppError('method_not_allowed')
  }
}

function fits(template: string[], path: string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]?.toLowerCase()))
  )
}
