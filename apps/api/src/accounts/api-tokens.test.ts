import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { sharedTestApp } from '../../test/app-under-test'
import { readEvents } from '../../test/event-reader'
import { givenComment, givenGuest, givenProject } from '../../test/given-project'
import { givenApiToken } from '../../test/given-api-token'
import { givenUser, type GivenUser } from '../../test/given-user'
import { scanDatabase } from '../../test/scan-database'

/** Two processes on one database. */
const [here, there] = [sharedTestApp(), sharedTestApp()]

async function givenToken({ auth, password }: GivenUser, scope: string, given: { endsAt?: string } = {}) {
  const answer = await here.api
    .post('/users/me/tokens')
    .set(auth)
    .send({ name: 'Weekly report', scope, password, ...given })
  expect(answer.status).toBe(201)
  const token = String(answer.body.token)
  return { id: String(answer.body._id), token, auth: { Authorization: `Bearer ${token}` } }
}

test('a token is shown once, and only its hash is stored', async () => {
  const user = await givenUser(here.api)
  const { id, token } = await givenToken(user, 'read')

  expect(token).toMatch(/^pinmark_[0-9A-Za-z]{49}$/)
  const list = await here.api.get('/users/me/tokens').set(user.auth)
  expect(list.body).toEqual([
    {
      ...{ _id: id, name: 'Weekly report', scope: 'read', projects: null, lastFour: token.slice(-4) },
      ...{ createdAt: expect.any(String), endsAt: null, lastUsedAt: null },
    },
  ])
  const secret = token.slice('pinmark_'.length, -6)
  expect(await scanDatabase([token, secret])).toEqual({ [token]: [], [secret]: [] })
  expect(here.log.join('\n')).not.toContain(secret)
})

test('a token acts for its account in every process, and its last use is stored to the hour', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const { auth } = await givenToken(user, 'manage')
  const lastUse = async () => (await here.api.get('/users/me/tokens').set(user.auth)).body[0].lastUsedAt

  expect((await there.api.get('/users/me').set(auth)).body).toMatchObject({ email: user.email })
  const renamed = await there.api.put(`/projects/${project._id}`).set(auth).send({ name: 'By a script' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'By a script' } })
  const first = await lastUse()
  expect(first).toEqual(expect.any(String))
  await there.api.get('/users/me').set(auth)
  expect(await lastUse()).toBe(first)
})

test('a token outside of its scope is refused with the reason, and a project lists the rights of the token', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const { auth } = await givenToken(user, 'read')
  const write = await here.api
    .post(`/comment/add/${project._id}`)
    .set(auth)
    .send({ commenter: 'Mara', text: 'No', x: 1, y: 1 })
  expect(write.body).toEqual({
    error: 'This API token may not do this. It needs the scope comment.',
    code: 'token_scope_too_small',
    params: { scope: 'comment' },
  })
  const { body } = await here.api.get(`/projects/${project._id}?image=none`).set(auth)
  expect(body).toMatchObject({ isOwner: true, can: { comment: false, rename: false, manage: false } })
  expect(body.comments).toEqual([])
  expect((await here.api.get('/users/me/tokens').set(auth)).body).toMatchObject({ code: 'login_needed' })
})

test('comments sent at the same moment are each checked against their own token', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const [reads, writes] = [await givenToken(user, 'read'), await givenToken(user, 'comment')]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      here.api
        .post(`/comment/add/${project._id}`)
        .set((at % 2 === 0 ? writes : reads).auth)
        .send({ commenter: 'Mara', text: `Comment ${at}`, x: 1, y: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 === 0 ? 201 : 403)))
})

test('a token for commenting cannot delete the comments of others', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const comment = await givenComment(here.api, project._id, {}, givenGuest())
  const { auth } = await givenToken(user, 'comment')
  const path = `/projects/${project._id}/comments/${comment._id}`
  expect((await here.api.delete(path).set(auth)).status).toBe(403)
  expect((await here.api.patch(path).set(auth).send({ resolved: true })).status).toBe(200)
})

test('a token that is bound to projects reaches nothing else', async () => {
  const user = await givenUser(here.api)
  const [bound, other] = [
    await givenProject(here.api, { owner: user }),
    await givenProject(here.api, { owner: user }),
  ]
  const foreign = await givenProject(here.api, { linkPermission: 'manage' })
  const { auth, projects } = await givenApiToken(here.api, user, { projects: [bound._id] })
  expect(projects).toEqual([bound._id])

  for (const app of [here, there]) {
    const { api } = app
    expect(
      (await api.get('/projects?image=none').set(auth)).body.map(({ _id }: ProjectSummary) => _id),
    ).toEqual([bound._id])
    expect((await api.get(`/projects/${bound._id}?image=none`).set(auth)).status).toBe(200)
    for (const id of [other._id, other.link.id, foreign.link.id]) {
      const answers = await Promise.all([
        api.get(`/projects/${id}?image=none`).set(auth),
        api.get(`/projects/${id}/export`).set(auth),
        api.get(`/projects/${id}/events`).set(auth),
        api.post(`/comment/add/${id}`).set(auth).send({ commenter: 'Bot', text: 'Here', x: 1, y: 1 }),
        api.put(`/projects/${id}`).set(auth).send({ name: 'Taken' }),
        api.delete(`/projects/${id}`).set(auth),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
    for (const path of ['/users/me/webhooks', '/users/me/notices', '/users/export'])
      expect(await api.get(path).set(auth)).toMatchObject({
        status: 403,
        body: { code: 'token_of_projects' },
      })
    expect(await api.post('/projects').set(auth).send({})).toMatchObject({
      status: 403,
      headers: { 'x-error-code': 'token_of_projects' },
    })
    // The copy would be another project of the account.
    expect((await api.post(`/projects/${bound._id}/copy`).set(auth)).body.code).toBe('token_of_projects')
  }
  // It follows the project to a new link.
  await here.api.post(`/projects/${bound._id}/link`).set(user.auth).expect(200)
  expect((await there.api.get(`/projects/${bound._id}?image=none`).set(auth)).status).toBe(200)
})

test('a token is bound to projects of its account only', async () => {
  const user = await givenUser(here.api)
  const foreign = await givenProject(here.api)
  const bind = (projects: unknown) =>
    here.api.post('/users/me/tokens').set(user.auth).send({ name: 'Bot', scope: 'read', projects })
  expect((await bind([foreign._id])).body.code).toBe('project_not_found')
  expect((await bind([foreign.link.id])).body.code).toBe('project_not_found')
  for (const wrong of [[], ['x'], 'all', Array.from({ length: 51 }, () => foreign._id)])
    expect((await bind(wrong)).body.code).toBe('token_projects_not_valid')
  const { _id } = await givenProject(here.api, { owner: user })
  expect((await bind([_id, _id])).body.projects).toEqual([_id])
})

test('a revoked token ends at once in all processes, with the live pages that use it', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const { id, auth } = await givenToken(user, 'read')
  const page = await readEvents(there, project._id, auth)
  await page.next(({ type }) => type === 'presence')

  await here.api.delete(`/users/me/tokens/${id}`).set(user.auth).expect(204)

  const ended = await there.api.get('/users/me').set(auth)
  expect(ended).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  await page.ended
  expect((await here.api.delete(`/users/me/tokens/${id}`).set(user.auth)).body).toMatchObject({
    code: 'token_not_found',
  })
})

test('live pages end with their token, even if the process that deleted it died right after', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const { id, auth } = await givenToken(user, 'read')
  const page = await readEvents(there, project._id, auth)
  await page.next(({ type }) => type === 'presence')

  await mongoose.connection.collection<{ _id: string }>('apiTokens').deleteOne({ _id: id })

  await expect(page.ended).resolves.toBeUndefined()
})

test('an expired token is invalid, also for an open page', async () => {
  const user = await givenUser(here.api)
  const project = await givenProject(here.api, { owner: user })
  const endsAt = new Date(Date.now() + 4_000).toISOString()
  const { auth } = await givenToken(user, 'read', { endsAt })
  const page = await readEvents(there, project._id, auth)
  expect(page.status).toBe(200)
  await page.ended
  await expect.poll(async () => (await there.api.get('/users/me').set(auth)).status).toBe(401)
  expect(new Date().toISOString() >= endsAt).toBe(true)
})

test('a token of another account cannot be seen or revoked, and a deleted account has none', async () => {
  const [user, thief] = [await givenUser(here.api), await givenUser(here.api)]
  const { id, auth } = await givenToken(user, 'manage')
  expect((await here.api.delete(`/users/me/tokens/${id}`).set(thief.auth)).status).toBe(404)
  expect((await here.api.get('/users/me/tokens').set(thief.auth)).body).toEqual([])
  await here.api.post('/users/deletion').set(user.auth).send({ password: user.password }).expect(204)
  expect((await there.api.get('/users/me').set(auth)).status).toBe(401)
})

test.each([
  [{ name: '', scope: 'read' }, 400, 'name_required'],
  [{ name: 'x'.repeat(61), scope: 'read' }, 400, 'token_name_too_long'],
  [{ name: 'Report', scope: 'all' }, 400, 'token_scope_unknown'],
  [{ name: 'Report', scope: 'read', endsAt: 'tomorrow' }, 400, 'date_not_valid'],
  [{ name: 'Report', scope: 'read', endsAt: new Date(0).toISOString() }, 400, 'token_end_past'],
])('a token like %j is refused', async (body, status, code) => {
  const { auth } = await givenUser(here.api)
  expect(await here.api.post('/users/me/tokens').set(auth).send(body)).toMatchObject({
    status,
    body: { code },
  })
})

test('a token that writes needs the password of the account, and one that reads does not', async () => {
  const { auth, password } = await givenUser(here.api)
  const make = (body: object) =>
    here.api
      .post('/users/me/tokens')
      .set(auth)
      .send({ name: 'Build', ...body })
  for (const scope of ['comment', 'manage']) {
    expect((await make({ scope })).body.code).toBe('password_required')
    expect((await make({ scope, password: 'guess' })).body.code).toBe('wrong_current_password')
  }
  expect((await here.api.get('/users/me/tokens').set(auth)).body).toEqual([])
  for (const body of [{ scope: 'read' }, { scope: 'comment', password }])
    expect((await make(body)).status).toBe(201)
})

test('of twenty tokens created at once, exactly as many succeed as the account has room for', async () => {
  const user = await givenUser(here.api)
  for (let count = 0; count < 48; count += 1) await givenToken(user, 'read')
  const create = (name: string) =>
    here.api.post('/users/me/tokens').set(user.auth).send({ name, scope: 'read' })

  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`Number ${index}`)))

  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'token_limit_reached')
  expect([created.length, refused.length]).toEqual([2, 18])
  expect((await here.api.get('/users/me/tokens').set(user.auth)).body).toHaveLength(50)
})
