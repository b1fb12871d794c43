import { signOnAnswerSchema, signOnStartSchema } from '../entities/sign-on'
import { sessionSchema } from '../entities/user'
import { endpoint } from './endpoint'

export const beginSignOn = endpoint({
  method: 'POST',
  path: '/users/sign-on',
  access: 'visitor',
  answers: { 200: signOnStartSchema },
})

export const completeSignOn = endpoint({
  method: 'POST',
  path: '/users/sign-on/answer',
  access: 'visitor',
  body: signOnAnswerSchema,
  answers: { 200: sessionSchema },
})
