import type { Request, RequestHandler, ErrorRequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import type { Config } from '../../config'
import type { Actor } from '../../core/actor'
import { sealOf } from '../../base/seal'
import { isKnownAddress } from '../../core/refusal'
import { type Count, LocalCounter, maxKeys, RateCounter } from './rate-counter'
import { type RateName, rateTable } from './rate-table'

/** Keeps a flood from one network away from everyone else. It counts before any other work is done for the request. */
export function limitRequests({ rates }: Config): RequestHandler {
  const counter = new LocalCounter('request', rates)
  return (req, _res, next) => {
    refuseIfOver(counter.count(req.network), rateTable.request.error)
    next()
  }
}

/** Finds the key under which a request is counted. Null when the request is not counted. */
type KeyOf = (req: Request) => string | null | Promise<string | null>

/** Windows are stored. An invented address opens no window, because otherwise every request could store one.
 *  The call for it answers "not found", and counts as such. */
async function inProject(req: Request, who: string): Promise<string | null> {
  const projectId = String(req.params['projectId'])
  return (await isKnownAddress(projectId)) ? `${projectId} ${who}` : null
}

const keysOf = {
  network: ({ actor }) => actor.network,
  // Visitors are refused by the call itself.
  account: ({ actor }) => actor.user?.publicId ?? null,
  'network in project': (req) => inProject(req, req.actor.network),
  'account in project': (req) => inProject(req, req.actor.user?.publicId ?? req.actor.network),
} satisfies Record<string, KeyOf>

/** The limits that a route can name. */
type RouteLimit = {
  [Name in RateName]: (typeof rateTable)[Name] extends { by: keyof typeof keysOf; error: ErrorCode }
    ? Name
    : never
}[RateName]

/** Makes the middleware that counts a request under each of the names in turn, as the table says: `limit('comment')`. The
 *  first full window refuses it. */
export function limitsOf({ rates }: Config): (...names: RouteLimit[]) => RequestHandler {
  return (...names) => {
    const counters = names.map((name) => {
      const { by, error } = rateTable[name]
      return { counter: RateCounter.of(name, rates), keyOf: keysOf[by], error }
    })
    return async (req, _res, next) => {
      for (const { counter, keyOf, error } of counters) {
        const key = await keyOf(req)
        if (key !== null) refuseIfOver(await counter.count(key), error)
      }
      next()
    }
  }
}

/** Mail addresses that visitors enter in one project. Only permitted requests count, because the visitors of all networks
 *  share this limit. The returned function throws AppError too_many_addresses. */
export function countAddresses(config: Config): (actor: Actor, publicId: string) => Promise<void> {
  const ofNetwork = counting(config, 'addressOfNetwork')
  const ofProject = counting(config, 'addressOfProject')
  return async ({ network }, publicId) => {
    await ofNetwork(`${publicId} ${network}`)
    await ofProject(publicId)
  }
}

/** Mails of one kind to an address, for whichever project or account. The address is sealed, so that the stored window does not
 *  reveal it.
 *  @returns a function that counts one, and says whether there were too many */
export function countMails(
  { rates, secrets }: Config,
  kind: 'invitationMail' | 'confirmation' | 'reset',
): (email: string) => Promise<boolean> {
  const counter = RateCounter.of(kind, rates)
  return async (email) => (await counter.count(sealOf(secrets.pepper, 'count mails', email))).isOver
}

/** Browsers of one network in what has room for a limited number, for a day. Accounts are not counted.
 *  @returns a function that counts the browser of `actor` once for each `room`, which begins with the id of the project.
 *  It throws AppError too_many_browsers. */
export function countBrowsers(name: string, points: number): (actor: Actor, room: string) => Promise<void> {
  const share = new BrowserShare(name, points)
  return async (actor, room) => {
    if (actor.user === null) refuseIfOver(await share.count(actor, room), 'too_many_browsers')
  }
}

/** Images that one account uploads. Each process prepares its own uploads, so each process counts for itself.
 *  The returned function throws AppError too_many_uploads. */
export function countUploads({ rates }: Config): (publicId: string) => void {
  const counter = new LocalCounter('upload', rates)
  return (publicId) => refuseIfOver(counter.count(publicId), rateTable.upload.error)
}

/** For limits that a service counts, once it knows that the request is permitted and complete. The returned function throws
 *  the AppError of the table. */
export function counting({ rates }: Config, name: RateName): (key: string) => Promise<void> {
  const counter = RateCounter.of(name, rates)
  const { error } = rateTable[name]
  return async (key) => {
    const count = await counter.count(key)
    if (error !== null) refuseIfOver(count, error)
  }
}

/** @throws AppError `code`, with the time to wait, when the count is over its limit */
function refuseIfOver({ isOver, waitMs }: Count, code: ErrorCode): void {
  if (!isOver) return
  throw new AppError(code, {
    retryAfterSeconds: Math.max(1, waitMs / 1_000),
    params: { wait: formatWait(waitMs) },
  })
}

const daySeconds = 86_400

/** The share of one network in what has room for a limited number of browsers, such as a round for verdicts, in a day.
 *  Guest secrets cost nothing, so one visitor could otherwise take all the room. */
class BrowserShare {
  readonly #networks: RateCounter
  /** What this process has counted, so that a browser that changes its mind counts once. */
  readonly #browsers = new LRUCache<string, Promise<Count>>({ max: maxKeys, ttl: daySeconds * 1_000 })

  constructor(name: string, points: number) {
    this.#networks = new RateCounter(name, points, daySeconds)
  }

  /** Counts a browser once for each `room`, which begins with the id of the project. */
  async count({ guestHash, network }: Pick<Actor, 'guestHash' | 'network'>, room: string): Promise<Count> {
    const browser = `${room} ${guestHash}`
    let isCounted = false
    try {
      const count = await (this.#browsers.get(browser) ?? this.#begin(browser, `${room} ${network}`))
      isCounted = !count.isOver
      return count
    } finally {
      if (!isCounted) this.#browsers.delete(browser)
    }
  }

  #begin(browser: string, key: string): Promise<Count> {
    const counting = this.#networks.count(key)
    this.#browsers.set(browser, counting)
    return counting
  }
}

/** A waiting time as a sentence says it: '1 second', '2 minutes', '1 hour'. Rounded up. */
export function formatWait(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  if (seconds < 120) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

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
