import type { Owner } from './client'

type Session = Pick<Owner, 'token' | 'user'>

/** The entries that the web app keeps in local storage while an account is logged in. */
export function storedSession({ token, user }: Session) {
  return [
    { name: 'pinmark.token', value: token },
    { name: 'pinmark.user', value: JSON.stringify(user) },
  ]
}

/** Options of a new browser context in which the account is logged in at `url`. */
export function loggedIn(url: string, session: Session) {
  const origin = { origin: url, localStorage: storedSession(session) }
  return { storageState: { cookies: [], origins: [origin] } }
}
