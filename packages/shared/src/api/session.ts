import { endpoint } from './endpoint'

/** Separate from users.ts, because the start chunk of the web app calls it and must not load the other
 *  contracts. */
export const logOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  access: 'account',
  scope: 'login',
  answers: { 204: null },
})
