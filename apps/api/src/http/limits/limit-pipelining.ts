import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send the next request on a connection after the previous answer. */
const maxUnanswered = 16

/** Pipelining limit: ends connections that send many requests without waiting for answers. Node reads
 *  everything that has arrived on one connection at once, so these requests would run before those of all
 *  others. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxUnanswered) return void socket.destroy()
    unanswered.set(socket, count)
    res.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    // Checked after all arrived data is read. Otherwise the first request would be answered before the excess
    // is visible.
    process.nextTick(() => {
      if (!socket.destroyed) listener(req, res)
    })
  }
}
