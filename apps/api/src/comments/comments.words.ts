import type { ErrorCode } from '@pinmark/shared/messages'
import type { Words } from '../http/route'

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
  'session_ended',
  'idempotency_key_not_valid',
  'comment_id_not_valid',
  'view_only',
  'round_closed',
  'project_not_found',
  'comment_limit_reached',
  'idempotency_key_reused',
  'message_answered',
  'message_deleted',
  'pictures_not_valid',
  'too_many_pictures',
  'picture_not_there',
  'picture_used',
  'too_many_comments',
  'too_many_changes',
]
const changed: ErrorCode[] = [
  'view_only',
  'not_yours',
  'session_ended',
  'project_not_found',
  'comment_not_found',
  'too_many_changes',
]
const edited: ErrorCode[] = ['round_closed', ...changed]
const placed: ErrorCode[] = ['position_required', 'position_outside', 'region_size_required']
const drawn: ErrorCode[] = ['strokes_not_valid', 'too_many_strokes', 'stroke_outside']

const sentAgain =
  'A message that is sent again under its _id, without an Idempotency-Key, is stored once: the same body is answered with ' +
  'what is stored, and another body replaces text, name, place, strokes and pictures, for its author and until there is a ' +
  'reply. Of two such bodies with different createdAt the later one counts, in whichever order they arrive. Without an _id ' +
  'and an Idempotency-Key, the same body of the same sender counts as sent again for a day; another createdAt makes it another.'

export const commentsWords = {
  addComment: {
    summary: 'Leave a comment on a spot of the design',
    description:
      'x and y are pixels of the image at its natural size, from its top left corner. The server gives the ' +
      'number and never reuses it. version names the newest version of a design; older ones are read-only. A client ' +
      'may choose _id, which must be new in the project; otherwise the server makes one. createdAt is kept if it is ' +
      'within five minutes of the clock of the server. A stroke is a line of the points x1, y1, x2, y2 and so on, in ' +
      'pixels from x, y; two points are an arrow to the second one. ' +
      sentAgain,
    answer: 'The stored comment.',
    errors: [...written, ...placed, ...drawn, 'kind_unknown', 'design_not_found', 'old_version'],
  },
  addReply: {
    summary: 'Reply to a comment',
    description:
      'createdAt only distinguishes replies of the same words and orders tries. The stored time is that of the server. ' +
      sentAgain,
    answer: 'The stored reply.',
    errors: [...written, 'comment_not_found', 'no_reply_to_reply', 'reply_limit_reached'],
  },
  addPicture: {
    summary: 'Upload a picture for a comment or reply',
    description:
      'Send a form (multipart/form-data) with the file in the field image: JPEG, PNG, WebP, AVIF or GIF of at most 5 MB. ' +
      'A message of the same person has to name its _id in pictures within an hour; a picture that no message names is ' +
      'deleted. A client may choose _id in a field of the form: the same file with the same _id is the same picture.',
    answer: 'The picture.',
    errors: [
      'form_expected',
      'image_required',
      'one_image_expected',
      'image_empty',
      'picture_not_supported',
      'image_not_supported',
      'image_damaged',
      'image_cut_off',
      'image_type_not_supported',
      'image_too_large',
      'too_many_pixels',
      'image_not_readable',
      'malformed_upload',
      'charset_not_supported',
      'pictures_not_valid',
      'picture_id_taken',
      'pictures_full',
      'too_many_sent_pictures',
      'session_ended',
      'guest_secret_required',
      'images_busy',
      'image_took_too_long',
      'view_only',
      'round_closed',
      'project_not_found',
    ],
  },
  setAgreement: {
    summary: 'Agree with a comment or reply, or withdraw the agreement',
    description:
      'Each person agrees once, and not with their own message. A repeated request changes nothing. In a day, the browsers ' +
      'of one network may give half of the agreements that a message has room for.',
    answer: 'The comment or reply, with the names of those who agree.',
    errors: [
      'agree_not_valid',
      'commenter_required',
      'commenter_too_long',
      'commenter_is_owner',
      'commenter_claims_role',
      'name_has_hidden_characters',
      'session_ended',
      'guest_secret_required',
      'own_comment',
      'agreement_limit_reached',
      'too_many_browsers',
      'view_only',
      'round_closed',
      'project_not_found',
      'comment_not_found',
      'too_many_changes',
    ],
  },
  changeComment: {
    summary: 'Edit, move, resolve, reopen or restore a comment',
    description:
      'The author changes text, place and strokes, of which all are sent. The owner and the author resolve, reopen and remove pictures: pictures lists ' +
      'those that stay. A picture removed a few minutes ago is restored when it is listed again. While ' +
      'the round is closed, everyone but the owner can only resolve.',
    answer: 'The comment or reply.',
    errors: [
      'no_change_to_comment',
      'commenter_required',
      'commenter_too_long',
      'commenter_is_owner',
      'commenter_claims_role',
      'name_has_hidden_characters',
      'text_required',
      'text_too_long',
      'text_has_control_characters',
      'pictures_not_valid',
      'too_many_pictures',
      'picture_not_there',
      ...placed,
      ...drawn,
      'resolved_not_valid',
      'deleted_not_valid',
      'old_version',
      'undo_too_late',
      'comment_limit_reached',
      'reply_limit_reached',
      'too_many_comments',
      ...edited,
    ],
  },
  placeComment: {
    summary: 'Set the place of a comment on the newest version',
    description:
      'A comment that was made on an older version has places on later ones. state "followed" confirms the one that was ' +
      'found, x and y move it, and kind "design" keeps the comment for the whole design. Its place on its own version ' +
      'stays as it is. For its author and the owner.',
    answer: 'The comment.',
    errors: ['place_not_valid', ...placed, 'old_version', 'made_on_newest', 'place_not_found_yet', ...edited],
  },
  loadSpot: {
    summary: 'Load a picture of the spot of a comment',
    description:
      'Its surroundings with a ring or a frame at the spot, on the version that the comment was made on; a comment on the whole ' +
      'design shows all of it.',
    answer: 'A JPEG of 288 x 216 pixels.',
    errors: [
      'project_not_found',
      'comment_not_found',
      'too_many_readings',
      'images_busy',
      'image_took_too_long',
    ],
  },
  deleteComment: {
    summary: 'Delete a comment',
    description: 'A comment with replies stays as an empty comment, so that its replies stay where they are.',
    answer: 'When it was deleted.',
    errors: changed,
  },
} satisfies Record<string, Words>
