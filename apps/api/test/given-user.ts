import { randomBytes } from 'node:crypto'
import type { Session } from '@pinmark/shared/entities/user'
import type { Api } from './app-under-test'

export interface GivenUser extends Session {
  name: string
  email: string
  password: string
  /** The authorization header. */
  auth: { Authorization: string }
}

/** Registers an account over the API and logs it in. */
export async function givenUser(
  api: Api,
  given: Partial<Record<'name' | 'email' | 'password', string>> = {},
): Promise<GivenUser> {
  const account = {
    name: 'Mara Hald',
    email: `mara-${randomBytes(6).toString('hex')}@studio.test`,
    password: 'a quiet light table',
    ...given,
  }
  const registered = await api.post('/users/register').send(account)
  if (registered.status !== 201) throw new Error(`Could not register: ${registered.text}`)
  const session = await givenLogin(api, account)
  return { ...account, ...session, auth: { Authorization: `Bearer ${session.token}` } }
}

/** Creates another login of an account. */
export async function givenLogin(
  api: Api,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  const answer = await api.post('/users/login').send({ email, password })
  if (answer.status !== 200) throw new Error(`Could not log in: ${answer.text}`)
  const session: Session = answer.body
  return session
}
