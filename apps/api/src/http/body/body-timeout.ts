import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isUpload } from './json-body'
import { sendError } from '../send/send-error'

const maxBodyMs = 30_000
/** How long a refused sender may go on sending: closing at once would discard the answer on its way. */
const lingerMs = 2_000

/** Ends bodies that trickle in. A signed-in upload may take as long as the server's request time-out allows. */
export const limitBodyTime: RequestHandler = (req, res, next) => {
  if (req.complete) return next()
  const timer = setTimeout(() => {
    if (req.complete || (isUpload(req) && req.actor.user !== null)) return
    sendError(req, res, new AppError('request_timed_out'))
    closeSoon(req)
  }, maxBodyMs)
  res.once('finish', () => {
    if (!req.complete) closeSoon(req)
  })
  res.once('close', () => clearTimeout(timer))
  next()
}

/** Reads and forgets what still arrives, then closes the connection. */
function closeSoon(req: Request): void {
  req.resume()
  const timer = setTimeout(() => req.socket.destroy(), lingerMs)
  for (const end of ['end', 'close']) req.once(end, () => clearTimeout(timer))
}
