import { describe, expect, test } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, openProject, sendVersion } from '../../test/given-design'
import { givenPicture } from '../../test/given-picture'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  newKey,
} from '../../test/given-project'

/** A message that is sent again under the id that its client chose, because the answer to the first try was lost. */

const app = sharedTestApp()

const add = (projectId: string, headers: Record<string, string>, message: object) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .set(headers)
    .send({ commenter: 'Ana', text: 'Calmer?', x: 120, y: 80, ...message })
const reply = (projectId: string, threadId: string, headers: Record<string, string>, message: object) =>
  app.api
    .post(`/projects/${projectId}/comments/${threadId}/replies`)
    .set(headers)
    .send({ commenter: 'Ana', text: 'I think so too.', ...message })
const remove = (projectId: string, { _id }: { _id: string }, headers: Record<string, string>) =>
  app.api.delete(`/projects/${projectId}/comments/${_id}`).set(headers)
const commentsOf = async (projectId: string): Promise<Comment[]> =>
  (await app.api.get(`/projects/${projectId}?image=none`)).body.comments
const imageStatus = async (image: { _id: string }) => (await app.api.get(`/images/${image._id}/view`)).status
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

test('a corrected comment replaces text, name, place and pictures of the first try, and keeps id and number', async () => {
  const { _id } = await givenProject(app.api)
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  const [kept, dropped] = [await givenPicture(app.api, _id, ana), await givenPicture(app.api, _id, ana)]
  const first = await add(_id, ana, { ...chosen, pictures: [dropped._id, kept._id] })
  const added = await givenPicture(app.api, _id, ana)

  const corrected = {
    commenter: 'Ana Ruiz',
    text: 'Much calmer?',
    kind: 'region',
    x: 10,
    y: 20,
    w: 30,
    h: 40,
  }
  const again = await add(_id, ana, { ...chosen, ...corrected, pictures: [kept._id, added._id] })

  expect(again.status).toBe(201)
  const pictures = [{ _id: kept._id }, { _id: added._id }]
  const { number, createdAt } = first.body
  expect(again.body).toMatchObject({ ...chosen, ...corrected, pictures, number, createdAt })
  expect(again.body.editedAt).not.toBeNull()
  expect(await commentsOf(_id)).toMatchObject([{ ...chosen, ...corrected, pictures }])
  expect(await imageStatus(dropped.image)).toBe(404)
  expect(await imageStatus(added.image)).toBe(200)
  expect((await givenComment(app.api, _id)).number).toBe(2)
})

test('a corrected reply replaces text, name and pictures of the first try', async () => {
  const { _id, owner } = await givenProject(app.api)
  const thread = await givenComment(app.api, _id)
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  await reply(_id, thread._id, ana, chosen)
  const picture = await givenPicture(app.api, _id, ana)
  const corrected = { ...chosen, commenter: 'Ana Ruiz', text: 'So do I.', pictures: [picture._id] }
  const stored = { ...corrected, pictures: [{ _id: picture._id }] }
  expect(await reply(_id, thread._id, ana, corrected)).toMatchObject({ status: 201, body: stored })

  const own = { _id: newKey(), text: 'Done' }
  await reply(_id, thread._id, owner.auth, own)
  const answer = await reply(_id, thread._id, owner.auth, { ...own, text: 'Done now' })
  expect(answer).toMatchObject({
    status: 201,
    body: { text: 'Done now', commenter: 'Mara Hald', byOwner: true },
  })
  expect((await commentsOf(_id))[0]?.replies).toMatchObject([stored, { text: 'Done now' }])
})

test('a guest who logs in as the owner before the retry sends it as the owner, whose comment it is from then on', async () => {
  const { _id, owner } = await givenProject(app.api)
  const [guest, chosen] = [givenGuest(), { _id: newKey() }]
  await add(_id, guest, chosen)
  const again = await add(_id, { ...guest, ...owner.auth }, { ...chosen, commenter: 'Mara Hald' })
  expect(again).toMatchObject({ status: 201, body: { commenter: 'Mara Hald', byOwner: true, mine: true } })
  const path = `/projects/${_id}/comments/${chosen._id}`
  expect((await app.api.patch(path).set(guest).send({ text: 'Taken over' })).status).toBe(403)
})

test('only the name or only the place can be corrected, which does not count as an edit of the text', async () => {
  const { _id } = await givenProject(app.api)
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  await add(_id, ana, chosen)
  expect((await add(_id, ana, { ...chosen, commenter: 'Ana R.' })).body).toMatchObject({
    commenter: 'Ana R.',
  })
  const moved = await add(_id, ana, {
    ...chosen,
    commenter: 'Ana R.',
    kind: 'design',
    x: undefined,
    y: undefined,
  })
  expect(moved.body).toMatchObject({ kind: 'design', x: 0, y: 0, editedAt: null })
})

test('a literal retry, also a late one of an earlier try, changes nothing', async () => {
  const { _id } = await givenProject(app.api)
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  const first = { ...chosen, createdAt: secondsAgo(20) }
  const second = { ...chosen, text: 'Corrected', createdAt: secondsAgo(10) }
  await add(_id, ana, first)
  const corrected = await add(_id, ana, second)
  expect((await add(_id, ana, second)).body).toEqual(corrected.body)
  expect(await add(_id, ana, first)).toMatchObject({ status: 201, body: corrected.body })

  const other = { _id: newKey() }
  await add(_id, ana, { ...other, text: 'Corrected', createdAt: secondsAgo(10) })
  await add(_id, ana, { ...other, text: 'First', createdAt: secondsAgo(20) })
  expect(await commentsOf(_id)).toMatchObject([{ text: 'Corrected' }, { text: 'Corrected' }])
})

test('concurrent tries with different texts make one comment, with the text of the newest', async () => {
  const { _id } = await givenProject(app.api)
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  const tries = Array.from({ length: 8 }, (_, at) => ({
    ...{ ...chosen, text: `Try ${at}`, createdAt: secondsAgo(20 - at) },
  }))
  const answers = await Promise.all(tries.map((message) => add(_id, ana, message)))
  expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 201))
  expect(await commentsOf(_id)).toMatchObject([{ ...chosen, text: 'Try 7', number: 1 }])
})

test('a comment can be sent again to the newest version of its design, or to another design', async () => {
  const project = await givenProject(app.api)
  const [other] = await givenDesigns(app.api, project, ['Second'])
  const [ana, chosen] = [givenGuest(), { _id: newKey() }]
  const first = await add(project._id, ana, chosen)
  await sendVersion(app.api, project, first.body.design)
  const { designs } = await openProject(app.api, project)
  const newest = designs[0]?.versions.at(-1)?._id
  const old = await add(project._id, ana, { ...chosen, text: 'Hm', version: first.body.version })
  expect(old).toMatchObject({ status: 409, body: { code: 'old_version' } })
  const followed = await add(project._id, ana, { ...chosen, version: newest })
  expect(followed.body).toMatchObject({ version: newest, number: first.body.number })
  expect(followed.body).not.toHaveProperty('places')
  const moved = await add(project._id, ana, { ...chosen, design: other?._id })
  expect(moved.body).toMatchObject({ design: other?._id, number: first.body.number })
})

describe('is refused, and changes nothing,', () => {
  async function givenSent() {
    const project = await givenProject(app.api)
    const ana = givenGuest()
    const message = { _id: newKey() }
    const { body: comment } = await add(project._id, ana, message)
    const again = { ...message, text: 'Corrected' }
    return { project, _id: project._id, ana, message, comment, again }
  }

  test('after a reply, until the reply is deleted', async () => {
    const { _id, ana, again } = await givenSent()
    const ben = givenGuest()
    const answer = await givenReply(app.api, _id, again._id, {}, ben)
    const refused = await add(_id, ana, again)
    expect(refused).toMatchObject({ status: 409, body: { code: 'message_answered' } })
    expect(await commentsOf(_id)).toMatchObject([{ text: 'Calmer?' }])
    await remove(_id, answer, ben)
    expect((await add(_id, ana, again)).body.text).toBe('Corrected')
  })

  test('a reply after a later one', async () => {
    const { _id, ana, comment } = await givenSent()
    const message = { _id: newKey(), text: 'First' }
    await reply(_id, comment._id, ana, message)
    await givenReply(app.api, _id, comment._id)
    const refused = await reply(_id, comment._id, ana, { ...message, text: 'Corrected' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'message_answered' } })
  })

  test('after it was deleted', async () => {
    const { _id, project, ana, comment, again } = await givenSent()
    await remove(_id, comment, project.owner.auth)
    expect(await add(_id, ana, again)).toMatchObject({ status: 409, body: { code: 'message_deleted' } })
    expect(await commentsOf(_id)).toEqual([])
  })

  test('for another visitor, as a reply, for another comment, and with an Idempotency-Key', async () => {
    const { _id, project, ana, again } = await givenSent()
    const refused = { status: 422, body: { code: 'idempotency_key_reused' } }
    expect(await add(_id, givenGuest(), again)).toMatchObject(refused)
    expect(await add(_id, project.owner.auth, again)).toMatchObject(refused)
    expect(await add(_id, {}, again)).toMatchObject(refused)
    expect(await reply(_id, again._id, ana, again)).toMatchObject(refused)
    expect(await add(_id, { ...ana, 'Idempotency-Key': newKey() }, again)).toMatchObject(refused)
    const own = { _id: newKey() }
    await reply(_id, again._id, ana, own)
    const elsewhere = await givenComment(app.api, _id)
    expect(await reply(_id, elsewhere._id, ana, own)).toMatchObject(refused)
    expect((await commentsOf(_id))[0]).toMatchObject({ text: 'Calmer?', commenter: 'Ana' })
  })

  test('without the right to comment, and with what a new comment may not have', async () => {
    const { _id, project, ana, comment, again } = await givenSent()
    const others = await givenPicture(app.api, _id, givenGuest())
    const codeOf = async (change: object) => (await add(_id, ana, { ...again, ...change })).body.code
    expect(await codeOf({ commenter: 'Mara Hald' })).toBe('commenter_is_owner')
    expect(await codeOf({ x: 401 })).toBe('position_outside')
    expect(await codeOf({ pictures: [others._id] })).toBe('picture_not_there')
    await givenSettings(app.api, project, { permission: 'view' })
    expect(await codeOf({})).toBe('view_only')
    expect(await commentsOf(_id)).toMatchObject([{ text: comment.text, commenter: 'Ana', x: 120 }])
  })

  test('with a picture that the owner has removed from it', async () => {
    const { _id, project, ana } = await givenSent()
    const picture = await givenPicture(app.api, _id, ana)
    const message = { _id: newKey(), pictures: [picture._id] }
    const { body: comment } = await add(_id, ana, message)
    const path = `/projects/${_id}/comments/${comment._id}`
    await app.api.patch(path).set(project.owner.auth).send({ pictures: [] })
    const refused = await add(_id, ana, { ...message, text: 'Corrected' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'picture_not_there' } })
  })
})
