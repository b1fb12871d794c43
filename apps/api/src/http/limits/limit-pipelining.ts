import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send the next request on a connection when the last one is answered. */
const maxUnanswered = 16

/** Ends connections that ask again and again without waiting for answers: their requests would fill this process
 *  ahead of everyone else's, since all that has arrived on one connection is read at once. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxUnanswered) return void socket.destroy()
    unanswered.set(socket, count)
    res.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    // Only after all that has arrived was read: answered at once, the first request would have its answer before the one
    // too many is seen.
    process.nextTick(() => {
      if (!socket.destroyed) listener(req, res)
    })
  }
}
