import { pageErrors } from './page-messages'

/** The catalogue of all errors: code -> status and sentence. `{name}` in a sentence is a parameter of the
 *  AppError. A new error is one new line here, or in `page-messages.ts` if the page names it. */
export const errorCatalogue = {
  ...pageErrors,

  // 400: invalid format or value
  malformed_json: { status: 400, text: 'The body is not valid JSON in UTF-8.' },
  malformed_upload: { status: 400, text: 'The upload is broken or incomplete. Send it again.' },
  body_too_deep: { status: 400, text: 'The body has more than 32 levels of objects and arrays.' },
  forbidden_key: {
    status: 400,
    text: 'A key of the body starts with $, contains a dot, or is __proto__, constructor or prototype.',
  },
  object_expected: { status: 400, text: 'Send a JSON object.' },
  description_not_text: { status: 400, text: 'The description must be text.' },
  labels_not_valid: { status: 400, text: 'A project has up to 5 labels of 1 to 30 characters.' },
  no_change_to_account: { status: 400, text: 'Send a name, a language or both.' },
  no_change_to_order: { status: 400, text: 'Send archived, labels, addLabels or removeLabels.' },
  nothing_to_change: { status: 400, text: 'Send a name, a description or both.' },
  one_image_expected: { status: 400, text: 'Send one file, in the field "image".' },
  too_many_files: { status: 400, text: 'Send at most {limit} files at a time.' },
  design_position_not_valid: {
    status: 400,
    text: 'The position of a design is a whole number, 1 or higher.',
  },
  no_change_to_design: { status: 400, text: 'Send a title, a position or both.' },
  export_format_unknown: {
    status: 400,
    text: 'format is csv, json, markdown, annotations or png.',
  },
  export_filter_not_valid: { status: 400, text: 'The value of {field} is not valid.' },
  version_number_not_valid: { status: 400, text: 'from and to are numbers of versions, 1 or higher.' },
  note_not_valid: { status: 400, text: 'The note must be text.' },
  verdict_not_valid: { status: 400, text: 'A verdict is good or changes.' },
  guest_secret_required: {
    status: 400,
    text: 'Send the header X-Guest-Secret, so that what you send is known as yours.',
  },
  agree_not_valid: { status: 400, text: 'agree is true or false.' },
  round_not_valid: { status: 400, text: 'The round is a whole number, 1 or higher.' },
  pictures_not_valid: {
    status: 400,
    text: 'pictures is a list of ids of uploaded pictures, 22 characters of base64url each, without duplicates.',
  },
  too_many_pictures: { status: 400, text: 'A message takes at most 4 pictures.' },
  image_required: { status: 400, text: 'Send an image, in the field "image".' },
  lines_not_valid: {
    status: 400,
    text: 'lines is a JSON file of at most 5,000 lines of a picture, each with text, box and perhaps selector and role. Every box is inside the picture.',
  },
  pages_not_valid: { status: 400, text: 'pages is a list of pages such as 1-3,7.' },
  page_not_found: { status: 400, text: 'This PDF has no page {page}. Its last page is {last}.' },
  too_many_pages: { status: 400, text: 'Take at most {limit} pages at a time.' },
  one_page_expected: { status: 400, text: 'A version is one page. Choose one of the {count} pages.' },
  image_not_readable: {
    status: 400,
    text: 'The image could not be read. Send a file with its name, or a data URL in base64.',
  },
  too_many_pixels: {
    status: 400,
    text: 'The image has too many pixels. The limits are 65,500 pixels a side and 50 million in all.',
  },
  password_too_common: { status: 400, text: 'This password is too easy to guess. Choose another.' },
  password_has_own_words: {
    status: 400,
    text: 'The password contains your name, your e-mail address or “Pinmark”. Choose another.',
  },
  position_outside: { status: 400, text: 'The spot is outside the design.' },
  strokes_not_valid: {
    status: 400,
    text: 'A stroke is a list of numbers: x1, y1, x2, y2 and so on. Comments on the whole design have none.',
  },
  too_many_strokes: { status: 400, text: 'A comment has at most 20 strokes, with 2,000 points in all.' },
  stroke_outside: { status: 400, text: 'A stroke is outside the design.' },
  place_not_valid: {
    status: 400,
    text: 'Send one of these: state "followed", x and y, or kind "design".',
  },
  kind_unknown: { status: 400, text: 'The kind of a comment is pin, region or design.' },
  date_not_valid: { status: 400, text: 'The date is not an ISO timestamp, such as 2030-01-31T12:00:00Z.' },
  page_size_not_valid: { status: 400, text: 'comments is a number from 1 to 500, and after one from 0.' },
  image_mode_unknown: { status: 400, text: 'image is thumbnail, none or, for one project, full.' },
  state_unknown: { status: 400, text: 'state is active, archived or deleted.' },
  list_unknown: { status: 400, text: 'of is all, own or shared.' },
  link_permission_unknown: { status: 400, text: 'A link can be set to view, comment or manage.' },
  no_change_to_settings: { status: 400, text: 'Send permission, closed, password or end.' },
  setting_not_valid: { status: 400, text: 'The value of {field} is not valid.' },
  token_scope_unknown: { status: 400, text: 'The scope of a token is read, comment or manage.' },
  token_projects_not_valid: { status: 400, text: 'Choose 1 to 50 projects of yours, or send null for all.' },
  token_end_past: { status: 400, text: 'Choose a day from today on.' },
  link_end_not_valid: {
    status: 400,
    text: 'Send the end as at, an ISO timestamp, and to, view or closed.',
  },
  link_end_past: { status: 400, text: 'Choose a day from today on.' },
  no_change_to_comment: {
    status: 400,
    text: 'Send a change: text or pictures, and for a comment also x and y, or resolved.',
  },
  deleted_not_valid: { status: 400, text: 'deleted can only be set to false.' },
  visit_not_valid: { status: 400, text: 'Send the highest number seen as a whole number.' },
  resolved_not_valid: { status: 400, text: 'resolved is true or false.' },
  no_reply_to_reply: { status: 400, text: 'Replies have one level. Reply to the comment itself.' },
  idempotency_key_not_valid: { status: 400, text: 'An Idempotency-Key is 1 to 200 characters of ASCII.' },
  comment_id_not_valid: { status: 400, text: 'The id of a comment is 22 characters of base64url.' },
  guest_secret_not_valid: { status: 400, text: 'X-Guest-Secret is 22 to 64 characters of base64url.' },

  notice_mode_unknown: { status: 400, text: 'Notices are off, digest or now.' },
  webhook_format_unknown: { status: 400, text: 'The format is generic, slack, discord or teams.' },
  webhook_events_not_valid: {
    status: 400,
    text: 'Choose at least one of: comment, reply, resolve, verdict, version, round.',
  },
  no_change_to_webhook: { status: 400, text: 'Send what should change about the webhook.' },

  // 401: not authenticated
  wrong_login: { status: 401, text: 'Invalid email or password.' },
  sign_on_failed: { status: 401, text: 'This login was not accepted. Try again.' },

  // 403: not allowed
  not_yours: { status: 403, text: 'You can change your own comments only.' },
  token_scope_too_small: { status: 403, text: 'This API token may not do this. It needs the scope {scope}.' },
  login_needed: { status: 403, text: 'An API token cannot do this. Log in instead.' },
  tool_message_not_valid: {
    status: 400,
    text: 'Send one message of JSON-RPC 2.0, in a version of the protocol that docs/agents.md names.',
  },
  token_of_projects: { status: 403, text: 'This API token works in its own projects only.' },
  wrong_link_password: { status: 403, text: 'That is not the password.' },
  recent_login_needed: {
    status: 403,
    text: 'Log out and in again. Then you can do this for 10 minutes.',
  },
  sign_on_not_set_up: { status: 403, text: 'This server has no single sign-on.' },
  sign_on_only: {
    status: 403,
    text: 'Accounts of this server have no passwords. Log in by single sign-on.',
  },
  sign_on_without_email: {
    status: 403,
    text: 'Your login came without a valid e-mail address. Ask the person who runs this server.',
  },
  cross_site: { status: 403, text: 'A page of another site cannot load this.' },

  mail_not_set_up: { status: 403, text: 'This server sends no mail. Ask the person who runs it.' },
  no_words_yet: { status: 403, text: 'Add a comment first. Then you can get mail about replies.' },
  owner_gets_notices: {
    status: 403,
    text: 'You work on this project. Its mails are set on the account page.',
  },

  // 404, 405: not found
  member_not_found: { status: 404, text: 'Member not found' },
  invitation_not_found: { status: 404, text: 'Invitation not found' },
  join_link_over: {
    status: 404,
    text: 'This invitation was used, withdrawn or has ended. Ask for a new one.',
  },
  not_offered: { status: 404, text: 'This project is not offered to you any more.' },
  token_not_found: { status: 404, text: 'API token not found' },
  build_not_found: { status: 404, text: 'Build not found' },
  design_not_found: { status: 404, text: 'Design not found' },
  image_not_found: { status: 404, text: 'Image not found' },
  webhook_not_found: { status: 404, text: 'Webhook not found' },
  method_not_allowed: { status: 405, text: 'This address does not support that method.' },

  // 409: conflict with stored data
  email_taken: { status: 409, text: 'Email already registered.' },
  sign_on_email_taken: {
    status: 409,
    text: 'Another account has this e-mail address already. Ask the person who runs this server.',
  },
  token_limit_reached: { status: 409, text: 'You have reached the limit of {limit} API tokens.' },
  picture_not_there: { status: 409, text: 'A picture is no longer there. Add it again.' },
  picture_used: { status: 409, text: 'A picture belongs to another message already. Add it again.' },
  picture_id_taken: { status: 409, text: 'Another picture has this id. Send it under a new one.' },
  pictures_full: {
    status: 409,
    text: 'No more pictures fit into this project. Your text can still be sent.',
  },
  message_answered: {
    status: 409,
    text: 'An earlier try of this message was stored and has a reply. Edit the stored message instead.',
  },
  message_deleted: {
    status: 409,
    text: 'An earlier try of this message was stored, and was deleted since. Write it as a new message.',
  },
  comment_limit_reached: { status: 409, text: 'This project has reached its comment limit.' },
  reply_limit_reached: {
    status: 409,
    text: 'The replies to this comment have reached their limit. Add a new comment.',
  },
  members_full: { status: 409, text: 'This project has reached its limit of {limit} members.' },
  invitations_full: {
    status: 409,
    text: 'This project has reached its limit of {limit} open invitations. Withdraw one first.',
  },
  own_invitation: {
    status: 409,
    text: 'This project is yours. Send the invitation to the person who should join.',
  },
  project_limit_reached: { status: 409, text: 'You have reached the limit of {limit} projects.' },
  storage_limit_reached: { status: 409, text: 'You have used up your storage of {limit} GB.' },
  design_limit_reached: { status: 409, text: 'This project has reached its limit of {limit} designs.' },
  version_limit_reached: { status: 409, text: 'This project has reached its limit of {limit} versions.' },
  last_design: { status: 409, text: 'The last design stays. Delete the project instead.' },
  last_version: { status: 409, text: 'The only version stays. Delete the design instead.' },
  old_version: {
    status: 409,
    text: 'There is a newer version of this design. Comments are made and moved on the newest one.',
  },
  made_on_newest: { status: 409, text: 'This comment was made on the newest version. Move it there.' },
  place_not_found_yet: {
    status: 409,
    text: 'This comment is still being placed. Move it, or wait a moment.',
  },
  not_newest_version: { status: 409, text: 'Only the newest version of a design can be removed.' },
  round_is_over: { status: 409, text: 'That round is over. This is round {round}.' },
  verdict_limit_reached: { status: 409, text: 'This round has reached its limit of verdicts.' },
  own_comment: { status: 409, text: 'You wrote this yourself. Others can agree with it.' },
  agreement_limit_reached: { status: 409, text: 'This message has reached its limit of agreements.' },
  webhook_limit_reached: { status: 409, text: 'You have reached the limit of {limit} webhooks.' },
  undo_too_late: { status: 409, text: 'It is too late to restore this comment.' },

  // 413, 415, 422, 429, 431: too large, wrong type, contradiction, too many
  json_expected: {
    status: 415,
    text: 'Send JSON with the header Content-Type: application/json, or files as multipart/form-data.',
  },
  form_expected: {
    status: 415,
    text: 'Send a form (multipart/form-data) with the image in the field "image".',
  },
  charset_not_supported: { status: 415, text: 'Send text as UTF-8, and not compressed.' },
  picture_not_supported: {
    status: 415,
    text: 'This file is not a supported picture. Use JPEG, PNG, WebP, AVIF or GIF.',
  },
  image_not_supported: {
    status: 415,
    text: 'This file is not a supported image. Use JPEG, PNG, WebP, AVIF, GIF, SVG or PDF.',
  },
  image_damaged: {
    status: 415,
    text: 'This image cannot be read. It may be damaged. Export it again.',
  },
  image_cut_off: {
    status: 415,
    text: 'The end of this file is missing, and with it a part of the image. Export or download it again.',
  },
  svg_not_drawable: {
    status: 415,
    text: 'This SVG contains {what} that Pinmark cannot draw. Export PNG or PDF.',
  },
  image_type_not_supported: {
    status: 415,
    text: '{type} files are not supported. Export PNG or JPEG.',
  },
  pdf_expected: { status: 415, text: 'Send a PDF, in the field "image".' },
  pdf_locked: { status: 415, text: 'This PDF asks for a password. Save it without one.' },
  pdf_not_readable: { status: 415, text: 'This PDF is damaged and cannot be read. Export it again.' },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key or comment id was already used for another request.',
  },
  too_many_unlocks: { status: 429, text: 'Too many tries. Try again in {wait}.' },
  answers_waiting: {
    status: 429,
    text: 'Earlier answers are still on their way to you. Try again when they have arrived.',
  },
  too_many_changes: {
    status: 429,
    text: 'Too many changes to this project at once. Wait a moment, then try again.',
  },
  too_many_readings: {
    status: 429,
    text: 'Many exports and comparisons were asked for within a minute. Try again in {wait}.',
  },
  too_many_link_passwords: {
    status: 429,
    text: 'New passwords were set many times within a minute. Try again in {wait}.',
  },
  too_many_sent_pictures: {
    status: 429,
    text: 'Many pictures have come from your network. Try again in {wait}.',
  },
  too_many_uploads: {
    status: 429,
    text: 'You have sent many images within a minute. Try again in {wait}.',
  },
  too_many_webhook_calls: {
    status: 429,
    text: 'Webhooks were tried many times within a minute. Try again in {wait}.',
  },
  too_many_addresses: {
    status: 429,
    text: 'Many mail addresses were entered here. Try again in {wait}.',
  },
  too_many_invitations: {
    status: 429,
    text: 'You have made many invitations within the hour. Try again in {wait}.',
  },
  too_many_exports: {
    status: 429,
    text: 'Your data was downloaded several times within the hour. Try again in {wait}.',
  },
  too_many_browsers: {
    status: 429,
    text: 'Many others in your network have done this. Log in, or try again in {wait}.',
  },
  too_many_renames: {
    status: 429,
    text: 'You have changed your name or language many times within the hour. Try again in {wait}.',
  },
  too_many_registrations: {
    status: 429,
    text: 'Too many new accounts from this network. Try again later.',
  },

  headers_too_large: {
    status: 431,
    text: 'The address and the headers are too large. Together, 8 KB are the limit.',
  },

  // 408, 5xx: not the visitor's fault
  no_room_left: { status: 507, text: 'This server has no room left. Ask the person who runs it.' },
  database_unavailable: {
    status: 503,
    text: 'The database does not answer. Only confirmed changes are stored. Try again shortly.',
  },
  sign_on_unavailable: { status: 503, text: 'The login service does not answer. Try again shortly.' },
  images_busy: { status: 503, text: 'Many images are being prepared right now. Try again shortly.' },
  image_took_too_long: { status: 503, text: 'Preparing the image took too long. Try again.' },
  not_ready: { status: 503, text: 'The server is stopping. Try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>

/** What `{what}` of `svg_not_drawable` can be. The page says it in its language. */
export const undrawable = [
  'CSS',
  'CSS variables',
  'HTML text',
  'a choice of languages',
  'a font',
  'a gradient in linear light',
  'a lighting filter',
  'a picture of a type',
  'an animation',
  'stretched text',
  'text in single positions',
  'text of a script',
  'text on a path',
  'underlined text',
] as const

export type ErrorCode = keyof typeof errorCatalogue

/** Whether `value` is a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}
