import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isDatabaseThere } from '../../mongo/database'
import { sendError } from '../error-handler'

const patienceMs = 500

/** Answers 503 when a request takes long and the database does not respond. Slow work of other kinds, such as
 *  an upload, continues. */
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
