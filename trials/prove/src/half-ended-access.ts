import type { ApiToken } from '@pinmark/shared/entities/api-token'
import type { Session } from '@pinmark/shared/entities/user'
import { call, mustCall, type Owner } from '@pinmark/testbed/client'

const passwords = ['a quiet light table', 'a brighter light table'] as const

/** The other one of the two passwords that an account of the trial has in turn. */
export function nextPassword({ password }: Owner): string {
  return passwords[0] === password ? passwords[1] : passwords[0]
}

/** Gives the account one API token and one webhook, instead of those that it has. */
export async function giveAccess(url: string, { token, password }: Owner): Promise<void> {
  for (const kind of ['tokens', 'webhooks']) {
    const path = `${url}/users/me/${kind}`
    for (const { _id } of await mustCall<{ _id: string }[]>(200, path, { token }))
      await mustCall(204, `${path}/${_id}`, { method: 'DELETE', token })
  }
  const made = { name: 'Weekly report', scope: 'manage', password }
  await mustCall(201, `${url}/users/me/tokens`, { method: 'POST', token, body: made })
  // The discard port: no message is sent in this trial.
  const added = { url: 'http://127.0.0.1:9/', format: 'generic', events: ['comment'], password }
  await mustCall(201, `${url}/users/me/webhooks`, { method: 'POST', token, body: added })
}

/** What did not end together with the password of `before`, or has ended without it. It logs in, and notes the login and the
 *  password in `owner`. */
export async function halfEndedAccess(url: string, owner: Owner, before: Owner): Promise<string[]> {
  const logIn = (password: string) =>
    call<Session>(`${url}/users/login`, { method: 'POST', body: { email: owner.email, password } })
  const old = await logIn(before.password)
  const hasChanged = old.status !== 200
  const login = hasChanged ? await logIn(nextPassword(before)) : old
  if (login.status !== 200) return ['neither password works']
  owner.token = login.body.token
  owner.password = hasChanged ? nextPassword(before) : before.password
  const loginBefore = await call(`${url}/users/me`, { token: before.token })

  const { token } = owner
  const tokens = await mustCall<ApiToken[]>(200, `${url}/users/me/tokens`, { token })
  const webhooks = await mustCall<unknown[]>(200, `${url}/users/me/webhooks`, { token })
  const left = { login: loginBefore.status === 200 ? 1 : 0, tokens: tokens.length, webhooks: webhooks.length }
  return Object.entries(left).flatMap(([what, count]) =>
    count === (hasChanged ? 0 : 1)
      ? []
      : [`${count} ${what} with the ${hasChanged ? 'new' : 'old'} password`],
  )
}
