import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isUpload } from './json-body'
import { sendError } from '../send/send-error'

const maxBodyMs = 30_000
/** How long a refused sender may go on sending. Closing at once would discard the answer. */
const lingerMs = 2_000

/** The slowest rate at which a guest may send a picture: 4 MB within two minutes. */
const minBytesPerTurn = 1024 * 1024

/** Ends bodies that arrive too slowly. A signed-in upload may take as long as the server's request timeout allows. An
 *  upload of a guest has to keep a least rate. An upload that still waits behind others of its network has no actor yet,
 *  and no part of it is read: it goes on waiting. */
export const limitBodyTime: RequestHandler = (req, res, next) => {
  if (req.complete) return next()
  let arrived = req.socket.bytesRead
  const look = () => {
    if (req.complete || (isUpload(req) && req.actor?.user)) return
    const getsOn = req.actor === undefined || req.socket.bytesRead - arrived >= minBytesPerTurn
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
