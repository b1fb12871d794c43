import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { RequestHandler, Response } from 'express'

/** How long idle connections stay open. A request may be on its way on one of them, and would be cut off. The answer
 *  to such a request asks the client to close. A connection without a request in this time is not in use. */
const idleMs = 1_000
/** A turn of the event loop without work takes a fraction of this. */
const calmMs = 1
/** Longest wait for a calm turn while no connection arrives. */
const restlessMs = 200

/** Accepts no new connections, answers every request that was accepted, and closes idle connections. After
 *  `patienceMs`, or when `signal` aborts, the remaining connections are cut off. */
export async function drain(server: Server, patienceMs: number, signal: AbortSignal): Promise<void> {
  await calmTurn(server, patienceMs / 5)
  const closed = new Promise<void>((resolve) => {
    // `close` of an HTTP server cuts idle connections off at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  endOpenStreams()
  for (const res of unfinished) if (!res.headersSent) res.setHeader('Connection', 'close')
  const cutOff = () => {
    for (const res of unfinished) if (res.headersSent) breakOff(res)
    server.closeAllConnections()
  }
  const start = Date.now()
  const closeIdle = () => Date.now() > start + idleMs && server.closeIdleConnections()
  // This comes after all arrived data were read. On a busy machine a request may have waited longer than its
  // connection seemed idle.
  const idle = setInterval(() => setImmediate(closeIdle), 50)
  const patience = setTimeout(cutOff, patienceMs)
  signal.addEventListener('abort', cutOff)
  await closed
  clearInterval(idle)
  clearTimeout(patience)
  signal.removeEventListener('abort', cutOff)
}

/** Resolves after a turn of the event loop with little work in which no connection was accepted. Node may accept one
 *  connection a turn. When the server stops listening, the system resets those that are not accepted yet.
 *  @param pendingMs longest wait while connections arrive */
async function calmTurn(server: Server, pendingMs: number): Promise<void> {
  let accepted = 0
  const count = () => (accepted += 1)
  server.on('connection', count)
  const begin = performance.now()
  // The rest of this turn may not look for connections any more.
  await new Promise(setImmediate)
  for (;;) {
    const [start, before] = [performance.now(), accepted]
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    const end = performance.now()
    const isAccepting = accepted > before
    if (!isAccepting && end - start < calmMs) break
    if (end - begin > (isAccepting ? pendingMs : restlessMs)) break
  }
  server.off('connection', count)
}

/** Answers that are not finished. */
const unfinished = new Set<Response>()

/** While the server stops, each answer tells the client not to send another request on this connection. */
export function closeWhileStopping(isReady: () => boolean): RequestHandler {
  return (_req, res, next) => {
    if (!isReady()) res.setHeader('Connection', 'close')
    unfinished.add(res)
    res.once('close', () => unfinished.delete(res))
    next()
  }
}

const open = new Set<Response>()

/** Remembers an answer that stays open, such as an event stream, so that a stop of the server can end it. The answer is
 *  not closed yet. */
export function keepOpenStream(res: Response): void {
  open.add(res)
  res.once('close', () => open.delete(res))
}

export const openStreamCount = (): number => open.size

/** Ends all of them in order: a server that closes waits for answers, and these would never be finished. */
function endOpenStreams(): void {
  for (const res of open) res.end()
}

/** Ends an unfinished answer so that its reader notices. An answer to HTTP/1.0 ends with its connection, so that it would
 *  look complete. nginx asks in HTTP/1.0 unless it is told otherwise, and would pass it on as complete. */
export function breakOff(res: ServerResponse): void {
  if (res.req.httpVersion === '1.0') res.socket?.resetAndDestroy()
  res.destroy()
}
