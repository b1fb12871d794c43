import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { requireUser } from '../../access/actor'
import { LocalCounter } from '../../access/rates/local-counter'
import type { Count } from '../../access/rates/rate-window'
import { SharedCounter } from '../../access/rates/shared-counter'
import type { Config } from '../../config'
import { formatWait } from '../../access/rates/format-wait'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Keeps one network's flood from everyone else, before anything is read for it. */
export function limitRequests({ rates }: Config): RequestHandler {
  const counter = new LocalCounter({ name: 'requests', points: rates.requestsPerMinute, seconds: minute })
  return (req, _res, next) => {
    check(counter.count(req.network), 'too_many_requests')
    next()
  }
}

/** Words that one network writes to one project: comments, replies, and edits of both. Each is stored, and goes to all
 *  who have the project open. */
export function limitComments({ rates }: Config): RequestHandler {
  const perMinute = new SharedCounter({ name: 'comments', points: rates.commentsPerMinute, seconds: minute })
  const perDay = new SharedCounter({ name: 'comments-day', points: rates.commentsPerDay, seconds: day })
  return async (req, _res, next) => {
    const key = `${String(req.params['projectId'])} ${req.actor.network}`
    check(await perMinute.count(key), 'too_many_comments')
    check(await perDay.count(key), 'too_many_comments')
    next()
  }
}

/** Pictures that one network sends for the comments of one project: each takes room on the disk of the server, and in
 *  the storage of the project's owner. */
export function limitPictures({ rates }: Config): RequestHandler {
  const { picturesPerMinute, picturesPerDay } = rates
  const perMinute = new SharedCounter({ name: 'pictures', points: picturesPerMinute, seconds: minute })
  const perDay = new SharedCounter({ name: 'pictures-day', points: picturesPerDay, seconds: day })
  return async (req, _res, next) => {
    const key = `${String(req.params['projectId'])} ${req.actor.network}`
    check(await perMinute.count(key), 'too_many_sent_pictures')
    check(await perDay.count(key), 'too_many_sent_pictures')
    next()
  }
}

/** Everything that one network changes in one project: each change goes to all who have it open. Far above what hands
 *  can do: an office that resolves, moves and renames stays below it. */
export function limitChanges({ rates }: Config): RequestHandler {
  const counter = new SharedCounter({ name: 'changes', points: rates.changesPerMinute, seconds: minute })
  return async (req, _res, next) => {
    const key = `${String(req.params['projectId'])} ${req.actor.network}`
    check(await counter.count(key), 'too_many_changes')
    next()
  }
}

export function limitLogins({ rates }: Config): RequestHandler {
  return limitByNetwork('logins', rates.loginsPerMinute, minute, 'too_many_logins')
}

/** Tries at the passwords of links. Apart from logins, so that neither keeps the other out. */
export function limitUnlocks({ rates }: Config): RequestHandler {
  return limitByNetwork('unlocks', rates.loginsPerMinute, minute, 'too_many_unlocks')
}

export function limitRegistrations({ rates }: Config): RequestHandler {
  return limitByNetwork('registrations', rates.registrationsPerHour, hour, 'too_many_registrations')
}

/** Downloads of everything an account has: the dearest thing one can ask for. */
export function limitExports({ rates }: Config): RequestHandler {
  const counter = new SharedCounter({ name: 'exports', points: rates.exportsPerHour, seconds: hour })
  return async (req, _res, next) => {
    const { publicId } = requireUser(req.actor)
    if (req.method !== 'HEAD') check(await counter.count(publicId), 'too_many_exports')
    next()
  }
}

/** Mail addresses that visitors enter: each gets a mail, and may belong to someone else. */
export function limitAddresses({ rates }: Config): RequestHandler {
  const ofNetwork = new SharedCounter({ name: 'addresses', points: rates.addressesPerHour, seconds: hour })
  const ofProject = new SharedCounter({
    name: 'addresses-project',
    points: rates.addressesPerProjectPerDay,
    seconds: day,
  })
  return async (req, _res, next) => {
    check(await ofNetwork.count(req.actor.network), 'too_many_addresses')
    check(await ofProject.count(String(req.params['projectId'])), 'too_many_addresses')
    next()
  }
}

/** Calls that make this server call an address that an account gave. */
export function limitWebhookCalls({ rates }: Config): RequestHandler {
  const { webhookCallsPerMinute: points } = rates
  const counter = new SharedCounter({ name: 'webhook-calls', points, seconds: minute })
  return async (req, _res, next) => {
    check(await counter.count(requireUser(req.actor).publicId), 'too_many_webhook_calls')
    next()
  }
}

/** New passwords for links: each is as much work as a login, done by the same threads, and a person sets few of them.
 *  The returned function throws AppError too_many_changes. */
export function countLinkPasswords({ rates }: Config): (account: string) => Promise<void> {
  const points = Math.ceil(rates.loginsPerMinute / 6)
  const counter = new SharedCounter({ name: 'link-passwords', points, seconds: minute })
  return async (account) => check(await counter.count(account), 'too_many_changes')
}

/** Images that one account sends. Preparing them is this process's own work, so each process counts for itself.
 *  The returned function throws AppError too_many_uploads. */
export function countUploads({ rates }: Config): (account: string) => void {
  const counter = new LocalCounter({ name: 'uploads', points: rates.uploadsPerMinute, seconds: minute })
  return (account) => check(counter.count(account), 'too_many_uploads')
}

function limitByNetwork(name: string, points: number, seconds: number, code: ErrorCode): RequestHandler {
  const counter = new SharedCounter({ name, points, seconds })
  return async (req, _res, next) => {
    check(await counter.count(req.actor.network), code)
    next()
  }
}

/** @throws AppError `code`, with the time to wait, when the count is over its limit */
export function check({ isOver, waitMs }: Count, code: ErrorCode): void {
  if (!isOver) return
  throw new AppError(code, {
    retryAfterSeconds: Math.max(1, waitMs / 1_000),
    params: { wait: formatWait(waitMs) },
  })
}
