import type { Server } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { endOpenStreams } from './open-streams'

/** Takes no new connections, lets every request that was accepted have its answer, and closes what is idle.
 *  After `patienceMs`, or when `signal` says so, what is left is cut off. */
export async function drain(server: Server, patienceMs: number, signal: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  endOpenStreams()
  for (const res of unfinished) if (!res.headersSent) res.setHeader('Connection', 'close')
  const cutOff = () => server.closeAllConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const patience = setTimeout(cutOff, patienceMs)
  signal.addEventListener('abort', cutOff)
  await closed
  clearInterval(idle)
  clearTimeout(patience)
  signal.removeEventListener('abort', cutOff)
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
