import type { ErrorRequestHandler, Request } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { Config } from '../../config'
import { isKnownAddress } from '../../core/refusal'
import { RateCounter } from './rate-counter'
import { refuseIfOver } from './rate-limits'

/** Rate limit for "not found" answers about unknown links. It does not affect valid links,
 *  accounts, and links of closed, replaced or trashed projects, so nobody can lock others out by requesting
 *  wrong links. Links are safe from guessing because of their length: see
 *  docs/decisions/0034-limits-that-lock-nobody-out.md. */
export class LinkMisses {
  readonly #counter: RateCounter

  constructor({ rates }: Config) {
    this.#counter = RateCounter.of('linkMiss', rates)
  }

  /** Counts a request whose link was not found.
   *  @throws AppError too_many_requests */
  async count(req: Request): Promise<void> {
    if (req.actor.token === 'valid' || (await isKnownAddress(linkIn(req) ?? ''))) return
    refuseIfOver(await this.#counter.count(req.network), 'too_many_requests')
  }

  /** Turns "Project not found" into a refusal once the limit is reached. */
  refuse(): ErrorRequestHandler {
    return async (error: unknown, req, _res, next) => {
      if (error instanceof AppError && error.code === 'project_not_found') await this.count(req)
      next(error)
    }
  }
}

/** The link in the address of a request; null without one. `req.params` is empty after a route has thrown. */
export function linkIn({ routePattern, path }: Request): string | null {
  const position = routePattern?.split('/').indexOf(':projectId') ?? -1
  return path.split('/')[position] ?? null
}
