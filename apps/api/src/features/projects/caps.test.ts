import { expect, test } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { design, givenProject, type GivenProject } from '../../../test/given-project'
import { givenUser } from '../../../test/given-user'
import { storageOf } from '../../models/image-upkeep'
import { UserModel } from '../../models/user'

const app = sharedTestApp({ limits: { maxProjects: 2 } })

test('a full account gets no further project; the trash frees room, and restoring uses it again', async () => {
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

test('concurrent uploads never exceed the limit of an account', async () => {
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

test('concurrent restores never exceed the limit of an account', async () => {
  const owner = await givenUser(app.api)
  const deleted: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const { _id } = await givenProject(app.api, { owner })
    await app.api.delete(`/projects/${_id}`).set(owner.auth)
    deleted.push(_id)
  }

  const answers = await Promise.all(
    deleted.map((_id) => app.api.post(`/projects/${_id}/restore`).set(owner.auth)),
  )

  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const restored = answers.filter(({ status }) => status === 200).length
  const { body: projects } = await app.api.get('/projects').set(owner.auth)
  expect(projects).toHaveLength(restored)
  expect(restored).toBeLessThanOrEqual(2)
  const { body: trash } = await app.api.get('/projects?state=deleted').set(owner.auth)
  expect(trash).toHaveLength(5 - restored)
})

test('a full storage removes the oldest projects from the trash first, and refuses only uploads that still do not fit', async () => {
  const { api } = app
  const owner = await givenUser(api)
  const projects = []
  for (const name of ['Oldest', 'Newer']) {
    const project = await givenProject(api, { owner, name })
    await api.delete(`/projects/${project._id}`).set(owner.auth)
    projects.push(project)
  }
  const [oldest, newer] = projects
  const account = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  const { trash } = await storageOf(account._id)
  // Room for the trash and half a project more.
  const maxStorageGb = (trash * 1.25) / 1024 ** 3

  const small = await givenTestApp({ limits: { maxStorageGb } })
  const create = () => givenProject(small.api, { owner })
  const kept = await create()
  const restore = (project: GivenProject | undefined) =>
    small.api.post(`/projects/${project?._id}/restore`).set(owner.auth)

  expect((await restore(oldest)).status).toBe(404)
  expect((await small.api.get('/projects?state=deleted').set(owner.auth)).body).toMatchObject([
    { _id: newer?._id },
  ])
  expect((await small.api.get(`/images/${oldest?.thumbnail}/original`)).status).toBe(404)
  expect((await restore(newer)).status).toBe(200)
  const refused = await small.api
    .post('/projects')
    .set(owner.auth)
    .send({ name: 'No', image: design.dataUrl })
  expect(refused).toMatchObject({ status: 409, headers: { 'x-error-code': 'storage_limit_reached' } })
  expect((await small.api.get(`/projects/${kept._id}`).set(owner.auth)).status).toBe(200)
})
