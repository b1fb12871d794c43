import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import {
  design,
  givenComment,
  givenGuest,
  givenProject,
  type GivenProject,
} from '../../../test/given-project'
import { givenVersion, openProject } from '../../../test/given-design'
import { givenLogin, givenUser } from '../../../test/given-user'

/** More than any disk has. */
const minFreeDiskMb = 1e12
const roomy = sharedTestApp()
const full = sharedTestApp({ minFreeDiskMb })

const noRoom = {
  status: 507,
  body: { code: 'no_room_left', error: 'This server has no room left. Ask the person who runs it.' },
}

test('on a full disk, every call that adds data is refused with one sentence, and stores nothing', async () => {
  const { owner, ...project } = await givenProject(roomy.api)
  const comment = await givenComment(roomy.api, project._id, {}, owner.auth)
  const read = async () => (await roomy.api.get(`/projects/${project._id}?image=none`).set(owner.auth)).body
  const before = await read()
  const words = { commenter: 'Priya', text: 'One more', x: 1, y: 1 }
  const account = { name: 'Ana', email: 'ana@studio.test', password: 'a quiet light table' }
  const path = `/projects/${project._id}`

  const { api } = full
  const tried = [
    await api.post('/users/register').send(account),
    await api.post(`/comment/add/${project._id}`).send(words),
    await api.post(`${path}/comments/${comment._id}/replies`).send(words),
    await api.patch(`${path}/comments/${comment._id}`).set(owner.auth).send({ text: 'Longer' }),
    await api.put(path).set(owner.auth).send({ description: 'Longer' }),
  ]
  for (const answer of tried) expect(answer).toMatchObject(noRoom)
  const upload = await api.post('/projects').set(owner.auth).send({ name: 'One more', image: design.dataUrl })
  expect(upload).toMatchObject({ status: 507, text: noRoom.body.error })

  expect(await read()).toEqual(before)
  expect((await api.post('/users/login').send(account)).status).toBe(401)
})

test('on a full disk, people can read, log in and out, close links and delete', async () => {
  const project = await givenProject(roomy.api)
  const { owner } = project
  const comment = await givenComment(roomy.api, project._id)
  const { api } = full
  const path = `/projects/${project._id}`

  expect((await api.get(path)).status).toBe(200)
  expect((await api.get(`/images/${project.thumbnail}/view`)).status).toBe(200)
  const { token } = await givenLogin(api, owner)
  const auth = { Authorization: `Bearer ${token}` }
  const link = await api.post(`${path}/link`).set(auth)
  expect(link.status).toBe(200)
  const settings = (body: object) => api.patch(`${path}/settings`).set(auth).send(body)
  expect((await settings({ password: 'sesame seeds' })).status).toBe(200)
  const unlocked = await api.post(`/projects/${link.body.id}/unlock`).send({ password: 'sesame seeds' })
  expect(unlocked.status).toBe(200)
  expect((await settings({ closed: true })).status).toBe(200)
  expect((await api.delete(`${path}/comments/${comment._id}`).set(auth)).status).toBe(200)
  expect((await api.delete(path).set(auth)).status).toBe(200)
  expect((await api.post('/users/logout').set(auth)).status).toBe(204)
  const goodbye = await api.post('/users/deletion').set(owner.auth).send({ password: owner.password })
  expect(goodbye.status).toBe(204)
})

test('on a full disk, a visit is accepted but not stored', async () => {
  const { _id }: GivenProject = await givenProject(roomy.api)
  const ana = givenGuest()
  await givenComment(roomy.api, _id)
  const visit = await full.api.post(`/projects/${_id}/visit`).set(ana).send({ number: 1 })
  expect(visit).toMatchObject({ status: 200, body: { visit: null } })
  expect((await roomy.api.get(`/projects/${_id}?image=none`).set(ana)).body.visit).toBeNull()
})

test('on a full disk, versions are compared but the result is not stored', async () => {
  const project = await givenProject(roomy.api)
  const version = await givenVersion(roomy.api, project)
  const [shown] = (await openProject(roomy.api, project)).designs
  const path = `/projects/${project._id}/designs/${shown?._id}/changes?from=1&to=${version.number}`

  expect((await full.api.get(path)).body).toMatchObject({ from: 1, to: 2 })

  const stored = await mongoose.connection.collection('comparisons').find({}).toArray()
  expect(stored.filter(({ _id }) => String(_id).includes(version._id))).toEqual([])
})

test('an unknown address or a wrong method is not answered with a full disk', async () => {
  expect((await full.api.post('/no/such/address').send({})).status).toBe(404)
  expect((await full.api.put('/projects')).status).toBe(405)
  expect((await givenUser(roomy.api)).token).toBeTypeOf('string')
})
