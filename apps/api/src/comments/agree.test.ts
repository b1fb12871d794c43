import { expect, test } from 'vitest'
import { commentSchema } from '@pinmark/shared/entities/comment'
import { limits } from '@pinmark/shared/limits'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenUser } from '../../test/given-user'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'
import { ReplyModel, ThreadModel } from './comment.record'

const app = sharedTestApp()

type Headers = Record<string, string>

const agree = (project: GivenProject, id: string, headers: Headers, body: object = {}) =>
  app.api
    .put(`/projects/${project._id}/comments/${id}/agreement`)
    .set(headers)
    .send({ agree: true, commenter: 'Tom Keller', ...body })

async function seenBy(project: GivenProject, headers: Headers = {}) {
  const { body } = await app.api.get(`/projects/${project._id}?image=none`).set(headers)
  return commentSchema.parse(body.comments[0])
}

test('each person agrees once, and everyone sees their names', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id, {}, givenGuest())
  const [tom, priya] = [givenGuest(), givenGuest()]
  expect(await seenBy(project)).not.toHaveProperty('agrees')

  for (let at = 0; at < 2; at += 1) {
    const answer = await agree(project, thread._id, tom)
    expect(answer).toMatchObject({ status: 200, body: { agrees: { mine: true, names: [] } } })
  }
  await Promise.all(
    Array.from({ length: 5 }, () => agree(project, thread._id, priya, { commenter: 'Priya' })),
  )
  await agree(project, thread._id, project.owner.auth, { commenter: 'Not my name' })

  const owner = project.owner.name
  expect((await seenBy(project)).agrees).toEqual({ mine: false, names: ['Tom Keller', 'Priya', owner] })
  expect((await seenBy(project, priya)).agrees).toEqual({ mine: true, names: ['Tom Keller', owner] })
  const { body } = await agree(project, thread._id, tom, { agree: false })
  expect(body.agrees).toEqual({ mine: false, names: ['Priya', owner] })
})

test('an agreement from before the login is the same person’s afterwards', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const [browser, { auth }] = [givenGuest(), await givenUser(app.api)]
  await agree(project, thread._id, browser)
  const loggedIn = { ...browser, ...auth }

  expect((await agree(project, thread._id, loggedIn)).body.agrees).toEqual({ mine: true, names: [] })
  expect((await seenBy(project)).agrees?.names).toHaveLength(1)
  expect((await agree(project, thread._id, loggedIn, { agree: false })).body).not.toHaveProperty('agrees')
  expect(await seenBy(project)).not.toHaveProperty('agrees')
})

test('a person who agrees and withdraws many times at once meets no limit', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id, {}, givenGuest())
  const tom = givenGuest()

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => agree(project, thread._id, tom, { agree: at % 2 === 0 })),
  )

  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  await agree(project, thread._id, tom).expect(200)
  expect((await seenBy(project)).agrees).toEqual({ mine: false, names: ['Tom Keller'] })
})

test('a reply can be agreed with, and withdrawing a missing agreement changes nothing', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, thread._id)
  const tom = givenGuest()

  expect((await agree(project, reply._id, tom)).body).toMatchObject({
    parent: thread._id,
    agrees: { mine: true },
  })
  expect((await seenBy(project)).replies[0]?.agrees).toEqual({ mine: false, names: ['Tom Keller'] })
  for (let at = 0; at < 2; at += 1) {
    expect((await agree(project, reply._id, tom, { agree: false })).body).not.toHaveProperty('agrees')
  }
})

test.each([
  ['their own comment', 409, 'own_comment'],
  ['a deleted comment', 404, 'comment_not_found'],
  ['a comment of another project', 404, 'comment_not_found'],
  ['a comment, as nobody', 400, 'guest_secret_required'],
  ['a comment under the name of the owner', 400, 'commenter_is_owner'],
  ['a comment, without yes or no', 400, 'agree_not_valid'],
  ['a comment, without a name', 400, 'commenter_required'],
  ['a comment of a round that is closed', 403, 'round_closed'],
  ['a comment of a link that is for looking', 403, 'view_only'],
])('agreeing with %s is refused', async (wish, status, code) => {
  const [author, tom] = [givenGuest(), givenGuest()]
  const project = await givenProject(app.api)
  const other = wish.includes('another project') ? await givenProject(app.api) : project
  const thread = await givenComment(app.api, other._id, {}, author)
  if (wish.includes('deleted')) {
    await app.api.delete(`/projects/${project._id}/comments/${thread._id}`).set(author).expect(200)
  }
  if (wish.includes('round')) {
    const round = { closed: true, message: '' }
    await app.api.patch(`/projects/${project._id}/round`).set(project.owner.auth).send(round).expect(200)
  }
  if (wish.includes('looking')) await givenSettings(app.api, project, { permission: 'view' })
  const headers = wish.includes('own comment') ? author : wish.includes('nobody') ? {} : tom
  const body = wish.includes('the owner')
    ? { commenter: project.owner.name }
    : wish.includes('yes or no')
      ? { agree: 'yes' }
      : wish.includes('without a name')
        ? { commenter: ' ' }
        : {}

  expect(await agree(project, thread._id, headers, body)).toMatchObject({ status, body: { code } })
  expect(await ThreadModel.findOne({ publicId: thread._id }).lean()).not.toHaveProperty('agrees.0')
})

test('the number of agreements is limited to those that can be shown', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const full = Array.from({ length: limits.agreesPerMessage }, (_one, index) => {
    return { user: null, guest: `g${index}`, name: `Guest ${index}`, at: new Date() }
  })
  await ThreadModel.updateOne({ publicId: thread._id }, { agrees: full.slice(1) })

  const answers = await Promise.all(full.slice(0, 12).map(() => agree(project, thread._id, givenGuest())))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await agree(project, thread._id, givenGuest())).toMatchObject({
    status: 409,
    body: { code: 'agreement_limit_reached' },
  })
  expect((await ThreadModel.findOne({ publicId: thread._id }).lean())?.agrees).toHaveLength(full.length)
})

test('browsers of one network leave room for the agreements of others, and of accounts', async () => {
  const { api } = await givenTestApp({ trustProxyHops: 1 })
  const project = await givenProject(api)
  const thread = await givenComment(api, project._id)
  const agreeFrom = (network: string, headers: Headers, wanted = true) =>
    api
      .put(`/projects/${project._id}/comments/${thread._id}/agreement`)
      .set({ ...headers, 'X-Forwarded-For': network })
      .send({ agree: wanted, commenter: 'Tom Keller' })
  const [office, elsewhere] = ['203.0.113.9', '198.51.100.9']
  const first = givenGuest()
  for (let at = 0; at < 3; at += 1) {
    await agreeFrom(office, first).expect(200)
    await agreeFrom(office, first, false).expect(200)
  }
  const others = Array.from({ length: limits.agreesPerMessage / 2 - 1 }, givenGuest)
  await Promise.all(others.map((guest) => agreeFrom(office, guest).expect(200)))

  const refused = { status: 429, body: { code: 'too_many_browsers' } }
  expect(await agreeFrom(office, givenGuest())).toMatchObject(refused)

  await agreeFrom(office, first).expect(200)
  await agreeFrom(elsewhere, givenGuest()).expect(200)
  await agreeFrom(office, (await givenUser(api)).auth).expect(200)
})

test('agreements use the room for replies, and free it when withdrawn', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, thread._id)
  const tom = givenGuest()
  const name = '💩'.repeat(limits.commenter.max)
  const used = async () => (await ThreadModel.findOne({ publicId: thread._id }).lean())?.replyRoom?.bytes ?? 0
  const before = await used()
  for (let at = 0; at < 2; at += 1) await agree(project, reply._id, tom, { commenter: name })
  expect(await used()).toBe(before + Buffer.byteLength(name) + 100)

  // As if other replies had taken the rest.
  const text = '.'.repeat(limits.replyBytesPerComment)
  const heavy = await givenReply(app.api, project._id, thread._id)
  await ReplyModel.collection.updateOne({ publicId: heavy._id }, { $set: { text } })
  const more = Buffer.byteLength(text) - Buffer.byteLength(heavy.text)
  await ThreadModel.updateOne({ publicId: thread._id }, { $inc: { 'replyRoom.bytes': more } })
  const refused = { status: 409, body: { code: 'agreement_limit_reached' } }
  expect(await agree(project, reply._id, givenGuest())).toMatchObject(refused)
  expect(await agree(project, thread._id, givenGuest())).toMatchObject({ status: 200 })
  expect(await used()).toBe(Buffer.byteLength(text) + before + Buffer.byteLength(name) + 100)

  expect(await agree(project, reply._id, tom)).toMatchObject({ status: 200 })
  await app.api.delete(`/projects/${project._id}/comments/${heavy._id}`).set(project.owner.auth).expect(200)
  expect(await agree(project, reply._id, givenGuest())).toMatchObject({ status: 200 })
})
