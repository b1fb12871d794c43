/** The errors that the page names, or that the schema of a form reports: code -> status and sentence. The page loads only
 *  these. With every other refusal the server sends its sentence, and the page handles it by its status. */
export const pageErrors = {
  bad_request: { status: 400, text: 'That could not be read. Reload the page and try again.' },
  name_and_image_required: { status: 400, text: 'Project name and image are required.' },
  name_required: { status: 400, text: 'Name is required.' },
  project_name_too_long: { status: 400, text: 'The name is too long. 120 characters are the limit.' },
  description_too_long: { status: 400, text: 'The description is too long. 5,000 characters are the limit.' },
  text_has_control_characters: { status: 400, text: 'The text contains characters that cannot be shown.' },
  name_has_hidden_characters: {
    status: 400,
    text: 'The name contains hidden or stacked characters. Please leave them out.',
  },
  design_title_too_long: { status: 400, text: 'The name is too long. 60 characters are the limit.' },
  note_too_long: { status: 400, text: 'The note is too long. 500 characters are the limit.' },
  image_empty: { status: 400, text: 'The file is empty.' },
  user_name_required: { status: 400, text: 'Enter your name.' },
  user_name_too_long: { status: 400, text: 'The name is too long. 60 characters are the limit.' },
  email_required: { status: 400, text: 'Enter your e-mail address.' },
  email_not_valid: { status: 400, text: 'This e-mail address does not look right.' },
  password_required: { status: 400, text: 'Enter a password.' },
  password_too_short: { status: 400, text: 'Choose a password of at least 8 characters.' },
  password_too_long: { status: 400, text: 'The password is too long. 256 characters are the limit.' },
  commenter_required: { status: 400, text: 'Add your name, so the designer knows who speaks.' },
  commenter_too_long: { status: 400, text: 'The name is too long. 60 characters are the limit.' },
  commenter_is_owner: {
    status: 400,
    text: 'That name belongs to the designer. Sign in, or use another.',
  },
  commenter_claims_role: {
    status: 400,
    text: 'Begin your name with another word than “owner” or “designer”. They mark who shared this design.',
  },
  text_required: { status: 400, text: 'Write a few words first.' },
  text_too_long: { status: 400, text: 'The comment is too long. 5,000 characters are the limit.' },
  position_required: { status: 400, text: 'Send x and y as numbers.' },
  region_size_required: { status: 400, text: 'Send the width and height of the region as positive numbers.' },
  token_name_too_long: { status: 400, text: 'The name is too long. 60 characters are the limit.' },
  link_password_too_short: { status: 400, text: 'At least 6 characters.' },
  webhook_address_not_valid: {
    status: 400,
    text: 'Enter a web address that starts with https or http.',
  },
  webhook_address_has_login: {
    status: 400,
    text: 'Enter the web address without a user name and password.',
  },
  webhook_address_inside: {
    status: 400,
    text: 'This address is inside the server’s own network. Ask the person who runs it.',
  },
  sign_in_required: { status: 401, text: 'Log in to do this.' },
  sign_in_to_create: {
    status: 401,
    text: 'You must be logged in to create a project. Try logging in again.',
  },
  session_ended: { status: 401, text: 'Your session has ended. Log in again.' },
  not_allowed: { status: 403, text: 'Only the owner of this project can do this.' },
  view_only: { status: 403, text: 'This link is view-only.' },
  round_closed: {
    status: 403,
    text: 'Round {round} is closed. You can look and read. The next version opens round {next}.',
  },
  link_locked: { status: 403, text: 'This project has a password.' },
  wrong_current_password: { status: 403, text: 'That is not your current password.' },
  registration_closed: { status: 403, text: 'Registration is closed here.' },
  invitation_needed: { status: 403, text: 'Registration is by invitation here. Open the link of yours.' },
  invitation_over: {
    status: 403,
    text: 'This invitation is used, too old, or for another address. Ask for a new one.',
  },
  reset_link_over: { status: 403, text: 'This link is used or too old.' },
  confirm_link_over: {
    status: 403,
    text: 'This link is too old, or its address was removed. Turn the mails on again at the project.',
  },
  project_not_found: { status: 404, text: 'Project not found' },
  link_ended: { status: 404, text: 'This link has ended.' },
  comment_not_found: { status: 404, text: 'Comment not found' },
  stop_link_not_valid: { status: 404, text: 'This link is not valid. Use the one in your latest mail.' },
  route_not_found: { status: 404, text: 'There is nothing at this address.' },
  body_too_large: { status: 413, text: 'The body is too large. Without an image, 64 KB are the limit.' },
  image_too_large: { status: 413, text: 'The image is {size} MB. The limit is {limit} MB.' },
  too_many_requests: { status: 429, text: 'Too many requests. Wait a moment, then try again.' },
  too_many_logins: { status: 429, text: 'Too many attempts to log in. Try again in {wait}.' },
  // Refusals of a proxy in front of the server, which know no codes. The page names them by their status.
  proxy_login_needed: {
    status: 401,
    text: 'The server in front of Pinmark asks for another login. Reload the page to log in there.',
  },
  proxy_refused: {
    status: 403,
    text: 'The server in front of Pinmark does not let this through. Ask the person who runs it.',
  },
  proxy_limit: {
    status: 413,
    text: 'The server in front of Pinmark takes smaller files only. Ask the person who runs it.',
  },
  request_timed_out: { status: 408, text: 'The request took too long to arrive.' },
  server_busy: { status: 503, text: 'The server is busy right now. Try again shortly.' },
  unexpected: { status: 500, text: 'Something went wrong on the server. Try again.' },
  too_many_comments: { status: 429, text: 'That was quick. Wait a moment, then send again.' },
} as const satisfies Record<string, { status: number; text: string }>

export type PageErrorCode = keyof typeof pageErrors

/** Whether `value` is a code that the page knows. */
export function isPageErrorCode(value: unknown): value is PageErrorCode {
  return typeof value === 'string' && Object.hasOwn(pageErrors, value)
}
