import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app-under-test'
import { design, givenProject } from '../../../test/given-project'
import { givenUser } from '../../../test/given-user'

let app: TestApp
beforeAll(async () => void (app = await startTestApp({ limits: { maxProjects: 2 } })))
afterAll(() => app.stop())

test('a full account gets no further project; the trash makes room, and restoring needs it back', async () => {
  const owner = await givenUser(app.api)
  const first = await givenProject(app.api, { owner })
  await givenProject(app.api, { owner })

  const third = await app.api.post('/projects').set(owner.auth).send({ name: 'Third', image: design.dataUrl })
  expect(third).toMatchObject({
    status: 409,
    type: 'text/plain',
    text: 'You have reached the limit of 2 projects.',
  })

  await app.api.delete(`/projects/${first._id}`).set(owner.auth)
  await givenProject(app.api, { owner })
  const restored = await app.api.post(`/projects/${first._id}/restore`).set(owner.auth)
  expect(restored).toMatchObject({ status: 409, body: { code: 'project_limit_reached' } })
})

test('uploads at the same moment never fill an account beyond its limit', async () => {
  const owner = await givenUser(app.api)
  const create = () =>
    app.api.post('/projects').set(owner.auth).send({ name: 'One of many', image: design.dataUrl })

  const answers = await Promise.all(Array.from({ length: 6 }, create))

  expect(answers.map(({ status }) => status).every((status) => status === 201 || status === 409)).toBe(true)
  const created = answers.filter(({ status }) => status === 201).length
  const { body } = await app.api.get('/projects').set(owner.auth)
  expect(body).toHaveLength(created)
  expect(created).toBeLessThanOrEqual(2)
})
