import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { commentSchema, type Comment } from '@pinmark/shared/entities/comment'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import {
  design,
  givenComment,
  givenGuest,
  givenProject,
  givenSettings,
  newKey,
} from '../../test/given-project'
import { ProjectModel } from '../projects/project.record'

const app = sharedTestApp()

const body = { commenter: 'Ana Ruiz', text: 'Could this be calmer?', x: 120, y: 80 }
const add = (projectId: string, change: object = {}, headers: Record<string, string> = {}) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .set(headers)
    .send({ ...body, ...change })
const commentsOf = async (projectId: string): Promise<Comment[]> =>
  (await app.api.get(`/projects/${projectId}?image=none`)).body.comments

test('a new comment is returned as stored, with its number, on the newest version', async () => {
  const project = await givenProject(app.api)
  const secret = givenGuest()

  const first = await add(project._id, {}, secret)
  const second = await add(project._id, { text: 'And this?' }, secret)

  expect(first.status).toBe(201)
  const comment = commentSchema.parse(first.body)
  expect(comment).toMatchObject({
    ...body,
    number: 1,
    kind: 'pin',
    w: null,
    h: null,
    resolved: null,
    replies: [],
  })
  expect(comment).toMatchObject({
    byOwner: false,
    mine: true,
    can: { edit: true, delete: true, resolve: true },
  })
  expect(second.body.number).toBe(2)
  const opened = (await app.api.get(`/projects/${project._id}?image=none`).set(secret)).body
  expect(opened.comments).toEqual([first.body, second.body])
  expect(comment.version).toBe(opened.designs[0].versions[0]._id)
})

test('text keeps its form except for line ends; names are composed and trimmed', async () => {
  const { _id } = await givenProject(app.api)
  const text = '  <b>"quoted"</b> $ne {{x}}\r\n\ttab é 👩‍👩‍👧 مرحبا  '
  const answer = await add(_id, { text, commenter: '  Zoe\u0308   Łuk ' })
  expect(answer.body).toMatchObject({ text: text.replace('\r\n', '\n'), commenter: 'Zoë Łuk' })
})

test.each([
  ['commenter', ' ', 'commenter_required'],
  ['commenter', undefined, 'commenter_required'],
  ['commenter', { $ne: 1 }, 'forbidden_key'],
  ['commenter', 'x'.repeat(61), 'commenter_too_long'],
  ['commenter', 'Ana\u202eziuR', 'name_has_hidden_characters'],
  ['text', '', 'text_required'],
  ['text', '\n\u200b ', 'text_required'],
  ['text', ['a'], 'text_required'],
  ['text', 'x'.repeat(5_001), 'text_too_long'],
  ['text', 'bell\u0007', 'text_has_control_characters'],
  ['text', 'half \ud83d', 'text_has_control_characters'],
  ['x', undefined, 'position_required'],
  ['x', '12', 'position_required'],
  ['y', null, 'position_required'],
  ['x', -0.01, 'position_outside'],
  ['x', 400.01, 'position_outside'],
  ['y', 300.01, 'position_outside'],
  ['y', 1e308, 'position_outside'],
  ['kind', 'arrow', 'kind_unknown'],
  ['kind', 'region', 'region_size_required'],
  ['createdAt', 'yesterday', 'date_not_valid'],
  ['version', 'A'.repeat(22), 'design_not_found'],
  ['version', 'short', 'bad_request'],
])('a comment whose %s is %j is refused as %s and stores nothing', async (field, value, code) => {
  const { _id } = await givenProject(app.api)
  const answer = await add(_id, { [field]: value })
  expect(answer.body.code).toBe(code)
  expect([400, 404]).toContain(answer.status)
  expect(await commentsOf(_id)).toEqual([])
  expect((await givenComment(app.api, _id)).number).toBe(1)
})

test('the corner pixels belong to the image', async () => {
  const { _id } = await givenProject(app.api)
  for (const x of [0, design.width]) {
    for (const y of [0, design.height]) expect((await add(_id, { x, y })).body).toMatchObject({ x, y })
  }
})

test('a region must have both its corners on the image', async () => {
  const { _id } = await givenProject(app.api)
  const region = { kind: 'region', x: 10.1, y: 0, w: 389.9, h: 300 }
  expect((await add(_id, region)).body).toMatchObject(region)
  expect((await add(_id, { ...region, w: 390 })).body.code).toBe('position_outside')
  expect((await add(_id, { ...region, h: 0 })).body.code).toBe('region_size_required')
})

test('a comment on the whole design needs no place', async () => {
  const { _id } = await givenProject(app.api)
  const answer = await add(_id, { kind: 'design', x: undefined, y: undefined })
  expect(answer.body).toMatchObject({ kind: 'design', x: 0, y: 0, w: null, h: null })
})

test("the browser's time is used while it is close to the server's", async () => {
  const { _id } = await givenProject(app.api)
  const told = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const [near, past, future] = [told(-4), told(-6), told(6)]
  expect((await add(_id, { createdAt: near })).body.createdAt).toBe(near)
  expect((await add(_id, { createdAt: past })).body.createdAt > past).toBe(true)
  expect((await add(_id, { createdAt: future })).body.createdAt < future).toBe(true)
  const withOffset = near.replace('Z', '+00:00')
  expect((await add(_id, { createdAt: withOffset })).body.createdAt).toBe(near)
})

test("the owner's name is reserved: guests and other accounts have to use another", async () => {
  const project = await givenProject(app.api)
  const other = await givenProject(app.api)
  for (const commenter of [
    'Mara Hald',
    'MARA  HALD',
    'Ｍａｒａ Hald',
    'Ma\u200Dra Hald',
    'Mara\uFE0F Hald',
    'Mara\u2800Hald',
    'Μara Hald',
    'Mara Halԁ ✓',
  ]) {
    for (const headers of [{}, { Authorization: 'Bearer ended' }]) {
      const answer = await add(project._id, { commenter }, headers)
      expect(answer).toMatchObject({ status: 400, body: { code: 'commenter_is_owner' } })
    }
  }
  expect((await add(other._id, { commenter: 'Mara Haldén' })).status).toBe(201)
  const own = await add(project._id, { commenter: 'Somebody else' }, project.owner.auth)
  expect(own.body).toMatchObject({ commenter: 'Mara Hald', byOwner: true, mine: true })
})

test('a guest’s name cannot claim a role, but can contain such a word', async () => {
  const project = await givenProject(app.api)
  const { _id } = await givenComment(app.api, project._id)
  const reply = (commenter: string) =>
    app.api
      .post(`/projects/${project._id}/comments/${_id}/replies`)
      .send({ commenter, text: 'So it is decided.' })
  for (const commenter of ['Owner (Anna)', 'Dеѕіgnеr: Anna']) {
    const refused = { status: 400, body: { code: 'commenter_claims_role' } }
    expect(await add(project._id, { commenter })).toMatchObject(refused)
    expect(await reply(commenter)).toMatchObject(refused)
  }
  for (const commenter of ['Anna Owens', 'Designer Outlet']) {
    expect((await add(project._id, { commenter, text: `By ${commenter}` })).status).toBe(201)
  }
  expect((await add(project._id, { commenter: 'The owner' }, project.owner.auth)).status).toBe(201)
})

test('a comment is mine by the secret of my browser or by my account only', async () => {
  const project = await givenProject(app.api)
  const [ana, ben] = [givenGuest(), givenGuest()]
  await givenComment(app.api, project._id, { text: 'by Ana' }, ana)
  await givenComment(app.api, project._id, { text: 'by the owner' }, { ...project.owner.auth, ...ana })
  await givenComment(app.api, project._id, { text: 'by nobody' })

  const mine = async (headers: Record<string, string>) => {
    const { body: opened } = await app.api.get(`/projects/${project._id}?image=none`).set(headers)
    return opened.comments.filter((comment: Comment) => comment.mine).map((comment: Comment) => comment.text)
  }
  expect(await mine(ana)).toEqual(['by Ana'])
  expect(await mine(ben)).toEqual([])
  expect(await mine({})).toEqual([])
  expect(await mine(project.owner.auth)).toEqual(['by the owner'])
})

test('a view-only, closed or unknown link accepts no comment, except from the owner', async () => {
  const project = await givenProject(app.api, { linkPermission: 'view' })
  const { auth } = project.owner
  expect((await add(project._id)).body.code).toBe('view_only')
  expect((await add(project._id, {}, auth)).status).toBe(201)
  await givenSettings(app.api, project, { permission: 'comment', closed: true })
  expect((await add(project._id)).body.code).toBe('project_not_found')
  expect((await add(project._id, { text: 'Still me' }, auth)).status).toBe(201)
  expect((await add('A'.repeat(22))).body.code).toBe('project_not_found')
})

test('an owner with an ended login is asked to log in where a guest is refused', async () => {
  const project = await givenProject(app.api, { linkPermission: 'view' })
  const answer = await add(project._id, {}, { Authorization: 'Bearer ended' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('concurrent comments get one number each', async () => {
  const { _id } = await givenProject(app.api)
  const comments = await Promise.all(Array.from({ length: 40 }, () => givenComment(app.api, _id)))
  const numbers = comments.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  const stored = await commentsOf(_id)
  expect(stored.map(({ number }) => number)).toEqual(numbers)
  expect(new Set(stored.map((comment) => comment._id))).toEqual(
    new Set(comments.map((comment) => comment._id)),
  )
})

test('a full project accepts no comments, until one is deleted', async () => {
  const small = await givenTestApp({ limits: { maxCommentsPerProject: 3 } })
  const { _id, owner } = await givenProject(small.api)
  const addHere = (key: string) =>
    small.api.post(`/comment/add/${_id}`).set({ 'Idempotency-Key': key }).send(body)

  const answers = await Promise.all(Array.from({ length: 9 }, () => addHere(newKey())))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const full = await addHere(newKey())
  expect(full).toMatchObject({ status: 409, body: { error: 'This project has reached its comment limit.' } })

  const accepted = answers.find(({ status }) => status === 201)?.body
  await small.api.delete(`/projects/${_id}/comments/${accepted._id}`).set(owner.auth)
  const key = newKey()
  const inFreedRoom = await addHere(key)
  expect(inFreedRoom.status).toBe(201)
  expect((await addHere(key)).body).toEqual(inFreedRoom.body)
  expect((await addHere(newKey())).status).toBe(409)
})

test('the owner may restore a comment up to the limit for their own, like adding one', async () => {
  const small = await givenTestApp({ limits: { maxCommentsPerProject: 3 } })
  const { _id, owner } = await givenProject(small.api)
  const guest = givenGuest()
  const comments = [
    await givenComment(small.api, _id, {}, owner.auth),
    await givenComment(small.api, _id, {}, guest),
    await givenComment(small.api, _id, {}, guest),
  ]
  const address = (index: number) => `/projects/${_id}/comments/${comments[index]?._id}`
  const restore = (index: number, headers: Record<string, string>) =>
    small.api.patch(address(index)).set(headers).send({ deleted: false })
  await small.api.delete(address(0)).set(owner.auth).expect(200)
  await small.api.delete(address(1)).set(guest).expect(200)
  for (let count = 0; count < 2; count += 1) await givenComment(small.api, _id)

  const full = { status: 409, body: { code: 'comment_limit_reached' } }
  expect(await restore(1, guest)).toMatchObject(full)
  expect((await restore(0, owner.auth)).status).toBe(200)
  expect(await restore(1, owner.auth)).toMatchObject(full)
})

test('comments in progress reserve their room before they are stored', async () => {
  const small = await givenTestApp({ limits: { maxCommentsPerProject: 3 } })
  const { _id } = await givenProject(small.api)
  await ProjectModel.updateOne({ publicId: _id }, { $inc: { size: 3, nextNumber: 3 } })
  const full = await small.api.post(`/comment/add/${_id}`).send(body)
  expect(full).toMatchObject({ status: 409, body: { error: 'This project has reached its comment limit.' } })
})

test('too many comments from one network are refused with a wait, in that project only', async () => {
  const strict = await givenTestApp({ rates: { comment: 2 } })
  const [one, other] = await Promise.all([givenProject(strict.api), givenProject(strict.api)])
  for (let count = 0; count < 2; count += 1) await givenComment(strict.api, one._id)

  const refused = await strict.api.post(`/comment/add/${one._id}`).send(body)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_comments' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await givenComment(strict.api, other._id)
})

test('requests with made-up ids write nothing to the database', async () => {
  const madeUp = [newKey(), newKey(), 'x'.repeat(5_000)]
  for (const id of madeUp) {
    for (const [method, rest] of [
      ['post', `/comment/add/${id}`],
      ['patch', `/projects/${id}/settings`],
      ['post', `/projects/${id}/pictures`],
      ['put', `/projects/${id}/reply-mail`],
    ] as const) {
      expect((await app.api[method](rest).send({})).status).toBeGreaterThanOrEqual(400)
    }
  }
  const { db } = mongoose.connection
  const windows = await db?.collection('rateWindows').find({}).toArray()
  const opened = windows?.filter(({ key }) => madeUp.some((id) => String(key).includes(id)))
  expect(opened).toEqual([])
})

test('edits, moves, resolves, deletes and renames of one network count together', async () => {
  const strict = await givenTestApp({ rates: { change: 6 } })
  const project = await givenProject(strict.api)
  const guest = givenGuest()
  const thread = await givenComment(strict.api, project._id, {}, guest)
  const address = `/projects/${project._id}/comments/${thread._id}`
  const patch = (change: object) => strict.api.patch(address).set(guest).send(change)
  await patch({ text: 'Said better' })
  await patch({ x: 1, y: 1 })
  await patch({ resolved: true })
  await strict.api.delete(address).set(guest)
  await strict.api.put(`/projects/${project._id}`).set(project.owner.auth).send({ name: 'Renamed' })

  for (const refused of [
    await patch({ deleted: false }),
    await strict.api.delete(address).set(guest),
    await strict.api.put(`/projects/${project._id}`).set(project.owner.auth).send({ name: 'Again' }),
    await strict.api.post(`/comment/add/${project._id}`).send(body),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_changes' } })
  }
  const { body: after } = await strict.api.get(`/projects/${project._id}?image=none`)
  expect(after).toMatchObject({ name: 'Renamed', comments: [] })
})

test('an edit counts by its text, and a move does not count', async () => {
  const strict = await givenTestApp({ rates: { comment: 2 } })
  const project = await givenProject(strict.api)
  const guest = givenGuest()
  const thread = await givenComment(strict.api, project._id, {}, guest)
  const patch = (change: object) =>
    strict.api.patch(`/projects/${project._id}/comments/${thread._id}`).set(guest).send(change)
  expect((await patch({ text: 'Said better' })).status).toBe(200)

  expect(await patch({ text: 'And again' })).toMatchObject({
    status: 429,
    body: { code: 'too_many_comments' },
  })
  expect((await patch({ x: 5, y: 5 })).status).toBe(200)
})
