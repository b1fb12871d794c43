import { Router, type Request } from 'express'
import { commentChangeSchema, newCommentSchema, newReplySchema } from '@pinmark/shared/entities/comment'
import {
  commentParamsSchema,
  idempotencyKeySchema,
  projectParamsSchema,
} from '@pinmark/shared/entities/requests'
import { apiRoutes, idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { limitComments } from '../../http/rate-limits'
import { addReply } from './add-reply.service'
import { addThread, type AddOptions } from './add-thread.service'
import { changeComment, deleteComment } from './change-comment.service'

export function commentsRoutes(config: Config): Router {
  const router = Router()
  const limit = limitComments(config)
  const addOptions = (req: Request): AddOptions => ({
    idempotencyKey: parse(idempotencyKeySchema, req.get(idempotencyKeyHeader)),
    secret: config.secrets.pepper,
    maxComments: config.limits.maxCommentsPerProject,
  })

  router.post(apiRoutes.addComment, limit, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const input = parse(newCommentSchema, req.body)
    res.status(201).json(await addThread(req.actor, projectId, input, addOptions(req)))
  })

  router.post(apiRoutes.replies, limit, async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    const input = parse(newReplySchema, req.body)
    res.status(201).json(await addReply(req.actor, projectId, commentId, input, addOptions(req)))
  })

  router.patch(apiRoutes.comment, async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    const change = parse(commentChangeSchema, req.body)
    res.json(await changeComment(req.actor, projectId, commentId, change))
  })

  router.delete(apiRoutes.comment, async (req, res) => {
    const { projectId, commentId } = parse(commentParamsSchema, req.params)
    res.json(await deleteComment(req.actor, projectId, commentId))
  })

  return router
}
