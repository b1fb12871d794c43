import { expect, test } from 'vitest'
import { linkSchema } from '@pinmark/shared/entities/project'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenGuest, givenProject } from '../../test/given-project'
import { stranger } from '../../test/given-record'
import { givenUser } from '../../test/given-user'
import { findActorUser } from '../core/actor'
import { changeSettings } from './sharing.service'

const app = sharedTestApp()

test('each setting can be changed separately, and a closed link keeps its permission', async () => {
  const { _id, owner } = await givenProject(app.api)
  const set = (body: object) => app.api.patch(`/projects/${_id}/settings`).set(owner.auth).send(body)

  const viewOnly = await set({ permission: 'view' })
  expect(linkSchema.parse(viewOnly.body)).toEqual({
    id: _id,
    permission: 'view',
    closedAt: null,
  })
  const closed = await set({ closed: true })
  expect(closed.body).toMatchObject({ permission: 'view', closedAt: expect.any(String) })
  expect((await app.api.get(`/projects/${_id}`)).status).toBe(404)
  const opened = await set({ closed: false })
  expect(opened.body).toMatchObject({ permission: 'view', closedAt: null })
  expect((await app.api.get(`/projects/${_id}`)).body.link).toEqual(opened.body)
})

test.each([
  [{}, 'no_change_to_settings'],
  [{ permission: 'all' }, 'link_permission_unknown'],
  [{ permission: null }, 'link_permission_unknown'],
  [{ closed: 'true' }, 'setting_not_valid'],
  [{ 'link.permission': 'manage' }, 'forbidden_key'],
  [{ link: { permission: 'manage' } }, 'no_change_to_settings'],
])('the setting %j is refused as %s', async (body, code) => {
  const { _id, owner } = await givenProject(app.api)
  const answer = await app.api.patch(`/projects/${_id}/settings`).set(owner.auth).send(body)
  expect(answer).toMatchObject({ status: 400, body: { code } })
})

test('an account can set a few passwords a minute, and other settings at any time', async () => {
  const strict = await givenTestApp({ rates: { linkPassword: 1 } })
  const { _id, owner } = await givenProject(app.api)
  const change = (body: object) => strict.api.patch(`/projects/${_id}/settings`).set(owner.auth).send(body)
  await change({ password: 'a quiet table' }).expect(200)

  const refused = await change({ password: 'another table' })

  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_link_passwords' } })
  await change({ password: null, permission: 'view' }).expect(200)
})

test('settings and new links have their own limit, which a flood of the same network leaves alone', async () => {
  const strict = await givenTestApp({ rates: { change: 2, setting: 2 } })
  const { _id, owner } = await givenProject(app.api)
  const refused = { status: 429, body: { code: 'too_many_changes' } }
  const words = { commenter: 'Ana', text: 'Again', x: 1, y: 1 }
  const comment = (text: string) => strict.api.post(`/comment/add/${_id}`).send({ ...words, text })
  const change = (body: object) => strict.api.patch(`/projects/${_id}/settings`).set(owner.auth).send(body)
  await comment('One')
  await comment('Two')
  expect(await comment('Three')).toMatchObject(refused)

  await strict.api.post(`/projects/${_id}/link`).set(owner.auth).expect(200)
  await change({ closed: true }).expect(200)
  expect(await change({ closed: false })).toMatchObject(refused)
})

test('a person without the right to change the link is refused for that reason, with any date', async () => {
  const { _id } = await givenProject(app.api)
  const end = { at: '2020-01-01T00:00:00.000Z', to: 'closed' }
  const answer = await app.api.patch(`/projects/${_id}/settings`).send({ end })
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
})

test('a new link ends the old ones for guests, whose comments stay theirs', async () => {
  const { _id, owner } = await givenProject(app.api)
  const ana = givenGuest()
  const comment = await givenComment(app.api, _id, {}, ana)
  const renew = async () => (await app.api.post(`/projects/${_id}/link`).set(owner.auth)).body.id

  const second = await renew()
  const third = await renew()

  expect(new Set([_id, second, third]).size).toBe(3)
  for (const old of [_id, second]) {
    expect((await app.api.get(`/projects/${old}`)).status).toBe(404)
    expect((await app.api.post(`/comment/add/${old}`).send({})).status).toBe(400)
    expect((await app.api.get(`/projects/${old}`).set(owner.auth)).body).toMatchObject({ _id, isOwner: true })
  }
  const seen = (await app.api.get(`/projects/${third}?image=none`).set(ana)).body
  expect(seen).toMatchObject({ _id: third, permanentId: _id, comments: [{ _id: comment._id, mine: true }] })
  const edited = await app.api
    .patch(`/projects/${third}/comments/${comment._id}`)
    .set(ana)
    .send({ text: 'Still mine' })
  expect(edited.status).toBe(200)
  expect((await app.api.get('/projects').set(owner.auth)).body).toMatchObject([{ _id, link: { id: third } }])
})

test('the permanent address stays the same after any number of new links', async () => {
  const { _id, owner } = await givenProject(app.api)
  for (let count = 0; count < 55; count += 1) await app.api.post(`/projects/${_id}/link`).set(owner.auth)
  expect((await app.api.get(`/projects/${_id}`).set(owner.auth)).status).toBe(200)
})

test('an account cannot reach another account’s data by any of its ids', async () => {
  const project = await givenProject(app.api)
  const comment = await givenComment(app.api, project._id)
  const { body: link } = await app.api.post(`/projects/${project._id}/link`).set(project.owner.auth)
  const thief = await givenUser(app.api, { name: 'Tom Rook' })
  const tries = [project._id, link.id].flatMap((id) => [
    app.api.put(`/projects/${id}`).send({ name: 'Taken' }),
    app.api.delete(`/projects/${id}`),
    app.api.patch(`/projects/${id}/settings`).send({ permission: 'manage' }),
    app.api.post(`/projects/${id}/link`),
    app.api.delete(`/projects/${id}/comments/${comment._id}`),
  ])

  const answers = await Promise.all(tries.map((request) => request.set(thief.auth)))

  expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(404), ...Array(5).fill(403)])
  expect((await app.api.get('/projects').set(thief.auth)).body).toEqual([])
  const untouched = (await app.api.get(`/projects/${link.id}?image=none`)).body
  expect(untouched).toMatchObject({ name: project.name, link: { id: link.id, permission: 'comment' } })
  expect(untouched.comments).toHaveLength(1)
})

test.each(['patch', 'post'] as const)('%s returns the link, as the API document says', async (method) => {
  const { _id, owner } = await givenProject(app.api)
  const path = `/projects/${_id}/${method === 'patch' ? 'settings' : 'link'}`
  const request = app.api[method](path).set(owner.auth)
  const answer = await (method === 'patch' ? request.send({ closed: false }) : request)
  const { paths } = (await app.api.get('/openapi.json')).body
  const described = paths[path.replace(_id, '{projectId}')][method].responses[200].content['application/json']
  expect(described.schema.$ref).toBe('#/components/schemas/Link')
  expect(linkSchema.parse(answer.body)).toEqual(answer.body)
})

test('a password is not set when the login ends while its hash is made', async () => {
  const { _id, owner } = await givenProject(app.api)
  const user = await findActorUser(app.config, owner.token)
  const actor = { ...stranger, token: 'valid' as const, user }
  // Called right before the hash is made.
  const countPassword = async () => void (await app.api.post('/users/logout').set(owner.auth).expect(204))

  const change = changeSettings({ config: app.config, countPassword }, actor, _id, {
    password: 'sesame seeds',
  })

  await expect(change).rejects.toMatchObject({ code: 'session_ended' })
  expect((await app.api.get(`/projects/${_id}`)).status).toBe(200)
})
