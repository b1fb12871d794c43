import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { startTestApp, type TestApp } from '../../../test/app-under-test'
import { givenComment, givenGuest, givenProject, givenSettings, newKey } from '../../../test/given-project'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.stop())

const body = { commenter: 'Ana Ruiz', text: 'Could this be calmer?', x: 120, y: 80 }
const add = (projectId: string, headers: Record<string, string> = {}, change: object = {}) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .set(headers)
    .send({ ...body, ...change })
const commentsOf = async (projectId: string): Promise<Comment[]> =>
  (await app.api.get(`/projects/${projectId}?image=none`)).body.comments

test('the same key and body again gets the stored comment, and takes no number', async () => {
  const { _id } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey(), ...givenGuest() }
  const first = await add(_id, headers)
  const again = await add(_id, headers)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect((await givenComment(app.api, _id)).number).toBe(2)
})

test('the same key with another body, for another thread or for a reply is refused', async () => {
  const { _id } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey() }
  const { body: thread } = await add(_id, headers)

  const other = await add(_id, headers, { text: 'Something else' })
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  const asReply = await app.api
    .post(`/projects/${_id}/comments/${thread._id}/replies`)
    .set(headers)
    .send({ commenter: 'Ana Ruiz', text: body.text })
  expect(asReply.status).toBe(422)
  expect(await commentsOf(_id)).toMatchObject([{ text: body.text, replies: [] }])
})

test('without a key, the same words by the same browser are the same comment', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  const createdAt = new Date().toISOString()
  const first = await add(_id, ana, { createdAt })
  expect((await add(_id, ana, { createdAt })).body).toEqual(first.body)
  expect((await add(_id, givenGuest(), { createdAt })).body._id).not.toBe(first.body._id)
  const later = new Date(Date.now() + 1_000).toISOString()
  expect((await add(_id, ana, { createdAt: later })).body._id).not.toBe(first.body._id)
})

test('the same request many times at once is one comment, and the counts know it', async () => {
  const { _id } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey() }
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(_id, headers)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
  expect(await commentsOf(_id)).toHaveLength(1)
  expect((await app.api.get(`/projects/${_id}`)).body.stats).toEqual({ open: 1, total: 1 })
})

test('a reply many times at once is one reply', async () => {
  const { _id } = await givenProject(app.api)
  const thread = await givenComment(app.api, _id)
  const reply = () =>
    app.api
      .post(`/projects/${_id}/comments/${thread._id}/replies`)
      .set('Idempotency-Key', 'one and the same')
      .send({ commenter: 'Ben Okoro', text: 'Yes.' })
  const answers = await Promise.all(Array.from({ length: 12 }, reply))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
  expect((await commentsOf(_id))[0]?.replies).toHaveLength(1)
})

test('a guest who signs in before the retry gets the comment of before, and none a second time', async () => {
  const { _id, owner } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey(), ...givenGuest() }
  const first = await add(_id, headers)
  const again = await add(_id, { ...headers, ...owner.auth })
  expect(again).toMatchObject({ status: 201, body: { _id: first.body._id, number: 1 } })
  expect(await commentsOf(_id)).toMatchObject([{ commenter: body.commenter }])
})

test('one key serves two projects', async () => {
  const [one, other] = await Promise.all([givenProject(app.api), givenProject(app.api)])
  const headers = { 'Idempotency-Key': newKey() }
  const answers = await Promise.all([add(one._id, headers), add(other._id, headers)])
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(2)
})

test('the retry gets the comment as it is by now', async () => {
  const { _id, owner } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey(), ...givenGuest() }
  const { body: comment } = await add(_id, headers)
  await app.api.patch(`/projects/${_id}/comments/${comment._id}`).set(owner.auth).send({ resolved: true })
  expect((await add(_id, headers)).body).toMatchObject({ _id: comment._id, resolved: { by: 'Mara Hald' } })
})

test('a retry after the link was closed is not found, like everything else there', async () => {
  const project = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey() }
  await add(project._id, headers)
  await givenSettings(app.api, project, { closed: true })
  expect((await add(project._id, headers)).status).toBe(404)
})

test('a key that is too long or not plain text is refused', async () => {
  const { _id } = await givenProject(app.api)
  const tooLong = await add(_id, { 'Idempotency-Key': 'k'.repeat(201) })
  expect(tooLong).toMatchObject({ status: 400, body: { code: 'idempotency_key_not_valid' } })
  expect((await add(_id, { 'Idempotency-Key': 'k\u00e9y' })).body.code).toBe('idempotency_key_not_valid')
})
