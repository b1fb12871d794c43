import onHeaders from 'on-headers'
import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isDatabaseThere } from '../../mongo/database'
import { isUpload } from '../body/json-body'
import { sendError } from '../error-handler'

/** A request that runs longer than this waits for something outside this process, such as the image workers. */
const maxRunMs = 2_000
const waitingForEach = 200

/** Limits how many requests of one network run at a time, so that a flood does not delay others before a rate limit is
 *  reached. The others of the network wait in a queue. A request runs until its answer begins: how long the answer then
 *  takes to arrive depends on the visitor, and an event stream never ends. Bodies are read before, so that slow senders
 *  delay nobody. Uploads have limits of their own.
 *  @throws AppError too_many_requests when too many wait */
export function limitConcurrency(atOnce: number): RequestHandler {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return (req, res, next) => {
    if (isUpload(req)) return next()
    const queue = queues.get(req.network) ?? { running: 0, waiting: [] }
    let isRunning = true
    const end = () => {
      if (!isRunning) return
      isRunning = false
      clearTimeout(timer)
      const nextInQueue = queue.waiting.shift()
      // After the requests of other networks that have arrived meanwhile.
      if (nextInQueue) return void setImmediate(nextInQueue)
      queue.running -= 1
      if (queue.running === 0) queues.delete(req.network)
    }
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      // The visitor has left, or `answerWithoutDatabase` has answered already.
      if (res.headersSent || res.closed || req.socket.destroyed) return end()
      timer = setTimeout(end, maxRunMs)
      onHeaders(res, end)
      res.once('close', end)
      next()
    }
    queues.set(req.network, queue)
    if (queue.running < atOnce) {
      queue.running += 1
      begin()
    } else if (queue.waiting.length < waitingForEach * atOnce) queue.waiting.push(begin)
    else throw new AppError('too_many_requests', { retryAfterSeconds: 1 })
  }
}

const patienceMs = 500

/** Answers 503 when a request takes long and the database does not respond. Slow work of other kinds, such as
 *  an upload, continues. */
export const answerWithoutDatabase: RequestHandler = (req, res, next) => {
  let timer = setTimeout(check, patienceMs)
  res.once('close', () => clearTimeout(timer))
  res.once('finish', () => clearTimeout(timer))
  next()

  function check() {
    if (res.headersSent) return
    isDatabaseThere().then((isThere) => {
      if (res.headersSent || res.closed) return
      if (!isThere) return sendError(req, res, new AppError('database_unavailable', { retryAfterSeconds: 1 }))
      timer = setTimeout(check, patienceMs)
    }, next)
  }
}
