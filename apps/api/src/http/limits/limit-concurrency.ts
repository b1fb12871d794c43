import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { ConcurrencyLimit } from './concurrency-limit'

/** A request that runs longer than this waits for something outside this process, such as a slow sender or
 *  the image workers. */
const maxRunMs = 2_000
const waitingForEach = 200

/** Limits the concurrent requests of one network, so that a flood does not delay others before a rate limit
 *  is reached. Requests that wait for the rest of their body hardly delay the others of their network. A request
 *  counts as running until its answer begins. How long the answer then takes to arrive depends on the visitor,
 *  and an event stream never ends. */
export function limitConcurrency(requestsAtOnce: number): RequestHandler {
  const limit = new ConcurrencyLimit(requestsAtOnce, waitingForEach * requestsAtOnce)
  return (req, res, next) => {
    const start = (end: () => void) => {
      // The visitor has left, or `databaseDeadline` has answered already.
      if (res.headersSent || res.closed || req.socket.destroyed) return end()
      const timer = setTimeout(end, maxRunMs)
      const endNow = () => {
        clearTimeout(timer)
        end()
      }
      // `apply` passes the response on as `this`.
      // oxlint-disable-next-line typescript/unbound-method
      res.writeHead = new Proxy(res.writeHead, {
        apply: (writeHead, self, args: Parameters<typeof res.writeHead>) => {
          endNow()
          return Reflect.apply(writeHead, self, args)
        },
      })
      res.once('close', endNow)
      next()
    }
    const isReady = () => req.complete || !sendsBody(req)
    const run = () => {
      const isAccepted = limit.run(req.network, start, isReady)
      if (!isAccepted) next(new AppError('too_many_requests', { retryAfterSeconds: 1 }))
    }
    // A body that arrived together with its head is complete after this turn of the event loop.
    if (isReady()) run()
    else setImmediate(run)
  }
}

/** Of a request that has just arrived, `complete` is false even if it has no body. */
function sendsBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
