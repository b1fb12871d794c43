import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, givenSettings, newKey } from '../../test/given-project'

const app = sharedTestApp({ trustProxyHops: 1 })

const body = { commenter: 'Ana Ruiz', text: 'Could this be calmer?', x: 120, y: 80 }
const add = (projectId: string, headers: Record<string, string> = {}, change: object = {}) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .set(headers)
    .send({ ...body, ...change })
/** The network of a client that sends neither secret nor token. */
const from = (address: string) => ({ 'X-Forwarded-For': address })
const reply = (projectId: string, threadId: string, headers: Record<string, string>, _id: string) =>
  app.api
    .post(`/projects/${projectId}/comments/${threadId}/replies`)
    .set(headers)
    .send({ _id, commenter: 'Ana Ruiz', text: 'I think so too.' })
/** Moves what is stored back in time. */
const givenStored = ({ _id }: { _id: string }, { hoursAgo }: { hoursAgo: number }) =>
  mongoose.connection
    .collection('comments')
    .updateOne({ publicId: _id }, { $set: { storedAt: new Date(Date.now() - hoursAgo * 3_600_000) } })
const commentsOf = async (projectId: string): Promise<Comment[]> =>
  (await app.api.get(`/projects/${projectId}?image=none`)).body.comments

test('a repeated request returns the stored comment, and uses no number', async () => {
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

test('without a key, the same text from the same browser is the same comment', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  const createdAt = new Date().toISOString()
  const first = await add(_id, ana, { createdAt })
  expect((await add(_id, ana, { createdAt })).body).toEqual(first.body)
  expect((await add(_id, givenGuest(), { createdAt })).body._id).not.toBe(first.body._id)
  const later = new Date(Date.now() + 1_000).toISOString()
  expect((await add(_id, ana, { createdAt: later })).body._id).not.toBe(first.body._id)
})

test('concurrent repeated requests make one comment, which is counted once', async () => {
  const { _id } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey() }
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(_id, headers)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
  expect(await commentsOf(_id)).toHaveLength(1)
  expect((await app.api.get(`/projects/${_id}`)).body.stats).toEqual({ open: 1, total: 1 })
})

test('concurrent repeated requests make one reply', async () => {
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

test('a guest who logs in before the retry gets the stored comment, and no second one', async () => {
  const { _id, owner } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey(), ...givenGuest() }
  const first = await add(_id, headers)
  const again = await add(_id, { ...headers, ...owner.auth })
  expect(again).toMatchObject({ status: 201, body: { _id: first.body._id, number: 1 } })
  expect(await commentsOf(_id)).toMatchObject([{ commenter: body.commenter }])
})

test.each([
  ['without a key', {}],
  ['with a key', { 'Idempotency-Key': newKey() }],
])('a guest %s who signs in or out before the retry gets the stored comment', async (_case, key) => {
  const { _id, owner } = await givenProject(app.api)
  const ana = { ...givenGuest(), ...key }
  const first = await add(_id, ana)
  const signedIn = await add(_id, { ...ana, ...owner.auth })
  expect(signedIn).toMatchObject({ status: 201, body: { _id: first.body._id } })

  const signedOut = { ...givenGuest(), ...key }
  const byOwner = await add(_id, { ...signedOut, ...owner.auth })
  expect((await add(_id, signedOut)).body._id).toBe(byOwner.body._id)
  expect(await commentsOf(_id)).toHaveLength(2)
})

test('strangers with the same text at the same spot get a comment each', async () => {
  const { _id } = await givenProject(app.api)
  const first = await add(_id, from('203.0.113.7'))
  expect((await add(_id, from('203.0.113.9'))).body._id).toBe(first.body._id)
  const elsewhere = await add(_id, from('198.51.100.7'))
  expect(elsewhere).toMatchObject({ status: 201, body: { number: 2 } })
  expect(elsewhere.body._id).not.toBe(first.body._id)
})

test('two visitors with the same key and text get a comment each', async () => {
  const { _id } = await givenProject(app.api)
  const key = { 'Idempotency-Key': '1' }
  const senders = [givenGuest(), givenGuest(), from('203.0.113.7'), from('198.51.100.7')]
  const answers = await Promise.all(senders.map((sender) => add(_id, { ...key, ...sender })))
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(4)
})

test('the same text is the same comment for a day', async () => {
  const { _id } = await givenProject(app.api)
  const ana = givenGuest()
  const first = await add(_id, ana)
  await givenStored(first.body, { hoursAgo: 23 })
  expect((await add(_id, ana)).body._id).toBe(first.body._id)

  await givenStored(first.body, { hoursAgo: 25 })
  const answers = await Promise.all([add(_id, ana), add(_id, ana), add(_id, ana)])
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
  expect(await commentsOf(_id)).toMatchObject([{ _id: first.body._id }, { _id: answers[0]?.body._id }])
})

test.each<'author' | 'owner'>(['author', 'owner'])(
  'the same words are stored again after the %s has deleted them',
  async (by) => {
    const { _id, owner } = await givenProject(app.api)
    const ana = givenGuest()
    const remover = by === 'author' ? ana : owner.auth
    const first = await add(_id, ana)
    const replyTo = (thread: string) =>
      app.api
        .post(`/projects/${_id}/comments/${thread}/replies`)
        .set(ana)
        .send({ commenter: 'Ana Ruiz', text: 'Ping' })
    const remove = (id: string) => app.api.delete(`/projects/${_id}/comments/${id}`).set(remover)
    await remove(first.body._id)

    const again = await add(_id, ana)
    expect(again).toMatchObject({ status: 201, body: { text: body.text, deletedAt: null } })
    expect((await add(_id, ana)).body._id).toBe(again.body._id)
    const reply = await replyTo(again.body._id)
    await remove(reply.body._id)
    const answers = await Promise.all([replyTo(again.body._id), replyTo(again.body._id)])
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
    expect(await commentsOf(_id)).toMatchObject([
      { _id: again.body._id, replies: [{ _id: answers[0]?.body._id, text: 'Ping', deletedAt: null }] },
    ])
    // The deletion can still be taken back: these are two comments.
    await app.api.patch(`/projects/${_id}/comments/${first.body._id}`).set(remover).send({ deleted: false })
    expect(await commentsOf(_id)).toHaveLength(2)
  },
)

test('the same words are stored again after their design was deleted', async () => {
  const project = await givenProject(app.api)
  const { _id, owner } = project
  await givenDesigns(app.api, project, ['Second'])
  const ana = givenGuest()
  const first = await add(_id, ana)
  await app.api.delete(`/projects/${_id}/designs/${first.body.design}`).set(owner.auth)
  const again = await add(_id, ana)
  expect(again.body.design).not.toBe(first.body.design)
  expect(await commentsOf(_id)).toMatchObject([{ _id: again.body._id, text: body.text }])
})

test('the same reply is stored again a day later', async () => {
  const { _id } = await givenProject(app.api)
  const thread = await givenComment(app.api, _id)
  const ana = givenGuest()
  const reply = () =>
    app.api
      .post(`/projects/${_id}/comments/${thread._id}/replies`)
      .set(ana)
      .send({ commenter: 'Ana Ruiz', text: 'Ping' })
  const first = await reply()
  await givenStored(first.body, { hoursAgo: 25 })
  const again = await reply()
  expect(again).toMatchObject({ status: 201, body: { text: 'Ping' } })
  expect(again.body._id).not.toBe(first.body._id)
})

describe('a comment id that the client chose', () => {
  test('is the id of the comment, in the answer and in the project', async () => {
    const { _id } = await givenProject(app.api)
    const chosen = { _id: newKey() }
    expect(await add(_id, givenGuest(), chosen)).toMatchObject({ status: 201, body: chosen })
    expect(await commentsOf(_id)).toMatchObject([chosen])
  })

  test('makes concurrent requests one comment, and one reply', async () => {
    const { _id } = await givenProject(app.api)
    const ana = givenGuest()
    const chosen = { _id: newKey() }
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(_id, ana, chosen)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const replyId = newKey()
    const replies = await Promise.all(Array.from({ length: 12 }, () => reply(_id, chosen._id, ana, replyId)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(await commentsOf(_id)).toMatchObject([{ ...chosen, number: 1, replies: [{ _id: replyId }] }])
  })

  test('is taken after the same browser has used it, with any account', async () => {
    const { _id, owner } = await givenProject(app.api)
    const ana = givenGuest()
    const chosen = { _id: newKey() }
    const first = await add(_id, ana, chosen)
    expect(await add(_id, { ...ana, ...owner.auth }, chosen)).toMatchObject({ status: 201, body: chosen })
    expect(await add(_id, ana, chosen)).toMatchObject({ status: 201, body: first.body })
    expect(await commentsOf(_id)).toHaveLength(1)
  })

  test('cannot be reused for a reply, or by another visitor', async () => {
    const { _id, owner } = await givenProject(app.api)
    const ana = givenGuest()
    const chosen = { _id: newKey() }
    await add(_id, ana, chosen)
    const refused = { status: 422, body: { code: 'idempotency_key_reused' } }
    expect(await reply(_id, chosen._id, ana, chosen._id)).toMatchObject(refused)
    expect(await add(_id, givenGuest(), chosen)).toMatchObject(refused)
    expect(await add(_id, owner.auth, chosen)).toMatchObject(refused)
    expect(await add(_id, {}, chosen)).toMatchObject(refused)
    const keyed = { ...givenGuest(), 'Idempotency-Key': newKey() }
    expect(await add(_id, keyed, chosen)).toMatchObject(refused)
    expect(await commentsOf(_id)).toMatchObject([{ ...chosen, text: body.text, replies: [] }])
    expect((await givenComment(app.api, _id)).number).toBe(2)
  })

  test('is free in other projects', async () => {
    const [one, other] = await Promise.all([givenProject(app.api), givenProject(app.api)])
    const [ana, ben] = [givenGuest(), givenGuest()]
    const chosen = { _id: newKey() }
    await add(one._id, ana, chosen)
    expect(await add(other._id, ben, { ...chosen, text: 'Mine' })).toMatchObject({
      status: 201,
      body: chosen,
    })
    const path = `/projects/${other._id}/comments/${chosen._id}`
    expect((await app.api.patch(path).set(ana).send({ text: 'Taken over' })).status).toBe(403)
    expect(await commentsOf(one._id)).toMatchObject([{ text: body.text }])
  })

  test('and an Idempotency-Key both apply', async () => {
    const { _id } = await givenProject(app.api)
    const headers = { ...givenGuest(), 'Idempotency-Key': newKey() }
    const chosen = { _id: newKey() }
    const first = await add(_id, headers, chosen)
    expect((await add(_id, headers, chosen)).body).toEqual(first.body)
    expect((await add(_id, headers, { _id: newKey() })).status).toBe(422)
    expect(await commentsOf(_id)).toHaveLength(1)
  })

  test.each(['short', 'A'.repeat(23), 'A'.repeat(21) + '.', 7, null])(
    'is refused when it is %j',
    async (id) => {
      const { _id } = await givenProject(app.api)
      const answer = await add(_id, {}, { _id: id })
      expect(answer).toMatchObject({ status: 400, body: { code: 'comment_id_not_valid' } })
    },
  )
})

test('one key can be used in two projects', async () => {
  const [one, other] = await Promise.all([givenProject(app.api), givenProject(app.api)])
  const headers = { 'Idempotency-Key': newKey() }
  const answers = await Promise.all([add(one._id, headers), add(other._id, headers)])
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(2)
})

test('a retry returns the comment in its present state', async () => {
  const { _id, owner } = await givenProject(app.api)
  const headers = { 'Idempotency-Key': newKey(), ...givenGuest() }
  const { body: comment } = await add(_id, headers)
  await app.api.patch(`/projects/${_id}/comments/${comment._id}`).set(owner.auth).send({ resolved: true })
  expect((await add(_id, headers)).body).toMatchObject({ _id: comment._id, resolved: { by: 'Mara Hald' } })
})

test('a retry after the link was closed is not found, like any other request', async () => {
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
