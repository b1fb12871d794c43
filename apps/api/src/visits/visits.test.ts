import { expect, test } from 'vitest'
import { recordedVisitSchema } from '@pinmark/shared/entities/project'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { ProjectModel } from '../projects/project.record'
import { VisitModel } from './visit.record'
import { givenComment, givenGuest, givenProject, givenReply, givenSettings } from '../../test/given-project'

const app = sharedTestApp()

type Headers = Record<string, string>
const see = (projectId: string, number: unknown, headers: Headers = {}) =>
  app.api.post(`/projects/${projectId}/visit`).set(headers).send({ number })
const open = (projectId: string, number: number, headers: Headers) =>
  app.api.post(`/projects/${projectId}/visit`).set(headers).send({ number, alone: true })
const visitOf = async (projectId: string, headers: Headers) =>
  (await app.api.get(`/projects/${projectId}?image=none`).set(headers)).body.visit
const inProject = async (publicId: string) => ({
  project: (await ProjectModel.findOne({ publicId }).orFail())._id,
})

test('a returning browser gets its own reading position, and no other', async () => {
  const { _id } = await givenProject(app.api)
  const [ana, ben] = [givenGuest(), givenGuest()]
  for (let count = 0; count < 3; count += 1) await givenComment(app.api, _id)
  expect(await visitOf(_id, ana)).toBeNull()

  const { body } = await see(_id, 2, ana)
  expect(recordedVisitSchema.parse(body).visit).toMatchObject({ lastSeenNumber: 2 })
  expect(await visitOf(_id, ana)).toEqual(body.visit)
  expect(await visitOf(_id, ben)).toBeNull()
})

test('a reading position never moves backwards or beyond the last comment', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  for (let count = 0; count < 2; count += 1) await givenComment(app.api, _id)
  expect((await see(_id, 2, ana)).body.visit.lastSeenNumber).toBe(2)
  expect((await see(_id, 1, ana)).body.visit.lastSeenNumber).toBe(2)
  expect((await see(_id, 999_999, ana)).body.visit.lastSeenNumber).toBe(2)
  for (const number of [-1, 1.5, '2', null])
    expect((await see(_id, number, ana)).body.code).toBe('visit_not_valid')
})

test('a thread that was opened alone stays read when another tab reads up to an earlier one', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  for (let count = 0; count < 4; count += 1) await givenComment(app.api, _id)
  await see(_id, 1, ana)
  await open(_id, 2, ana)
  await open(_id, 4, ana)

  const { visit } = (await see(_id, 3, ana)).body
  expect(visit.lastSeenNumber).toBe(3)
  expect(Object.keys(visit.read)).toEqual(['4'])
  expect((await see(_id, 4, ana)).body.visit).not.toHaveProperty('read')
})

test('concurrent visits are stored once', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  await givenComment(app.api, _id)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => see(_id, index % 2, ana)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await visitOf(_id, ana)).lastSeenNumber).toBe(1)
})

test('a visit without a guest secret is accepted but not stored', async () => {
  const { _id } = await givenProject(app.api)
  expect(await see(_id, 1)).toMatchObject({ status: 200, body: { visit: null } })
  expect(await visitOf(_id, {})).toBeNull()
})

test('the dashboard counts the threads of others that the owner has not read', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const newThreads = async () => (await app.api.get('/projects?image=none').set(auth)).body[0].stats.new

  await givenComment(app.api, project._id)
  await givenComment(app.api, project._id, {}, auth)
  const third = await givenComment(app.api, project._id)
  expect(await newThreads()).toBe(2)
  await see(project._id, 1, auth)
  expect(await newThreads()).toBe(1)
  await app.api.delete(`/projects/${project._id}/comments/${third._id}`).set(auth)
  expect(await newThreads()).toBe(0)
  await givenComment(app.api, project._id)
  expect(await newThreads()).toBe(1)
  await see(project._id, 4, auth)
  expect(await newThreads()).toBe(0)
})

test('a thread with a new answer of another person is new again, and counts once', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const newThreads = async () => (await app.api.get('/projects?image=none').set(auth)).body[0].stats.new
  const seen = await givenComment(app.api, project._id)
  const own = await givenComment(app.api, project._id, {}, auth)
  await givenReply(app.api, project._id, seen._id)
  await givenReply(app.api, project._id, own._id)
  expect(await newThreads()).toBe(2)
  await see(project._id, 2, auth)
  expect(await newThreads()).toBe(0)

  await givenReply(app.api, project._id, own._id, {}, auth)
  expect(await newThreads()).toBe(0)
  await givenReply(app.api, project._id, seen._id)
  const second = await givenReply(app.api, project._id, seen._id)
  expect(await newThreads()).toBe(1)
  await givenReply(app.api, project._id, (await givenComment(app.api, project._id))._id)
  expect(await newThreads()).toBe(2)

  await app.api.delete(`/projects/${project._id}/comments/${second._id}`).set(auth)
  expect(await newThreads()).toBe(2)
  await see(project._id, 2, auth)
  expect(await newThreads()).toBe(1)
})

test('an owner reads one thread at a time, and the others stay new', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const newThreads = async () => (await app.api.get('/projects?image=none').set(auth)).body[0].stats.new
  const threads = []
  for (let count = 0; count < 3; count += 1) threads.push(await givenComment(app.api, project._id))
  const [first, second] = threads

  const { body } = await open(project._id, 2, auth)
  expect(recordedVisitSchema.parse(body).visit).toMatchObject({
    lastSeenNumber: 0,
    read: { 2: expect.any(String) },
  })
  expect(await visitOf(project._id, auth)).toEqual(body.visit)
  expect(await newThreads()).toBe(2)

  await givenReply(app.api, project._id, second?._id ?? '')
  expect(await newThreads()).toBe(3)
  await open(project._id, 2, auth)
  expect(await newThreads()).toBe(2)
  await givenReply(app.api, project._id, first?._id ?? '')
  await open(project._id, 1, auth)
  expect(await newThreads()).toBe(1)

  expect((await see(project._id, 3, auth)).body.visit).toEqual({ lastSeenNumber: 3, at: expect.any(String) })
  expect(await newThreads()).toBe(0)
})

test.each([-4, 4])(
  'a reply by a clock that is %i minutes off is new until its thread is read',
  async (minutes) => {
    const project = await givenProject(app.api)
    const { auth } = project.owner
    const newThreads = async () => (await app.api.get('/projects?image=none').set(auth)).body[0].stats.new
    const { _id } = await givenComment(app.api, project._id)
    await open(project._id, 1, auth)

    const createdAt = new Date(Date.now() + minutes * 60_000).toISOString()
    const reply = { commenter: 'Tom', text: 'Of another hour', createdAt }
    await app.api.post(`/projects/${project._id}/comments/${_id}/replies`).send(reply).expect(201)
    expect(await newThreads()).toBe(1)
    await open(project._id, 1, auth)
    expect(await newThreads()).toBe(0)
  },
)

test('a reply that the page has not received stays new when everything is marked as read', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const newThreads = async () => (await app.api.get('/projects?image=none').set(auth)).body[0].stats.new
  const { _id } = await givenComment(app.api, project._id)
  const { createdAt } = await givenReply(app.api, project._id, _id)
  const seeUntil = async (until: string) =>
    (await app.api.post(`/projects/${project._id}/visit`).set(auth).send({ number: 1, until })).body.visit
  const before = new Date(Date.parse(createdAt) - 1).toISOString()

  expect(await seeUntil(before)).toEqual({ lastSeenNumber: 1, at: before })
  expect(await newThreads()).toBe(1)
  expect(await seeUntil(createdAt)).toEqual({ lastSeenNumber: 1, at: createdAt })
  expect(await newThreads()).toBe(0)
  expect(await seeUntil(before)).toEqual({ lastSeenNumber: 1, at: createdAt })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await seeUntil(tomorrow)).at < tomorrow).toBe(true)
})

test('a guest who has read only old replies is known for ninety days from now on', async () => {
  const { _id } = await givenProject(app.api)
  const old = '2026-01-01T00:00:00.000Z'
  const read = (body: object) =>
    app.api
      .post(`/projects/${_id}/visit`)
      .set(givenGuest())
      .send({ number: 0, until: old, ...body })
  expect((await read({})).body.visit.at).toBe(old)
  const { at } = await VisitModel.findOne(await inProject(_id))
    .lean()
    .orFail()
  expect(at.getTime()).toBeGreaterThan(Date.parse(old))
})

test('a visit of an earlier version keeps the time up to which it has read replies', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  await givenComment(app.api, _id)
  const { visit } = (await see(_id, 0, ana)).body
  const earlier = { $set: { at: new Date(visit.at) }, $unset: { until: 1 } }
  await VisitModel.updateOne(await inProject(_id), earlier)
  expect(await visitOf(_id, ana)).toEqual(visit)
  expect((await open(_id, 1, ana)).body.visit).toEqual({ ...visit, read: { 1: expect.any(String) } })
})

test('the first visit of a guest reads everything, though they opened one thread', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  for (let count = 0; count < 2; count += 1) await givenComment(app.api, _id)
  expect((await open(_id, 1, ana)).body.visit).toEqual({ lastSeenNumber: 2, at: expect.any(String) })
  await givenComment(app.api, _id)
  expect((await open(_id, 3, ana)).body.visit).toMatchObject({
    lastSeenNumber: 2,
    read: { 3: expect.any(String) },
  })
})

test('a closed or unknown project stores no visit', async () => {
  const project = await givenProject(app.api)
  await givenSettings(app.api, project, { closed: true })
  expect((await see(project._id, 0, givenGuest())).status).toBe(404)
  expect((await see('A'.repeat(22), 0)).status).toBe(404)
})

test('a network can add only a limited number of browsers a day to a project; known browsers can still be updated', async () => {
  const strict = await givenTestApp({ rates: { visitorOfDay: 2 } })
  const [{ _id }, other] = [await givenProject(strict.api), await givenProject(strict.api)]
  await givenComment(strict.api, _id)
  const visit = (guest: Headers, id = _id, number = 0) =>
    strict.api.post(`/projects/${id}/visit`).set(guest).send({ number })
  const guests = Array.from({ length: 4 }, givenGuest)
  const answers = []
  for (const guest of guests) answers.push((await visit(guest)).body.visit !== null)

  expect(answers).toEqual([true, true, false, false])
  expect((await visit(guests[0] ?? {}, _id, 1)).body.visit).toMatchObject({ lastSeenNumber: 1 })
  expect((await visit(guests[3] ?? {}, other._id)).body.visit).not.toBeNull()
})

test('above the limit of a network in a project, visits are answered and not stored, and comments are', async () => {
  const strict = await givenTestApp({ rates: { visit: 3 } })
  const [{ _id }, other] = [await givenProject(app.api), await givenProject(app.api)]
  const ana = givenGuest()
  const read = (id: string, number: number) =>
    strict.api.post(`/projects/${id}/visit`).set(ana).send({ number, alone: true }).expect(200)
  for (let count = 0; count < 4; count += 1) await givenComment(app.api, _id)
  await see(_id, 0, ana)

  for (const number of [1, 2, 3])
    expect((await read(_id, number)).body.visit.read).toHaveProperty(`${number}`)
  expect((await read(_id, 4)).body).toEqual({ visit: null })

  expect(Object.keys((await visitOf(_id, ana)).read)).toEqual(['1', '2', '3'])
  for (let count = 0; count < 3; count += 1) expect((await read(other._id, 0)).body.visit).not.toBeNull()
  await givenComment(strict.api, other._id)
})

test('visits of guests expire after ninety days, those of accounts do not', async () => {
  const indexes = await VisitModel.collection.indexes()
  expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toMatchObject([
    {
      key: { at: 1 },
      expireAfterSeconds: 90 * 86_400,
      partialFilterExpression: { visitor: { $gte: 'guest:', $lt: 'guest;' } },
    },
  ])
})

test('until the first comment, a designer learns whether anyone else has seen the project', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const ana = givenGuest()
  const isSeen = async (headers: Headers) =>
    (await app.api.get(`/projects/${project._id}?image=none`).set(headers)).body.isSeen

  await see(project._id, 0, auth)
  expect(await isSeen(auth)).toBe(false)
  await see(project._id, 0, ana)
  expect(await isSeen(auth)).toBe(true)
  expect(await isSeen(ana)).toBeUndefined()

  await givenComment(app.api, project._id)
  expect(await isSeen(auth)).toBeUndefined()
})
