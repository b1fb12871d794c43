import { noticeChangeSchema, noticesSchema, stoppedSchema } from '../entities/notices'
import { endpoint } from './endpoint'

export const readNotices = endpoint({
  method: 'GET',
  path: '/users/notices',
  access: 'account',
  answers: { 200: noticesSchema },
})

export const changeNotices = endpoint({
  method: 'PATCH',
  path: '/users/notices',
  access: 'account',
  body: noticeChangeSchema,
  answers: { 200: noticesSchema },
})

/** Mail programs call it by themselves, with a form that says nothing else (RFC 8058). */
export const stopMails = endpoint({
  method: 'POST',
  path: '/stop/:stopToken',
  access: 'visitor',
  ignoresBody: true,
  answers: { 200: stoppedSchema },
})

export const startMails = endpoint({
  method: 'DELETE',
  path: '/stop/:stopToken',
  access: 'visitor',
  answers: { 200: stoppedSchema },
})
