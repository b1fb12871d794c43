/** A client that is written from the specification alone: it uses the eight calls of the specification and
 *  nothing else. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { design } from '../../test/given-project'

describe.each(['comment', 'manage'] as const)(
  'with %s as the default link permission',
  (defaultLinkPermission) => {
    const app = sharedTestApp({ defaultLinkPermission })
    let token: string
    const email = `spec-${defaultLinkPermission}@studio.test`
    const password = 'nine lives of paper'

    beforeAll(async () => {
      await app.api.post('/users/register').send({ name: 'Sol Berg', email, password })
      token = (await app.api.post('/users/login').send({ email, password })).body.token
    })

    async function createdId(name: string): Promise<string> {
      const created = await app.api
        .post('/projects')
        .set('Authorization', `Bearer ${token}`)
        .send({ user: 'whoever', name, image: design.dataUrl })
      expect(created.status).toBe(201)
      const list = await app.api.get('/projects').set('Authorization', `Bearer ${token}`)
      return list.body.find((project: { name: string }) => project.name === name)._id
    }

    test('a project is created, listed and opened with its picture as base64 JPEG', async () => {
      const id = await createdId('Created')

      const list = await app.api.get('/projects').set('Authorization', `Bearer ${token}`)
      const listed = list.body.find(({ _id }: { _id: string }) => _id === id)
      expect(listed).toMatchObject({ name: 'Created', updatedAt: expect.stringMatching(/Z$/) })
      expect(isJpeg(listed.image)).toBe(true)

      const { body } = await app.api.get(`/projects/${id}`)
      expect(body).toMatchObject({ _id: id, name: 'Created', description: '', comments: [] })
      expect(body.updatedAt).toBe(listed.updatedAt)
      expect(isJpeg(body.image)).toBe(true)
    })

    test('a comment of a guest is there after a reload', async () => {
      const id = await createdId('Commented')
      const comment = {
        commenter: 'Ana Ruiz',
        text: 'Warmer, please.',
        x: 200.5,
        y: 299,
        createdAt: new Date().toISOString(),
      }
      expect((await app.api.post(`/comment/add/${id}`).send(comment)).status).toBe(201)

      const { body } = await app.api.get(`/projects/${id}`)
      expect(body.comments).toEqual([expect.objectContaining({ ...comment, number: 1 })])
    })

    test('rename and delete without a token work with the permission manage, and are refused otherwise', async () => {
      const id = await createdId('Unguarded')
      const isOpen = defaultLinkPermission === 'manage'

      const renamed = await app.api.put(`/projects/${id}`).send({ name: 'Renamed by a visitor' })
      expect(renamed.status).toBe(isOpen ? 200 : 401)
      expect((await app.api.get(`/projects/${id}`)).body.name).toBe(
        isOpen ? 'Renamed by a visitor' : 'Unguarded',
      )

      expect((await app.api.delete(`/projects/${id}`)).status).toBe(isOpen ? 200 : 401)
      expect((await app.api.get(`/projects/${id}`)).status).toBe(isOpen ? 404 : 200)
    })

    test('a failed creation is answered in plain text, any other error in JSON', async () => {
      const noName = await app.api
        .post('/projects')
        .set('Authorization', `Bearer ${token}`)
        .send({ name: ' ', image: design.dataUrl })
      expect(noName).toMatchObject({
        status: 400,
        type: 'text/plain',
        text: 'Project name and image are required.',
      })
      const noToken = await app.api.post('/projects').send({ name: 'Mine', image: design.dataUrl })
      expect(noToken).toMatchObject({ status: 401, type: 'text/plain' })
      expect(noToken.text).toBe('You must be logged in to create a project. Try logging in again.')
      expect(noToken.headers['x-error-code']).toBe('sign_in_to_create')

      const unknown = await app.api.get('/projects/1234')
      expect(unknown).toMatchObject({ status: 404, body: { error: 'Project not found' } })
    })
  },
)

function isJpeg(base64: string): boolean {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && bytes.readUInt16BE(0) === 0xffd8
}
