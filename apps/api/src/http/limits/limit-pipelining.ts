import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send the next request on a connection after the previous answer. */
const maxUnanswered = 16

/** Runs the requests of a connection one after the other, and ends connections that send many of them without waiting
 *  for answers. Node reads everything that has arrived on a connection at once, and reports the end of the connection
 *  only to the answer that is being sent. A queued answer would never close, and would keep what it holds. */
export function limitPipelining(listener: RequestListener): RequestListener {
  /** The first request of each is running. */
  const unanswered = new WeakMap<Socket, (() => void)[]>()
  return (req, res) => {
    const { socket } = req
    if (socket.destroyed) return
    const queue = unanswered.get(socket) ?? []
    if (queue.length === maxUnanswered) return void socket.destroy()
    const start = () => {
      // The connection has ended, or ends with the answer before this one.
      if (!socket.writable) return
      res.once('close', () => {
        queue.shift()
        queue[0]?.()
      })
      listener(req, res)
    }
    unanswered.set(socket, queue)
    queue.push(start)
    // Checked after all arrived data is read. Otherwise the first request would be answered before the excess
    // is visible.
    if (queue.length === 1) process.nextTick(start)
  }
}
