import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenProject } from '../../test/given-project'
import { givenLogin, givenUser, type GivenUser } from '../../test/given-user'
import { pngOf } from '../../test/sample-images'

const app = sharedTestApp()

interface Sending {
  path: string
  type: string
  body: Buffer
}

const json = (path: string, value: object): Sending => ({
  path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

async function form(path: string): Promise<Sending> {
  const field = (name: string, more = '') =>
    `--limit\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = `${field('name')}Late\r\n${field('image', '; filename="late.png"')}`
  const body = Buffer.concat([Buffer.from(head), await pngOf(), Buffer.from('\r\n--limit--\r\n')])
  return { path, type: 'multipart/form-data; boundary=limit', body }
}

/** Sends half of a body, does something else, and sends the rest. @returns the status of the answer */
async function sendAround(
  { path, type, body }: Sending,
  headers: GivenUser['auth'],
  act: () => PromiseLike<unknown>,
): Promise<number | undefined> {
  const sending = request(`${app.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type, 'Content-Length': body.length },
  })
  const answered = once(sending, 'response')
  sending.write(body.subarray(0, body.length / 2))
  // The server reads the first half while it answers this.
  await app.api.get('/users/me').set(headers)
  await act()
  sending.end(body.subarray(body.length / 2))
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

test.each(['/users/logout', '/users/logout-everywhere'])(
  'what a login sends while it ends by %s is refused, and stores nothing',
  async (ending) => {
    const owner = await givenUser(app.api)
    const { _id } = await givenProject(app.api, { owner })
    const before = await app.api.get(`/projects/${_id}`).query({ image: 'none' })
    const sendings = [
      await form('/projects'),
      await form(`/projects/${_id}/designs`),
      await form(`/projects/${_id}/designs/${before.body.designs[0]._id}/versions`),
      await form(`/projects/${_id}/pictures`),
      json('/users/me/tokens', { name: 'Late', scope: 'manage', password: owner.password }),
    ]

    for (const sending of sendings) {
      const { token } = await givenLogin(app.api, owner)
      const auth = { Authorization: `Bearer ${token}` }
      const end = () => app.api.post(ending).set(auth)
      expect(await sendAround(sending, auth, end), sending.path).toBe(401)
    }

    const { token } = await givenLogin(app.api, owner)
    const list = await app.api.get('/projects').set({ Authorization: `Bearer ${token}` })
    expect(list.body).toHaveLength(1)
    const after = await app.api.get(`/projects/${_id}`).query({ image: 'none' })
    expect(after.body.designs).toEqual(before.body.designs)
  },
)

test('what an API token sends while it is revoked is refused', async () => {
  const owner = await givenUser(app.api)
  const body = { name: 'CI', scope: 'manage', password: owner.password }
  const made = await app.api.post('/users/me/tokens').set(owner.auth).send(body)
  const auth = { Authorization: `Bearer ${made.body.token}` }
  const revoke = () => app.api.delete(`/users/me/tokens/${made.body._id}`).set(owner.auth)

  expect(await sendAround(await form('/projects'), auth, revoke)).toBe(401)
})
