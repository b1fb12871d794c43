import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isUpload } from './json-body'
import { sendError } from '../error-handler'

const maxBodyMs = 30_000
/** How long a refused sender may go on sending. Closing at once would discard the answer. */
const lingerMs = 2_000

/** What an upload has to send in each `maxBodyMs`. The picture of a guest, of 4 MB, arrives within two minutes. A design of
 *  25 MB may come over a slow line: 256 kbit/s bring it within the request timeout of the server. */
const guestBytes = 1024 * 1024
const accountBytes = 128 * 1024

/** Ends bodies that arrive too slowly: all but uploads after `maxBodyMs`, and uploads that fall below a least rate. An
 *  upload goes on waiting while the server is what it waits for: behind others of its network, where it has no actor yet,
 *  or with bytes that have arrived and are not read yet. */
export const limitBodyTime: RequestHandler = (req, res, next) => {
  if (req.complete) return next()
  let arrived = req.socket.bytesRead
  const look = () => {
    if (req.complete) return
    const least = req.actor?.user ? accountBytes : guestBytes
    const waitsForServer = req.actor === undefined || req.readableLength > 0
    const getsOn = waitsForServer || req.socket.bytesRead - arrived >= least
    arrived = req.socket.bytesRead
    if (isUpload(req) && getsOn) return void (timer = setTimeout(look, maxBodyMs))
    sendError(req, res, new AppError('request_timed_out'))
    closeSoon(req)
  }
  let timer = setTimeout(look, maxBodyMs)
  res.once('finish', () => {
    if (!req.complete) closeSoon(req)
  })
  res.once('close', () => clearTimeout(timer))
  next()
}

/** Discards what still arrives, then closes the connection. */
function closeSoon(req: Request): void {
  const { socket } = req
  // Node does not tell an answered request that its connection has ended, so its reader would wait without end.
  const close = () => void req.destroy()
  const timer = setTimeout(close, lingerMs)
  socket.once('close', close)
  for (const end of ['end', 'close'])
    req.once(end, () => {
      clearTimeout(timer)
      socket.off('close', close)
    })
  req.resume()
}
