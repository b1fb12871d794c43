import { expect, test, vi } from 'vitest'
import { commentSchema, replySchema, type Comment } from '@pinmark/shared/entities/comment'
import { limits } from '@pinmark/shared/limits'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  newKey,
  type GivenProject,
} from '../../test/given-project'
import { givenDesigns } from '../../test/given-design'
import { givenUser } from '../../test/given-user'
import { ReplyModel, ThreadModel } from './comment.record'

const app = sharedTestApp()

type Headers = Record<string, string>
const address = (project: GivenProject, { _id }: { _id: string }) =>
  `/projects/${project._id}/comments/${_id}`
const change = (project: GivenProject, comment: { _id: string }, body: object, headers: Headers = {}) =>
  app.api.patch(address(project, comment)).set(headers).send(body)
const remove = (project: GivenProject, comment: { _id: string }, headers: Headers = {}) =>
  app.api.delete(address(project, comment)).set(headers)
const commentsOf = async (project: GivenProject, headers: Headers = {}): Promise<Comment[]> =>
  (await app.api.get(`/projects/${project._id}?image=none`).set(headers)).body.comments
const statsOf = async (project: GivenProject) =>
  (await app.api.get('/projects?image=none').set(project.owner.auth)).body[0].stats

test('replies are in their thread in order of arrival, with the designer marked', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const first = await givenReply(app.api, project._id, thread._id, { text: 'One' })
  const second = await givenReply(app.api, project._id, thread._id, { text: 'Two' }, project.owner.auth)

  expect(replySchema.parse(first)).toMatchObject({ parent: thread._id, byOwner: false, mine: false })
  expect(second).toMatchObject({ commenter: 'Mara Hald', byOwner: true, mine: true })
  const [seen] = await commentsOf(project)
  expect(seen?.replies.map(({ text }) => text)).toEqual(['One', 'Two'])
  expect(await statsOf(project)).toMatchObject({ open: 1, total: 1, last: { text: 'Two', byOwner: true } })
})

test('a reply to a reply, to nothing or to a deleted comment is refused', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, thread._id)
  const replyTo = (id: string) =>
    app.api.post(`/projects/${project._id}/comments/${id}/replies`).send({ commenter: 'Ben', text: 'Hm' })

  expect(await replyTo(reply._id)).toMatchObject({ status: 400, body: { code: 'no_reply_to_reply' } })
  expect(await replyTo('A'.repeat(22))).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
  await remove(project, thread, project.owner.auth)
  expect(await replyTo(thread._id)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
  const elsewhere = await givenProject(app.api)
  const foreign = await givenComment(app.api, elsewhere._id)
  expect((await replyTo(foreign._id)).body.code).toBe('comment_not_found')
})

/** Stores copies of a reply. */
async function givenCopies({ _id: publicId }: { _id: string }, count: number): Promise<void> {
  const { _id, ...stored } = await ReplyModel.findOne({ publicId }).lean().orFail()
  const copies = Array.from({ length: count }, () => ({ ...stored, publicId: newKey(), dedupe: newKey() }))
  await ReplyModel.insertMany(copies)
  const { project, thread: number, text } = stored
  const room = { 'replyRoom.count': count, 'replyRoom.bytes': count * Buffer.byteLength(text) }
  await ThreadModel.updateOne({ project, number }, { $inc: room })
}

test.each([
  ['many', 'Short', limits.repliesPerComment],
  ['long', 'ä'.repeat(5_000), limits.replyBytesPerComment / 10_000],
])(
  'a comment accepts no more replies when there are too %s ones, and stays resolved',
  async (_, text, count) => {
    const project = await givenProject(app.api)
    const thread = await givenComment(app.api, project._id)
    await givenCopies(await givenReply(app.api, project._id, thread._id, { text }), count - 1)
    await change(project, thread, { resolved: true }, project.owner.auth).expect(200)

    const answer = await app.api
      .post(`${address(project, thread)}/replies`)
      .send({ commenter: 'Ben', text: 'One too many' })

    expect(answer).toMatchObject({ status: 409, body: { code: 'reply_limit_reached' } })
    const [seen] = await commentsOf(project)
    expect(seen?.resolved).not.toBeNull()
    expect(seen?.replies).toHaveLength(count)
  },
)

test('of concurrent replies for the last room in a thread, one is stored and the others leave nothing', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  await givenCopies(await givenReply(app.api, project._id, thread._id), limits.repliesPerComment - 2)

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_one, at) =>
      app.api.post(`${address(project, thread)}/replies`).send({ commenter: 'Ben', text: `At once ${at}` }),
    ),
  )

  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(taken).toHaveLength(1)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['reply_limit_reached']))
  const [seen] = await commentsOf(project)
  expect(seen?.replies).toHaveLength(limits.repliesPerComment)
  // Including deleted replies, because every insert is reported to webhooks and mail.
  expect(await ReplyModel.countDocuments({ parent: thread._id })).toBe(limits.repliesPerComment)
})

test('a deleted reply frees its room', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const guest = givenGuest()
  const gone = await givenReply(app.api, project._id, thread._id, {}, guest)
  await givenCopies(gone, limits.repliesPerComment - 1)
  const post = () =>
    app.api.post(`${address(project, thread)}/replies`).send({ commenter: 'Ben', text: 'Me too' })
  expect((await post()).body.code).toBe('reply_limit_reached')

  await remove(project, gone, guest).expect(200)

  expect((await post()).status).toBe(201)
  expect(await change(project, gone, { deleted: false }, guest)).toMatchObject({
    status: 409,
    body: { code: 'reply_limit_reached' },
  })
})

test('restoring or extending a reply requires room', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const guest = givenGuest()
  const long = 'ä'.repeat(5_000)
  const short = await givenReply(app.api, project._id, thread._id, { text: 'Short' }, guest)
  const gone = await givenReply(app.api, project._id, thread._id, { text: 'Gone' }, guest)
  await remove(project, gone, guest).expect(200)
  await givenCopies(
    await givenReply(app.api, project._id, thread._id, { text: long }),
    limits.replyBytesPerComment / 10_000 - 1,
  )

  const refused = { status: 409, body: { code: 'reply_limit_reached' } }
  expect(await change(project, gone, { deleted: false }, guest)).toMatchObject(refused)
  expect(await change(project, short, { text: long }, guest)).toMatchObject(refused)
  expect(await change(project, short, { text: 'Shor' }, guest)).toMatchObject({ status: 200 })
})

test('concurrent extensions of replies do not exceed the limit of a comment', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const guest = givenGuest()
  const shorts = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      givenReply(app.api, project._id, thread._id, { text: `Short ${at}` }, guest),
    ),
  )
  const long = await givenReply(app.api, project._id, thread._id, { text: 'ä'.repeat(5_000) })
  await givenCopies(long, limits.replyBytesPerComment / 10_000 - 2)

  await Promise.all(shorts.map((reply) => change(project, reply, { text: 'ö'.repeat(5_000) }, guest)))

  const [seen] = await commentsOf(project)
  const bytes = seen?.replies.map(({ text }) => Buffer.byteLength(text)) ?? []
  const sum = bytes.reduce((all, one) => all + one, 0)
  expect(sum).toBeLessThan(limits.replyBytesPerComment + 10_000)
})

test('a page of comments ends earlier if it would be too large, and nothing is left out', async () => {
  const project = await givenProject(app.api)
  for (const text of ['One', 'Two', 'Three']) {
    const thread = await givenComment(app.api, project._id, { text })
    const long = await givenReply(app.api, project._id, thread._id, { text: 'ä'.repeat(4_000) })
    await givenCopies(long, 99)
  }

  const pages: Comment[][] = []
  for (let after: number | null = 0; after !== null;) {
    const path = `/projects/${project._id}?image=none&comments=500&after=${after}`
    const { body } = await app.api.get(path)
    pages.push(body.comments)
    after = body.commentsNext
  }

  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat().map(({ text, replies }) => [text, replies.length])).toEqual([
    ['One', 100],
    ['Two', 100],
    ['Three', 100],
  ])
  const exported = await app.api.get(`/projects/${project._id}/export?format=json`)
  expect(exported.body.comments.map(({ replies }: Comment) => replies.length)).toEqual([100, 100, 100])
})

test('a thread is resolved by its author or the owner, names that person, and is reopened by the reply of a reviewer', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const thread = await givenComment(app.api, project._id, {}, ana)

  const byAuthor = await change(project, thread, { resolved: true }, ana)
  expect(commentSchema.parse(byAuthor.body).resolved?.by).toBe('Ana Ruiz')
  const byOwnerToo = await change(project, thread, { resolved: true }, project.owner.auth)
  expect(byOwnerToo.body.resolved).toEqual(byAuthor.body.resolved)
  expect(await statsOf(project)).toMatchObject({ open: 0, total: 1 })

  await givenReply(app.api, project._id, thread._id, { text: 'Done' }, project.owner.auth)
  expect(await statsOf(project)).toMatchObject({ open: 0, total: 1 })
  await givenReply(app.api, project._id, thread._id)
  expect(await commentsOf(project)).toMatchObject([{ resolved: null }])
  expect(await statsOf(project)).toMatchObject({ open: 1, total: 1 })

  const again = await change(project, thread, { resolved: true }, project.owner.auth)
  expect(again.body.resolved.by).toBe('Mara Hald')
  const reopened = await change(project, thread, { resolved: false }, ana)
  expect(reopened.body.resolved).toBeNull()
})

test('with the permission manage, anyone resolves any thread, by a name that is not the owner’s', async () => {
  const project = await givenProject(app.api, { linkPermission: 'manage' })
  const thread = await givenComment(app.api, project._id, {}, givenGuest())
  const asOwner = await change(project, thread, { resolved: true, commenter: 'MARA hald' })
  expect(asOwner.body.code).toBe('commenter_is_owner')
  const named = await change(project, thread, { resolved: true, commenter: 'Ben' })
  expect(named.body.resolved.by).toBe('Ben')
})

test('a network resolves as many comments of a project in a day as it may write; its owner any number', async () => {
  const strict = await givenTestApp({ trustProxyHops: 1, rates: { resolveOfDay: 3 } })
  const project = await givenProject(strict.api)
  const ana = givenGuest()
  const comment = await givenComment(strict.api, project._id, {}, ana)
  const set = async (resolved: boolean, headers: Headers) =>
    (await strict.api.patch(address(project, comment)).set(headers).send({ resolved })).status
  const resolveAndReopen = async (headers: Headers) => [await set(true, headers), await set(false, ana)]

  // Resolving again changes nothing, and is not counted.
  expect([await set(true, ana), await set(true, ana), await set(false, ana)]).toEqual([200, 200, 200])
  expect(await resolveAndReopen(ana)).toEqual([200, 200])
  expect(await resolveAndReopen(ana)).toEqual([200, 200])

  expect(await resolveAndReopen(ana)).toEqual([429, 200])
  expect(await resolveAndReopen(project.owner.auth)).toEqual([200, 200])
  expect(await resolveAndReopen({ ...ana, 'X-Forwarded-For': '203.0.113.1' })).toEqual([200, 200])
})

test('the person who resolves is named, unless the name claims to be the designer', async () => {
  const project = await givenProject(app.api, { linkPermission: 'manage' })
  const resolvedBy = async (name: string) => {
    const { auth } = await givenUser(app.api, { name })
    const thread = await givenComment(app.api, project._id)
    return (await change(project, thread, { resolved: true }, auth)).body.resolved.by
  }
  expect(await resolvedBy('Tim Okoro')).toBe('Tim Okoro')
  expect(await resolvedBy('Owner: Tim')).toBe('Guest')
  expect(await resolvedBy('Μara Hald')).toBe('Guest')
  const thread = await givenComment(app.api, project._id)
  const answer = await change(project, thread, { resolved: true, commenter: 'Owner: Tim' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'commenter_claims_role' } })
})

test('authors edit and move their comments, and only a new text marks them as edited', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const thread = await givenComment(app.api, project._id, {}, ana)

  const moved = await change(project, thread, { x: 400, y: 0 }, ana)
  expect(moved.body).toMatchObject({ x: 400, y: 0, text: thread.text, editedAt: null })
  expect((await change(project, thread, { text: thread.text }, ana)).body.editedAt).toBeNull()
  const edited = await change(project, thread, { text: 'Clearer\r\nwords' }, ana)
  expect(edited.body).toMatchObject({ text: 'Clearer\nwords', x: 400, editedAt: expect.any(String) })
  expect(await commentsOf(project, ana)).toEqual([edited.body])
})

test('an invalid change is refused and changes nothing', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const thread = await givenComment(app.api, project._id, {}, ana)
  const reply = await givenReply(app.api, project._id, thread._id, {}, ana)
  const before = await commentsOf(project, ana)

  const codeOf = async (body: object, comment = thread as { _id: string }, headers: Headers = ana) =>
    (await change(project, comment, body, headers)).body.code
  expect(await codeOf({})).toBe('no_change_to_comment')
  expect(await codeOf({ commenter: 'Only a name' })).toBe('no_change_to_comment')
  expect(await codeOf({ text: ' ' })).toBe('text_required')
  expect(await codeOf({ x: 5 })).toBe('position_required')
  expect(await codeOf({ x: 400.5, y: 1 })).toBe('position_outside')
  expect(await codeOf({ x: -1, y: 1 })).toBe('position_outside')
  expect(await codeOf({ resolved: 'yes' })).toBe('resolved_not_valid')
  expect(await codeOf({ deleted: true })).toBe('deleted_not_valid')
  expect(await codeOf({ x: 1, y: 1 }, reply)).toBe('no_change_to_comment')
  expect(await codeOf({ text: 'Not mine' }, thread, givenGuest())).toBe('not_yours')
  expect(await codeOf({ text: 'Not mine' }, thread, project.owner.auth)).toBe('not_yours')
  expect(await codeOf({ text: 'Not mine' }, thread, { Authorization: 'Bearer ended' })).toBe('session_ended')
  expect(await codeOf({ text: 'x' }, { _id: 'A'.repeat(22) })).toBe('comment_not_found')
  expect(await commentsOf(project, ana)).toEqual(before)
})

test('a region stays on the image when it is moved or resized', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const region = await givenComment(
    app.api,
    project._id,
    { kind: 'region', x: 10, y: 10, w: 100, h: 50 },
    ana,
  )
  expect((await change(project, region, { x: 300, y: 250 }, ana)).body).toMatchObject({
    x: 300,
    y: 250,
    w: 100,
    h: 50,
  })
  expect((await change(project, region, { w: 101 }, ana)).body.code).toBe('position_outside')
  expect((await change(project, region, { w: 40, h: 20 }, ana)).body).toMatchObject({ x: 300, w: 40, h: 20 })
})

test('a deleted comment disappears, or leaves an empty place if it has replies', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const alone = await givenComment(app.api, project._id, {}, ana)
  const talked = await givenComment(app.api, project._id, { text: 'Secret words' }, ana)
  const reply = await givenReply(app.api, project._id, talked._id)

  const removed = await remove(project, alone, ana)
  expect(removed).toMatchObject({ status: 200, body: { _id: alone._id, deletedAt: expect.any(String) } })
  expect((await remove(project, alone, ana)).body).toEqual(removed.body)
  await remove(project, talked, project.owner.auth)

  const seen = await commentsOf(project, ana)
  expect(seen).toMatchObject([
    { _id: talked._id, text: '', deletedAt: expect.any(String), replies: [{ _id: reply._id }] },
  ])
  expect(seen[0]?.can).toEqual({ edit: false, delete: false, resolve: false })
  expect(JSON.stringify(seen)).not.toContain('Secret words')
  expect(await statsOf(project)).toMatchObject({ open: 0, total: 0, last: { text: reply.text } })

  await remove(project, reply, project.owner.auth)
  expect(await commentsOf(project)).toEqual([])
})

test('its author and the owner can undo a deletion completely', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const thread = await givenComment(app.api, project._id, {}, ana)
  const reply = await givenReply(app.api, project._id, thread._id, {}, ana)
  await change(project, thread, { resolved: true }, ana)
  const before = await commentsOf(project, ana)
  const bringBack = (comment: { _id: string }, headers: Headers) =>
    change(project, comment, { deleted: false }, headers)

  await remove(project, thread, ana)
  await remove(project, reply, ana)
  expect((await bringBack(thread, givenGuest())).body.code).toBe('not_yours')
  expect((await bringBack(reply, ana)).status).toBe(200)
  expect((await bringBack(thread, ana)).body).toMatchObject({ _id: thread._id, deletedAt: null })
  expect(await commentsOf(project, ana)).toEqual(before)

  await remove(project, thread, project.owner.auth)
  expect((await bringBack(thread, ana)).body.code).toBe('not_yours')
  expect((await bringBack(thread, project.owner.auth)).status).toBe(200)
  expect(await commentsOf(project, ana)).toEqual(before)
})

test('a restore that is sent again before the first try has ended gets the same answer', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  await remove(project, thread, project.owner.auth)
  const bringBack = () => change(project, thread, { deleted: false }, project.owner.auth)

  const answers = await Promise.all([bringBack(), bringBack()])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a deletion is final after ten minutes', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  await remove(project, thread, project.owner.auth)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
  const late = await change(project, thread, { deleted: false }, project.owner.auth)
  vi.useRealTimers()
  expect(late).toMatchObject({ status: 409, body: { code: 'undo_too_late' } })
})

test('a reply without its thread cannot be restored', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, thread._id)
  await remove(project, reply, project.owner.auth)
  await ThreadModel.deleteOne({ publicId: thread._id })

  const answer = await change(project, reply, { deleted: false }, project.owner.auth)

  expect(answer).toMatchObject({ status: 409, body: { code: 'undo_too_late' } })
  expect((await ReplyModel.findOne({ publicId: reply._id }))?.deletedAt).toBeInstanceOf(Date)
})

test('the rights on each comment depend on the link', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  const thread = await givenComment(app.api, project._id, {}, ana)
  const reply = await givenReply(app.api, project._id, thread._id, {}, ana)
  const rights = async (headers: Headers) => {
    const [seen] = await commentsOf(project, headers)
    return [seen?.can, seen?.replies[0]?.can]
  }
  const all = { edit: true, delete: true, resolve: true }
  const none = { edit: false, delete: false, resolve: false }

  expect(await rights(ana)).toEqual([all, { ...all, resolve: false }])
  expect(await rights({})).toEqual([none, none])
  expect(await rights(project.owner.auth)).toEqual([
    { ...all, edit: false },
    { ...none, delete: true },
  ])
  await givenSettings(app.api, project, { permission: 'view' })
  expect(await rights(ana)).toEqual([none, none])
  expect((await change(project, reply, { text: 'Later' }, ana)).body.code).toBe('view_only')
  await givenSettings(app.api, project, { permission: 'manage' })
  expect(await rights({})).toEqual([{ ...none, resolve: true }, none])
})

test('concurrent changes lose nothing, and the counts are exact', async () => {
  const project = await givenProject(app.api, { linkPermission: 'manage' })
  const ana = givenGuest()
  const threads = await Promise.all(
    Array.from({ length: 12 }, () => givenComment(app.api, project._id, {}, ana)),
  )

  const removed = threads.filter((_thread, index) => index % 3 === 0)
  await Promise.all([
    // A reply to a thread that is deleted at the same moment may come too late.
    ...threads.map((thread) =>
      app.api.post(`${address(project, thread)}/replies`).send({ commenter: 'Ben', text: thread._id }),
    ),
    ...threads.map((thread, index) => change(project, thread, { text: `Edited ${index}` }, ana)),
    ...threads.map((thread, index) => change(project, thread, { x: index, y: index }, ana)),
    ...threads.map((thread) => app.api.put(`/projects/${project._id}`).send({ name: thread._id })),
    ...removed.map((thread) => remove(project, thread, ana)),
  ])

  const shown = await commentsOf(project)
  const living = shown.filter(({ deletedAt }) => deletedAt === null)
  expect(living).toHaveLength(8)
  const kept = threads.flatMap(({ _id }, index) =>
    index % 3 === 0 ? [] : [{ _id, text: `Edited ${index}`, x: index, y: index, replies: [{ text: _id }] }],
  )
  const byId = (one: { _id: string }, other: { _id: string }) => one._id.localeCompare(other._id)
  expect(living.toSorted(byId)).toMatchObject(kept.toSorted(byId))
  expect(await statsOf(project)).toMatchObject({
    open: 8,
    total: 8,
    // A deleted thread is visible, and counts as new, as long as it has unread replies.
    new: shown.length,
  })
})

test('a reply cannot be reached while the design of its comment is in the trash', async () => {
  const project = await givenProject(app.api)
  const [design] = await givenDesigns(app.api, project, ['Second'])
  const guest = givenGuest()
  const thread = await givenComment(app.api, project._id, { design: design?._id ?? '' }, guest)
  const reply = await givenReply(app.api, project._id, thread._id, {}, guest)
  const edit = () =>
    app.api.patch(`/projects/${project._id}/comments/${reply._id}`).set(guest).send({ text: 'Edited' })
  const place = `/projects/${project._id}/designs/${design?._id}`

  await app.api.delete(place).set(project.owner.auth).expect(200)
  expect(await edit()).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })

  await app.api.post(`${place}/restore`).set(project.owner.auth).expect(200)
  expect(await edit()).toMatchObject({ status: 200, body: { text: 'Edited' } })
})

test('after the end of a round, guests change nothing, and can only delete and resolve', async () => {
  const project = await givenProject(app.api, { linkPermission: 'manage' })
  const ana = givenGuest()
  const [own, resolved, deleted, foreign] = [
    await givenComment(app.api, project._id, {}, ana),
    await givenComment(app.api, project._id, {}, ana),
    await givenComment(app.api, project._id, {}, ana),
    await givenComment(app.api, project._id, {}, givenGuest()),
  ]
  const reply = await givenReply(app.api, project._id, own._id, {}, ana)
  for (const comment of [resolved, foreign])
    await change(project, comment, { resolved: true }, ana).expect(200)
  await remove(project, deleted, ana).expect(200)
  const before = await commentsOf(project, project.owner.auth)

  await app.api
    .patch(`/projects/${project._id}/round`)
    .set(project.owner.auth)
    .send({ closed: true })
    .expect(200)

  const refused = await Promise.all([
    change(project, own, { text: 'Other words' }, ana),
    change(project, own, { pictures: [] }, ana),
    change(project, own, { x: 1, y: 1 }, ana),
    change(project, own, { resolved: true, text: 'Other words' }, ana),
    change(project, reply, { text: 'Other words' }, ana),
    change(project, resolved, { resolved: false }, ana),
    change(project, foreign, { resolved: false }, ana),
    change(project, deleted, { deleted: false }, ana),
    app.api
      .put(`${address(project, own)}/place`)
      .set(ana)
      .send({ x: 1, y: 1 }),
  ])
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, 'round_closed']),
  )
  expect(await commentsOf(project, project.owner.auth)).toEqual(before)

  const rights = (await commentsOf(project, ana)).flatMap(({ can, replies }) => [
    can,
    ...replies.map((message) => message.can),
  ])
  expect(rights).toEqual([
    { edit: false, delete: true, resolve: true },
    { edit: false, delete: true, resolve: false },
    { edit: false, delete: true, resolve: false },
    { edit: false, delete: false, resolve: false },
  ])
  for (const repeated of [1, 2]) {
    const answer = await change(project, own, { resolved: true }, ana)
    expect(answer, `${repeated}`).toMatchObject({ status: 200, body: { can: { resolve: false } } })
  }
  await remove(project, reply, ana).expect(200)
  await remove(project, own, ana).expect(200)
  await change(project, own, { deleted: false }, project.owner.auth).expect(200)
  await change(project, resolved, { resolved: false }, project.owner.auth).expect(200)
})
