import type { NewApiToken, ApiTokenRequest } from '@pinmark/shared/entities/api-token'
import type { Api } from './app-under-test'
import type { GivenUser } from './given-user'

/** An API token of an account, with its header. */
export async function givenApiToken(
  api: Api,
  { auth, password }: GivenUser,
  given: Partial<ApiTokenRequest> = {},
): Promise<NewApiToken & { auth: { Authorization: string } }> {
  const body = { name: 'Build bot', scope: 'manage', password, ...given }
  const answer = await api.post('/users/me/tokens').set(auth).send(body)
  if (answer.status !== 201) throw new Error(`Could not make a token: ${answer.text}`)
  const token: NewApiToken = answer.body
  return { ...token, auth: { Authorization: `Bearer ${token.token}` } }
}
