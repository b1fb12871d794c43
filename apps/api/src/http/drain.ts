import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { endOpenStreams } from './open-streams'

/** How long idle connections stay open: a request may be on its way on one of them, and would be cut off. Its answer
 *  asks to close; a connection on which nothing came for so long is not in use. */
const idleMs = 1_000
/** A turn of the loop that does no work takes a fraction of this. */
const calmMs = 1
/** How long a calm turn is waited for. */
const restlessMs = 200

/** Takes no new connections, lets every request that was accepted have its answer, and closes what is idle.
 *  After `patienceMs`, or when `signal` says so, what is left is cut off. */
export async function drain(server: Server, patienceMs: number, signal: AbortSignal): Promise<void> {
  await calmTurn()
  const closed = new Promise<void>((resolve) => {
    // The close of an HTTP server cuts idle connections off at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  endOpenStreams()
  for (const res of unfinished) if (!res.headersSent) res.setHeader('Connection', 'close')
  const cutOff = () => server.closeAllConnections()
  const start = Date.now()
  const closeIdle = () => Date.now() > start + idleMs && server.closeIdleConnections()
  // After what has arrived was read: on a busy machine a request may have waited longer than its connection seemed idle.
  const idle = setInterval(() => setImmediate(closeIdle), 50)
  const patience = setTimeout(cutOff, patienceMs)
  signal.addEventListener('abort', cutOff)
  await closed
  clearInterval(idle)
  clearTimeout(patience)
  signal.removeEventListener('abort', cutOff)
}

/** Resolves right after the connections that wait were taken, at the end of a turn of the loop that had little to do: the
 *  system resets those that came since and nobody has taken when the server stops listening. */
async function calmTurn(): Promise<void> {
  const giveUpAt = performance.now() + restlessMs
  for (;;) {
    const start = performance.now()
    await new Promise(setImmediate)
    const end = performance.now()
    if (end - start < calmMs || end > giveUpAt) return
  }
}

/** Answers that are not finished. */
const unfinished = new Set<Response>()

/** While the server stops, each answer tells the visitor's side not to send another request this way. */
export function closeWhileStopping(isReady: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (!isReady()) res.setHeader('Connection', 'close')
    unfinished.add(res)
    res.once('close', () => unfinished.delete(res))
    next()
  }
}
