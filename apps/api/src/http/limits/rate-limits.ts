import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { requireUser, type Actor } from '../../access/actor'
import { BrowserShare } from '../../access/rates/browser-share'
import { LocalCounter } from '../../access/rates/local-counter'
import type { Count, RateWindow } from '../../access/rates/rate-window'
import { isKnownAddress } from '../../access/refusal'
import { SharedCounter } from '../../access/rates/shared-counter'
import type { Config } from '../../config'
import { formatWait } from '../../access/rates/format-wait'

const minute = 60
const day = 24 * 60 * minute

/** Keeps a flood from one network away from everyone else. It counts before any other work is done for the request. */
export function limitRequests({ rates }: Config): RequestHandler {
  const counter = new LocalCounter({ name: 'requests', points: rates.requestsPerMinute, seconds: minute })
  return (req, _res, next) => {
    refuseIfOver(counter.count(req.network), 'too_many_requests')
    next()
  }
}

/** Text that one network writes to one project: comments, replies, and edits of both. Each is stored and sent
 *  to everyone who has the project open. */
export function limitComments({ rates }: Config): RequestHandler {
  return limitRate(
    'too_many_comments',
    perMinute('comments', rates.commentsPerMinute, networkInProject),
    perDay('comments-day', rates.commentsPerDay, networkInProject),
  )
}

/** Pictures that one network sends for the comments of one project. Each takes room on the disk of the server and in the
 *  storage of the project's owner. */
export function limitPictures({ rates }: Config): RequestHandler {
  return limitRate(
    'too_many_sent_pictures',
    perMinute('pictures', rates.picturesPerMinute, networkInProject),
    perDay('pictures-day', rates.picturesPerDay, networkInProject),
  )
}

/** Changes that one network makes in one project. Each goes to all who have the project open. The limit is far above what
 *  people do by hand: an office that resolves, moves and renames stays below it. */
export function limitChanges({ rates }: Config): RequestHandler {
  return limitRate('too_many_changes', perMinute('changes', rates.changesPerMinute, networkInProject))
}

/** Exports and comparisons that one network reads from one project. */
export function limitReadings({ rates }: Config): RequestHandler {
  return limitRate('too_many_readings', perMinute('readings', rates.changesPerMinute, networkInProject))
}

/** Settings and new links of one account in one project. They have their own count, so that a flood from the network of the
 *  owner cannot keep them from closing the link. */
export function limitSettings({ rates }: Config): RequestHandler {
  return limitRate('too_many_changes', perMinute('settings', rates.changesPerMinute, accountInProject))
}

/** Comments that one network resolves in one project, as many a day as it may write: webhooks report each of them. Only
 *  permitted requests count, and those of the owner are left out. The returned function throws AppError
 *  too_many_changes. */
export function countResolves({ rates }: Config): (actor: Actor, publicId: string) => Promise<void> {
  const counter = new SharedCounter({ name: 'resolves', points: rates.commentsPerDay, seconds: day })
  return async (actor, publicId) =>
    refuseIfOver(await counter.count(`${publicId} ${actor.network}`), 'too_many_changes')
}

export function limitLogins({ rates }: Config): RequestHandler {
  return limitRate('too_many_logins', perMinute('logins', rates.loginsPerMinute, network))
}

/** Attempts at the passwords of links. Logins have their own count, so that neither uses up the limit of the
 *  other. */
export function limitUnlocks({ rates }: Config): RequestHandler {
  return limitRate('too_many_unlocks', perMinute('unlocks', rates.loginsPerMinute, network))
}

/** New accounts of one network. Only complete forms count, so that a person who corrects one uses up nothing.
 *  The returned function throws AppError too_many_registrations. */
export function countRegistrations({ rates }: Config): (actor: Actor) => Promise<void> {
  const counter = new SharedCounter({
    name: 'registrations',
    points: rates.registrationsPerHour,
    seconds: 60 * minute,
  })
  return async (actor) => refuseIfOver(await counter.count(actor.network), 'too_many_registrations')
}

/** New names of an account. Each is written to all of its projects, and sent to everyone who has one open. */
export function limitRenames({ rates }: Config): RequestHandler {
  return limitRate('too_many_renames', perHour('renames', rates.renamesPerHour, account))
}

/** Downloads of all data of an account: the most expensive call. */
export function limitExports({ rates }: Config): RequestHandler {
  const limit = limitRate('too_many_exports', perHour('exports', rates.exportsPerHour, account))
  return (req, res, next) => (req.method === 'HEAD' ? next() : limit(req, res, next))
}

/** Mail addresses that visitors enter: each gets a mail, and may belong to someone else. */
export function limitAddresses({ rates }: Config): RequestHandler {
  return limitRate('too_many_addresses', perHour('addresses', rates.addressesPerHour, network))
}

/** The same in one project. Only permitted requests count, because the visitors of all networks share this limit. One
 *  network can use half of it, so that a single visitor leaves room for others.
 *  The returned function throws AppError too_many_addresses. */
export function countAddresses({ rates }: Config): (actor: Actor, publicId: string) => Promise<void> {
  const points = rates.addressesPerProjectPerDay
  const inAll = new SharedCounter({ name: 'addresses-project', points, seconds: day })
  const ofNetwork = new SharedCounter({
    name: 'addresses-network',
    points: Math.ceil(points / 2),
    seconds: day,
  })
  return async ({ network: from }, publicId) => {
    refuseIfOver(await ofNetwork.count(`${publicId} ${from}`), 'too_many_addresses')
    refuseIfOver(await inAll.count(publicId), 'too_many_addresses')
  }
}

/** Calls that make this server send a request to an address that an account entered. */
export function limitWebhookCalls({ rates }: Config): RequestHandler {
  return limitRate('too_many_webhook_calls', perMinute('webhook-calls', rates.webhookCallsPerMinute, account))
}

/** New passwords for links. Each costs as much work as a login, on the same threads, and a person sets few of them.
 *  The returned function throws AppError too_many_link_passwords. */
export function countLinkPasswords({ rates }: Config): (publicId: string) => Promise<void> {
  const points = Math.ceil(rates.loginsPerMinute / 6)
  const counter = new SharedCounter({ name: 'link-passwords', points, seconds: minute })
  return async (publicId) => refuseIfOver(await counter.count(publicId), 'too_many_link_passwords')
}

/** Browsers of one network in what has room for a limited number, for a day. Accounts are not counted.
 *  @returns a function that counts the browser of `actor` once for each `room`, which begins with the id of the project.
 *  It throws AppError too_many_browsers. */
export function countBrowsers(name: string, points: number): (actor: Actor, room: string) => Promise<void> {
  const share = new BrowserShare({ name, points, seconds: day })
  return async (actor, room) => {
    if (actor.user === null) refuseIfOver(await share.count(actor, room), 'too_many_browsers')
  }
}

/** Images that one account uploads. Each process prepares its own uploads, so each process counts for itself.
 *  The returned function throws AppError too_many_uploads. */
export function countUploads({ rates }: Config): (publicId: string) => void {
  const counter = new LocalCounter({ name: 'uploads', points: rates.uploadsPerMinute, seconds: minute })
  return (publicId) => refuseIfOver(counter.count(publicId), 'too_many_uploads')
}

/** The requests with the same key are counted together. Null when the request is not counted. */
type KeyOf = (req: Request) => string | null | Promise<string | null>

/** A window in which all processes together count requests. */
interface SharedWindow extends RateWindow {
  keyOf: KeyOf
}

const windowOf =
  (seconds: number) =>
  (name: string, points: number, keyOf: KeyOf): SharedWindow => ({ name, points, seconds, keyOf })
const perMinute = windowOf(minute)
const perHour = windowOf(60 * minute)
const perDay = windowOf(day)

const network = (req: Request) => req.actor.network
const account = (req: Request) => requireUser(req.actor).publicId
/** Windows are stored. An invented address opens no window, because otherwise every request could store one.
 *  The call for it answers "not found", and counts as such. */
async function project(req: Request): Promise<string | null> {
  const projectId = String(req.params['projectId'])
  return (await isKnownAddress(projectId)) ? projectId : null
}
async function networkInProject(req: Request): Promise<string | null> {
  const projectId = await project(req)
  return projectId && `${projectId} ${network(req)}`
}
async function accountInProject(req: Request): Promise<string | null> {
  const projectId = await project(req)
  return projectId && `${projectId} ${req.actor.user?.publicId ?? network(req)}`
}

/** Counts a request in each window in turn. The first full window refuses it with `code`. */
function limitRate(code: ErrorCode, ...windows: SharedWindow[]): RequestHandler {
  const counters = windows.map(({ keyOf, ...window }) => ({ counter: new SharedCounter(window), keyOf }))
  return async (req, _res, next) => {
    for (const { counter, keyOf } of counters) {
      const key = await keyOf(req)
      if (key !== null) refuseIfOver(await counter.count(key), code)
    }
    next()
  }
}

/** @throws AppError `code`, with the time to wait, when the count is over its limit */
export function refuseIfOver({ isOver, waitMs }: Count, code: ErrorCode): void {
  if (!isOver) return
  throw new AppError(code, {
    retryAfterSeconds: Math.max(1, waitMs / 1_000),
    params: { wait: formatWait(waitMs) },
  })
}
