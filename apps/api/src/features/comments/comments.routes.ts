import { Router, type Request, type RequestHandler } from 'express'
import { commentChangeSchema, newCommentSchema, newReplySchema } from '@pinmark/shared/entities/comment'
import {
  commentParamsSchema,
  idempotencyKeySchema,
  projectParamsSchema,
} from '@pinmark/shared/entities/requests'
import { apiRoutes, idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { limitChanges, limitComments } from '../../http/rate-limits'
import { addReply } from './add-reply.service'
import { addThread, type AddOptions } from './add-thread.service'
import { changeComment, deleteComment } from './change-comment.service'

export function commentsRoutes(config: Config): Router {
  const router = Router()
  const limitWords = limitComments(config)
  const limit = limitChanges(config)
  const addOptions = (req: Request): AddOptions => ({
    idempotencyKey: parse(idempotencyKeySchema, req.get(idempotencyKeyHeader)),
    secret: config.secrets.pepper,
    maxComments: config.limits.maxCommentsPerProject,
  })

  router.post(apiRoutes.addComment, limit, limitWords, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const input = parse(newCommentSchema, req.body)
    res.status(201).json(await addThread(req.actor, projectId, input, addOptions(req)))
  })

  router.post(apiRoutes.replies, limit, limitWords, async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    const input = parse(newReplySchema, req.body)
    res.status(201).json(await addReply(req.actor, projectId, commentId, input, addOptions(req)))
  })

  router.patch(apiRoutes.comment, limit, limitNewWords(limitWords), async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    const change = parse(commentChangeSchema, req.body)
    res.json(await changeComment(req.actor, projectId, commentId, change))
  })

  router.delete(apiRoutes.comment, limit, async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    res.json(await deleteComment(req.actor, projectId, commentId))
  })

  return router
}

/** An edit is as many words as a comment; a move or a resolve has none. */
function limitNewWords(limitWords: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const body: unknown = req.body
    const hasWords = typeof body === 'object' && body !== null && 'text' in body
    return hasWords ? limitWords(req, res, next) : next()
  }
}
