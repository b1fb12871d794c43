import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isDatabaseThere } from '../../platform/database-health'
import { sendError } from '../send/send-error'

const patienceMs = 500

/** A database that hangs must not make visitors hang: an answer that takes long asks whether the database is there
 *  at all, and is 503 when it is not. Slow work of other kinds, such as an upload, goes on. */
export const answerWithoutDatabase: RequestHandler = (req, res, next) => {
  let timer = setTimeout(check, patienceMs)
  res.once('close', () => clearTimeout(timer))
  res.once('finish', () => clearTimeout(timer))
  next()

  function check() {
    if (res.headersSent) return
    isDatabaseThere().then((isThere) => {
      if (res.headersSent || res.closed) return
      if (!isThere) return sendError(req, res, new AppError('database_unavailable', { retryAfterSeconds: 1 }))
      timer = setTimeout(check, patienceMs)
    }, next)
  }
}
