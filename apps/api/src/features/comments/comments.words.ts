import type { ErrorCode } from '@pinmark/shared/messages'
import type { Words } from '../../http/words'

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
  'round_closed',
  'project_not_found',
  'comment_limit_reached',
  'idempotency_key_reused',
  'too_many_comments',
  'too_many_changes',
]
const placed: ErrorCode[] = ['position_required', 'position_outside', 'region_size_required']

export const commentsWords = {
  addComment: {
    topic: 'Comments',
    summary: 'Leave a comment on a spot of the design',
    description:
      'x and y are pixels of the image at its natural size, from its top left corner. The number is given by the ' +
      'server and never used again. version names the newest version of a design: older ones are read-only. _id may be chosen by the client, new in the project; the server makes one when it is ' +
      'left out. createdAt is kept while it is within five minutes of the clock of the server.',
    answer: 'The stored comment.',
    errors: [...written, ...placed, 'kind_unknown', 'design_not_found', 'old_version'],
  },
  addReply: {
    topic: 'Comments',
    summary: 'Reply to a comment',
    answer: 'The stored reply.',
    errors: [...written, 'comment_not_found', 'no_reply_to_reply', 'reply_limit_reached'],
  },
  setAgreement: {
    topic: 'Comments',
    summary: 'Agree with a comment or reply, or take that back',
    description:
      'Once per person, and not with a message of your own. The same request again changes nothing.',
    answer: 'The comment or reply, with the names of those who agree.',
    errors: [
      'agree_not_valid',
      'commenter_required',
      'commenter_too_long',
      'commenter_is_owner',
      'commenter_claims_role',
      'guest_secret_required',
      'own_comment',
      'agreement_limit_reached',
      'view_only',
      'comments_paused',
      'round_closed',
      'project_not_found',
      'comment_not_found',
      'too_many_changes',
      'server_busy',
    ],
  },
  changeComment: {
    topic: 'Comments',
    summary: 'Edit, move, resolve or reopen a comment, or take its deletion back',
    description: 'Its author changes text and place. The owner, or its author, resolves and reopens.',
    answer: 'The comment or reply.',
    errors: [
      'no_change_to_comment',
      'text_required',
      'text_too_long',
      'text_has_control_characters',
      ...placed,
      'resolved_not_valid',
      'deleted_not_valid',
      'old_version',
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
  placeComment: {
    topic: 'Comments',
    summary: 'Say where a comment lies on the newest version',
    description:
      'A comment that was made on an older version has places on later ones. state "followed" confirms the one that was ' +
      'found, x and y move it, and kind "design" keeps the comment for the whole design. Its place on its own version ' +
      'stays as it is. For its author and the owner.',
    answer: 'The comment.',
    errors: [
      'place_not_valid',
      ...placed,
      'old_version',
      'made_on_newest',
      'place_not_found_yet',
      'view_only',
      'not_yours',
      'session_ended',
      'project_not_found',
      'comment_not_found',
      'too_many_changes',
    ],
  },
  deleteComment: {
    topic: 'Comments',
    summary: 'Delete a comment',
    description: 'A comment with replies stays as an empty one, so that the replies keep their place.',
    answer: 'When it was deleted.',
    errors: [
      'view_only',
      'not_yours',
      'session_ended',
      'project_not_found',
      'comment_not_found',
      'too_many_changes',
    ],
  },
} satisfies Record<string, Words>
