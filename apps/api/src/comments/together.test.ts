import { expect, test } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenProject, givenReply, newKey } from '../../test/given-project'

/** Concurrent messages share writes. None of them may be affected by the others. */

const app = sharedTestApp({ limits: { maxCommentsPerProject: 40 } })

const add = (projectId: string, change: object = {}) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .send({ commenter: 'Ana Ruiz', text: 'Could this be calmer?', x: 120, y: 80, ...change })
const manyAtOnce = (count: number, each: (index: number) => ReturnType<typeof add>) =>
  Promise.all(Array.from({ length: count }, (_, index) => each(index)))
const read = async (projectId: string) => (await app.api.get(`/projects/${projectId}?image=none`)).body
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('thirty concurrent comments get the numbers 1 to 30, each with its own text', async () => {
  const { _id } = await givenProject(app.api)
  const answers = await manyAtOnce(30, (index) =>
    add(_id, { commenter: `Guest ${index}`, text: `words ${index}`, x: index }),
  )

  const comments: Comment[] = answers.map(({ body }) => body)
  expect(comments.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(upTo(30))
  expect(comments.map(({ text }) => text)).toEqual(comments.map((_, index) => `words ${index}`))
  const project = await read(_id)
  expect(project.comments).toEqual(
    expect.arrayContaining(
      comments.map(({ number, text, x }) => expect.objectContaining({ number, text, x })),
    ),
  )
  expect(project.stats).toEqual({ open: 30, total: 30 })
})

test('of many comments, only one under the owner’s name and one outside of the image are refused', async () => {
  const { _id } = await givenProject(app.api)
  const answers = await manyAtOnce(24, (index) =>
    add(_id, {
      text: `words ${index}`,
      ...(index % 6 === 2 && { commenter: 'mara hald' }),
      ...(index % 6 === 4 && { x: 1_000_000 }),
    }),
  )

  const statuses = answers.map(({ status }, index) =>
    index % 6 === 2 || index % 6 === 4 ? status : `ok ${status}`,
  )
  expect(statuses.filter((status) => status === 'ok 201')).toHaveLength(16)
  expect(new Set(answers.filter((_, index) => index % 6 === 2).map(({ body }) => body.code))).toEqual(
    new Set(['commenter_is_owner']),
  )
  expect(new Set(answers.filter((_, index) => index % 6 === 4).map(({ body }) => body.code))).toEqual(
    new Set(['position_outside']),
  )
  const project = await read(_id)
  expect(project.stats).toEqual({ open: 16, total: 16 })
  const numbers: number[] = project.comments.map(({ number }: Comment) => number)
  expect(numbers).toEqual(upTo(16))
})

test('the owner and guests write at once, each under their own name', async () => {
  const { _id, owner } = await givenProject(app.api)
  const answers = await manyAtOnce(20, (index) => {
    const request = add(_id, { commenter: 'Ana Ruiz', text: `words ${index}` })
    return index % 2 === 0 ? request.set(owner.auth) : request
  })

  expect(answers.map(({ body }) => body.commenter)).toEqual(
    answers.map((_, index) => (index % 2 === 0 ? 'Mara Hald' : 'Ana Ruiz')),
  )
})

test('of sixty concurrent comments in a project with room for forty, forty are stored and the others refused', async () => {
  const { _id } = await givenProject(app.api)
  const answers = await manyAtOnce(60, (index) => add(_id, { text: `words ${index}` }))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['comment_limit_reached']))
  expect((await read(_id)).stats).toEqual({ open: 40, total: 40 })
})

test('guests who fill a project leave its owner room to answer, and a tenth more at most', async () => {
  const { api } = await givenTestApp({ limits: { maxCommentsPerProject: 10 } })
  const { _id, owner } = await givenProject(api)
  const thread = await givenComment(api, _id)
  for (let count = 1; count < 10; count += 1) await givenComment(api, _id)
  const post = (path: string, sender: Record<string, string>) =>
    api
      .post(path)
      .set({ 'Idempotency-Key': newKey(), ...sender })
      .send({ commenter: 'Ana Ruiz', text: 'One more', x: 10, y: 10 })
  const add = (sender: Record<string, string> = {}) => post(`/comment/add/${_id}`, sender)
  const reply = (sender: Record<string, string> = {}) =>
    post(`/projects/${_id}/comments/${thread._id}/replies`, sender)
  const full = { status: 409, body: { code: 'comment_limit_reached' } }
  expect(await add()).toMatchObject(full)
  expect(await reply()).toMatchObject(full)

  expect((await reply(owner.auth)).status).toBe(201)

  expect(await add(owner.auth)).toMatchObject(full)
  expect(await add()).toMatchObject(full)
})

test('concurrent replies to several threads get to their own threads', async () => {
  const { _id } = await givenProject(app.api)
  const threads = [await givenComment(app.api, _id), await givenComment(app.api, _id)]
  const replies = await Promise.all(
    threads.flatMap((thread, index) =>
      Array.from({ length: 8 }, () => givenReply(app.api, _id, thread._id, { text: `to ${index}` })),
    ),
  )

  expect(new Set(replies.map((reply) => reply._id)).size).toBe(16)
  const { comments } = await read(_id)
  expect(comments.map((comment: Comment) => comment.replies.map(({ text }) => text))).toEqual([
    Array.from({ length: 8 }, () => 'to 0'),
    Array.from({ length: 8 }, () => 'to 1'),
  ])
})

test('a restored comment requires room like a new one, and a repeated restore requires none', async () => {
  const small = await givenTestApp({ limits: { maxCommentsPerProject: 10 } })
  const { api } = small
  const project = await givenProject(api)
  const path = (id: string) => `/projects/${project._id}/comments/${id}`
  const restore = (id: string) => api.patch(path(id)).set(project.owner.auth).send({ deleted: false })
  const add = () =>
    api
      .post(`/comment/add/${project._id}`)
      .set('Idempotency-Key', newKey())
      .send({ commenter: 'Ana Ruiz', text: 'Again', x: 10, y: 10 })
  const comments = []
  for (let count = 0; count < 10; count += 1) comments.push(await givenComment(api, project._id))
  const deleted = comments.slice(0, 5).map(({ _id }) => _id)
  for (const id of deleted) await api.delete(path(id)).set(project.owner.auth).expect(200)
  for (let count = 0; count < 4; count += 1) await add().expect(201)

  // The owner has a tenth more room than guests.
  const restored = await Promise.all(deleted.map(restore))

  expect(restored.filter(({ status }) => status === 200)).toHaveLength(2)
  const refused = restored.filter(({ body: { code } }) => code === 'comment_limit_reached')
  expect(refused).toHaveLength(3)
  const back = restored.findIndex(({ status }) => status === 200)
  expect((await restore(deleted[back] ?? '')).status).toBe(200)
  expect((await add()).body.code).toBe('comment_limit_reached')
})
