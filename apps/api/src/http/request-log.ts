import { createHmac } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { checkHealth, checkReady } from '@pinmark/shared/api/service'
import { newPublicId } from '../base/ids'
import type { Log } from '../base/log'
import { requestIdHeader } from './headers'
import { linkIn } from './limits/rate-limits'

/** Hashes of networks that were seen lately; a hash costs more than the rest of the line. */
const keptHashes = 1_000

/** One line for each request: address template, sender (as a hash), status and duration. Bodies, tokens, e-mail
 *  addresses and raw link ids are never logged. `key` keeps the hashes from being guessed back. */
export function logRequests(log: Log, key: string): RequestHandler {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url').slice(0, 12)
  const networkHashes = new LRUCache<string, string>({
    max: keptHashes,
    memoMethod: (network) => hash('network', network),
  })
  const linkOf = (req: Request) => {
    const link = linkIn(req)
    return link !== null && { link: hash('link', link) }
  }
  const lineOf = (req: Request, res: Response, ms: number) => ({
    id: req.requestId,
    method: req.method,
    route: req.routePattern ?? 'none',
    network: networkHashes.memo(req.network),
    ...(req.actor?.user && { user: hash('user', req.actor.user.publicId) }),
    ...linkOf(req),
    // The client closed the connection before the answer was complete. Proxies log 499 for that.
    status: res.writableFinished ? res.statusCode : 499,
    ms,
  })
  return (req, res, next) => {
    const startedAt = performance.now()
    req.requestId = newPublicId()
    res.setHeader(requestIdHeader, req.requestId)
    res.once('close', () => {
      const level = levelOf(req, res)
      if (log.isLevelEnabled(level)) {
        log[level](lineOf(req, res, Math.round(performance.now() - startedAt)), 'request')
      }
    })
    next()
  }
}

function levelOf({ endpoint }: Request, { statusCode }: Response): 'debug' | 'info' | 'warn' {
  // Health checks come every few seconds.
  if (endpoint === checkReady || endpoint === checkHealth) return 'debug'
  return statusCode >= 500 ? 'warn' : 'info'
}
