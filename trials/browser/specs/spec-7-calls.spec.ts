import { unique } from '../support/api-client'
import { expect, test } from '../support/test'
import { drawDesign } from '@pinmark/testbed/test-image'

/** A client that is written from the specification's table of calls only. */
test('the eight calls of the specification work as written', async ({ request }) => {
  const email = `${unique('spec')}@client.test`
  const password = 'twelve plain words'
  const registered = await request.post('/users/register', { data: { name: 'Spec', email, password } })
  expect(registered.ok()).toBe(true)
  const again = await request.post('/users/register', { data: { name: 'Spec', email, password } })
  expect(again.ok()).toBe(false)
  expect((await again.json()).error).toBe('Email already registered.')

  const refused = await request.post('/users/login', { data: { email, password: 'wrong' } })
  expect(typeof (await refused.json()).error).toBe('string')
  const { token } = await (await request.post('/users/login', { data: { email, password } })).json()
  expect(typeof token).toBe('string')
  const headers = { Authorization: `Bearer ${token}` }

  const image = await drawDesign({ width: 640, height: 480, marker: { x: 100, y: 100 } })
  const created = await request.post('/projects', {
    headers,
    data: {
      user: 'me',
      name: 'Spec project',
      image: `data:image/png;base64,${image.buffer.toString('base64')}`,
    },
  })
  expect(created.status()).toBe(201)
  const list = await (await request.get('/projects', { headers })).json()
  expect(list).toHaveLength(1)
  const [listed] = list
  expect(listed).toMatchObject({ name: 'Spec project' })
  expect(Number.isNaN(Date.parse(listed.updatedAt))).toBe(false)
  expect(Buffer.from(listed.image, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))

  const createdAt = new Date().toISOString()
  const comment = { commenter: 'Priya', text: 'The moon is lovely', x: 320, y: 12.5, createdAt }
  const added = await request.post(`/comment/add/${listed._id}`, { data: comment })
  expect(added.status()).toBe(201)
  const opened = await (await request.get(`/projects/${listed._id}`)).json()
  expect(opened).toMatchObject({ _id: listed._id, name: 'Spec project', description: '' })
  expect(Buffer.from(opened.image, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect(opened.comments).toHaveLength(1)
  expect(opened.comments[0]).toMatchObject(comment)

  expect((await request.put(`/projects/${listed._id}`, { data: { name: 'x' } })).status()).toBe(401)
  expect((await request.put(`/projects/${listed._id}`, { headers, data: { name: 'Renamed' } })).ok()).toBe(
    true,
  )
  expect((await (await request.get(`/projects/${listed._id}`)).json()).name).toBe('Renamed')
  expect((await request.delete(`/projects/${listed._id}`)).status()).toBe(401)
  expect((await request.delete(`/projects/${listed._id}`, { headers })).ok()).toBe(true)
  expect((await request.get(`/projects/${listed._id}`)).status()).toBe(404)
  expect(await (await request.get('/projects', { headers })).json()).toEqual([])
})

test('a failed creation is answered in plain text', async ({ request }) => {
  const answer = await request.post('/projects', {
    data: { user: 'me', name: 'x', image: 'data:image/png;base64,AAAA' },
  })
  expect(answer.status()).toBe(401)
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await answer.text()).toBe('You must be logged in to create a project. Try logging in again.')
})
