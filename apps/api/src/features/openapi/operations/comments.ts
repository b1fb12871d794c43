import type { ErrorCode } from '@pinmark/shared/messages'
import { apiRoutes, guestSecretHeader, idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { Operation } from '../operation'

const guestSecret = {
  name: guestSecretHeader,
  description:
    'A secret the browser makes once, 22 to 64 characters of base64url. Whoever sends it again is the author of what was written with it.',
}
const idempotencyKey = {
  name: idempotencyKeyHeader,
  description:
    'The same key with the same body from the same sender gets the stored comment again. Without one, the `_id` of the ' +
    'body is the key; without that, the body itself is, for a day. A sender is known by the guest secret, else by the ' +
    'token, else by the network.',
}
const written: ErrorCode[] = [
  'commenter_required',
  'commenter_too_long',
  'commenter_is_owner',
  'commenter_claims_role',
  'name_has_hidden_characters',
  'text_required',
  'text_too_long',
  'text_has_control_characters',
  'date_not_valid',
  'idempotency_key_not_valid',
  'comment_id_not_valid',
  'view_only',
  'comments_paused',
  'project_not_found',
  'comment_limit_reached',
  'idempotency_key_reused',
  'too_many_comments',
  'too_many_changes',
]
const placed: ErrorCode[] = ['position_required', 'position_outside', 'region_size_required']

export const commentOperations: Operation[] = [
  {
    method: 'post',
    path: apiRoutes.addComment,
    topic: 'Comments',
    summary: 'Leave a comment on a spot of the design',
    description:
      'x and y are pixels of the image at its natural size, from its top left corner. The number is given by the ' +
      'server and never used again. _id may be chosen by the client, new in the project; the server makes one when it is ' +
      'left out. createdAt is kept while it is within five minutes of the clock of the server.',
    access: 'link',
    headers: [guestSecret, idempotencyKey],
    body: { schema: 'NewComment' },
    answer: { status: 201, description: 'The stored comment.', schema: 'Comment' },
    errors: [...written, ...placed, 'kind_unknown', 'design_not_found'],
  },
  {
    method: 'post',
    path: apiRoutes.replies,
    topic: 'Comments',
    summary: 'Reply to a comment',
    access: 'link',
    headers: [guestSecret, idempotencyKey],
    body: { schema: 'NewReply' },
    answer: { status: 201, description: 'The stored reply.', schema: 'Reply' },
    errors: [...written, 'comment_not_found', 'no_reply_to_reply'],
  },
  {
    method: 'patch',
    path: apiRoutes.comment,
    topic: 'Comments',
    summary: 'Edit, move, resolve or reopen a comment, or take its deletion back',
    description: 'Its author changes text and place. The owner, or its author, resolves and reopens.',
    access: 'link',
    headers: [guestSecret],
    body: { schema: 'CommentChange' },
    answer: { status: 200, description: 'The comment or reply.', schema: 'Comment' },
    errors: [
      'no_change_to_comment',
      'text_required',
      'text_too_long',
      'text_has_control_characters',
      ...placed,
      'resolved_not_valid',
      'deleted_not_valid',
      'undo_too_late',
      'view_only',
      'not_yours',
      'session_ended',
      'project_not_found',
      'comment_not_found',
      'too_many_comments',
      'too_many_changes',
    ],
  },
  {
    method: 'delete',
    path: apiRoutes.comment,
    topic: 'Comments',
    summary: 'Delete a comment',
    description: 'A comment with replies stays as an empty one, so that the replies keep their place.',
    access: 'link',
    headers: [guestSecret],
    answer: { status: 200, description: 'When it was deleted.', schema: 'Deleted' },
    errors: [
      'view_only',
      'not_yours',
      'session_ended',
      'project_not_found',
      'comment_not_found',
      'too_many_changes',
    ],
  },
]
