import { noticeChangeSchema, noticesSchema, stoppedSchema } from '../entities/notices'
import { confirmedSchema, replyMailSchema } from '../entities/reply-mail'
import { confirmationSchema, newReplyMailSchema } from '../entities/reply-mail-requests'
import { endpoint } from './endpoint'

export const readNotices = endpoint({
  method: 'GET',
  path: '/users/me/notices',
  access: 'account',
  answers: { 200: noticesSchema },
})

export const changeNotices = endpoint({
  method: 'PATCH',
  path: '/users/me/notices',
  access: 'account',
  body: noticeChangeSchema,
  answers: { 200: noticesSchema },
})

/** Whether the mails of a link are stopped. A mail program may have stopped them already. */
export const readStop = endpoint({
  method: 'GET',
  path: '/stop/:stopToken/state',
  access: 'visitor',
  answers: { 200: stoppedSchema },
})

/** Mail programs call it on their own, with a form that contains nothing else (RFC 8058). */
export const stopMails = endpoint({
  method: 'POST',
  path: '/stop/:stopToken',
  access: 'visitor',
  answers: { 200: stoppedSchema },
})

export const startMails = endpoint({
  method: 'DELETE',
  path: '/stop/:stopToken',
  access: 'visitor',
  answers: { 200: stoppedSchema },
})

/** Whether the caller, as a visitor of the project, gets mail about replies. */
export const readReplyMail = endpoint({
  method: 'GET',
  path: '/projects/:projectId/reply-mail',
  access: 'project',
  action: 'view',
  answers: { 200: replyMailSchema },
})

export const askForReplyMail = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/reply-mail',
  access: 'project',
  action: 'view',
  scope: 'comment',
  body: newReplyMailSchema,
  answers: { 200: replyMailSchema },
})

/** Removes the address too. */
export const stopReplyMail = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/reply-mail',
  access: 'project',
  action: 'view',
  scope: 'comment',
  answers: { 200: replyMailSchema },
})

export const confirmReplyMail = endpoint({
  method: 'POST',
  path: '/reply-mail/confirmation',
  access: 'visitor',
  body: confirmationSchema,
  answers: { 200: confirmedSchema },
})
