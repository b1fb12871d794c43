import {
  commentChangeSchema,
  commentSchema,
  messageSchema,
  newCommentSchema,
  newReplySchema,
  replySchema,
} from '../entities/comment'
import { deletedSchema } from '../entities/requests'
import { idempotencyKeyHeader } from '../paths'
import { endpoint } from './endpoint'

export const addComment = endpoint({
  method: 'POST',
  path: '/comment/add/:projectId',
  access: 'project',
  action: 'comment',
  headers: [idempotencyKeyHeader],
  body: newCommentSchema,
  answers: { 201: commentSchema },
})

export const addReply = endpoint({
  method: 'POST',
  path: '/projects/:projectId/comments/:commentId/replies',
  access: 'project',
  action: 'comment',
  headers: [idempotencyKeyHeader],
  body: newReplySchema,
  answers: { 201: replySchema },
})

/** Resolving needs more or less than the action, by whose thread it is. */
export const changeComment = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/comments/:commentId',
  access: 'project',
  action: 'ownComment',
  body: commentChangeSchema,
  answers: { 200: messageSchema },
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/comments/:commentId',
  access: 'project',
  action: 'ownComment',
  answers: { 200: deletedSchema },
})
