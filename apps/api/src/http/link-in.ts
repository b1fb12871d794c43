import type { Request } from 'express'

/** The link in the address of a request; null without one. `req.params` is empty after a route has thrown. */
export function linkIn({ routePattern, path }: Request): string | null {
  const position = routePattern?.split('/').indexOf(':projectId') ?? -1
  return path.split('/')[position] ?? null
}
