import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { Turns } from '../access/rates/turns'
import type { Config } from '../config'

/** What takes longer waits for something else than this process: a slow sender, the image workers. */
const turnMs = 2_000
const waitingForEach = 200

/** Keeps one network's flood from everyone else before any count is full: so many of its requests are under way at a
 *  time, the next ones wait for each other. A turn lasts until the answer begins: how long it then takes to arrive is
 *  up to the visitor, and a stream of events never ends. */
export function takeTurns({ rates: { requestsAtOnce } }: Config): RequestHandler {
  const turns = new Turns(requestsAtOnce, waitingForEach * requestsAtOnce)
  return (req, res, next) => {
    const isTaken = turns.take(req.network, (end) => {
      // Gone, or told meanwhile that there is no database.
      if (res.headersSent || res.closed || req.socket.destroyed) return end()
      const timer = setTimeout(end, turnMs)
      const endNow = () => {
        clearTimeout(timer)
        end()
      }
      // It is called with the answer it belongs to.
      // oxlint-disable-next-line typescript/unbound-method
      res.writeHead = new Proxy(res.writeHead, {
        apply: (writeHead, self, args: Parameters<typeof res.writeHead>) => {
          endNow()
          return Reflect.apply(writeHead, self, args)
        },
      })
      res.once('close', endNow)
      next()
    })
    if (!isTaken) throw new AppError('too_many_requests', { retryAfterSeconds: 1 })
  }
}
