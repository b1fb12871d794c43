import { commentSchema, messageSchema, pictureSchema, replySchema } from '../entities/comment'
import {
  agreementSchema,
  commentChangeSchema,
  newCommentSchema,
  newPictureFormSchema,
  newPlaceSchema,
  newReplySchema,
} from '../entities/comment-requests'
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

/** Uploads a picture for a comment or reply that will name it within an hour. */
export const addPicture = endpoint({
  method: 'POST',
  path: '/projects/:projectId/pictures',
  access: 'project',
  action: 'comment',
  upload: { form: newPictureFormSchema },
  answers: { 201: pictureSchema },
})

/** Stores that the caller agrees with a comment or reply, or removes the agreement. */
export const setAgreement = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/comments/:commentId/agreement',
  access: 'project',
  action: 'comment',
  body: agreementSchema,
  answers: { 200: messageSchema },
})

/** Resolving has actions of its own, which depend on the author of the thread. */
export const changeComment = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/comments/:commentId',
  access: 'project',
  action: 'edit',
  body: commentChangeSchema,
  answers: { 200: messageSchema },
})

/** Sets the place of a comment from an older version on the newest one. For its author and the owner. */
export const placeComment = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/comments/:commentId/place',
  access: 'project',
  action: 'edit',
  body: newPlaceSchema,
  answers: { 200: commentSchema },
})

/** A picture of the spot of a comment on its own version: its surroundings with a ring or a frame, or the whole design. */
export const loadSpot = endpoint({
  method: 'GET',
  path: '/projects/:projectId/comments/:commentId/spot',
  access: 'project',
  action: 'view',
  answers: { 200: { contentTypes: ['image/jpeg'] } },
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/comments/:commentId',
  access: 'project',
  action: 'deleteOwn',
  answers: { 200: deletedSchema },
})
