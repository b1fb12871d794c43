import type { RequestHandler } from 'express'
import * as commentsApi from '@pinmark/shared/api/comments'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { Config } from '../../config'
import { limitChanges, limitComments } from '../../http/limits/rate-limits'
import { jsonRoute, type Route } from '../../http/route'
import { addReply } from './add-reply.service'
import { addThread, type AddOptions } from './add-thread.service'
import { setAgreement } from './agree.service'
import { changeComment, deleteComment } from './change-comment.service'
import { placeComment } from './place-comment.service'

export function commentsRoutes(config: Config): Route[] {
  const limitWords = limitComments(config)
  const limit = limitChanges(config)
  const addOptions = (headers: { [idempotencyKeyHeader]?: string | undefined }): AddOptions => ({
    idempotencyKey: headers[idempotencyKeyHeader],
    secret: config.secrets.pepper,
    maxComments: config.limits.maxCommentsPerProject,
  })

  return [
    jsonRoute(
      commentsApi.addComment,
      ({ actor, params, body, headers }) => addThread(actor, params.projectId, body, addOptions(headers)),
      limit,
      limitWords,
    ),
    jsonRoute(
      commentsApi.addReply,
      ({ actor, params, body, headers }) =>
        addReply(actor, params.projectId, params.commentId, body, addOptions(headers)),
      limit,
      limitWords,
    ),
    jsonRoute(
      commentsApi.changeComment,
      ({ actor, params, body }) => changeComment(actor, params.projectId, params.commentId, body),
      limit,
      limitNewWords(limitWords),
    ),
    jsonRoute(
      commentsApi.setAgreement,
      ({ actor, params, body }) => setAgreement(actor, params, body),
      limit,
    ),
    jsonRoute(
      commentsApi.placeComment,
      ({ actor, params, body }) => placeComment(actor, params, body),
      limit,
    ),
    jsonRoute(
      commentsApi.deleteComment,
      ({ actor, params }) => deleteComment(actor, params.projectId, params.commentId),
      limit,
    ),
  ]
}

/** An edit is as many words as a comment; a move or a resolve has none. */
function limitNewWords(limitWords: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const body: unknown = req.body
    const hasWords = typeof body === 'object' && body !== null && 'text' in body
    return hasWords ? limitWords(req, res, next) : next()
  }
}
