import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'

const app = sharedTestApp()

async function open({ _id }: GivenProject, headers: Record<string, string> = {}, query = '?image=none') {
  const { status, body } = await app.api.get(`/projects/${_id}${query}`).set(headers)
  expect(status).toBe(200)
  return body
}

test('strangers see every change at once, as on a new page', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const ana = givenGuest()
  const first = await givenComment(app.api, project._id, {}, ana)
  const second = await givenComment(app.api, project._id, {}, ana)
  const address = (id: string) => `/projects/${project._id}/comments/${id}`
  const changes: [string, () => PromiseLike<unknown>][] = [
    ['a comment', () => givenComment(app.api, project._id)],
    ['a reply', () => givenReply(app.api, project._id, first._id)],
    ['an edit', () => app.api.patch(address(first._id)).set(ana).send({ text: 'Said better' })],
    ['a move', () => app.api.patch(address(first._id)).set(ana).send({ x: 7, y: 9 })],
    ['resolving', () => app.api.patch(address(first._id)).set(auth).send({ resolved: true })],
    ['reopening', () => app.api.patch(address(first._id)).set(auth).send({ resolved: false })],
    ['deleting one without replies', () => app.api.delete(address(second._id)).set(auth)],
    ['deleting one with replies', () => app.api.delete(address(first._id)).set(auth)],
    ['letting everyone manage', () => givenSettings(app.api, project, { permission: 'manage' })],
    ['letting nobody comment', () => givenSettings(app.api, project, { permission: 'view' })],
    ['letting everyone comment', () => givenSettings(app.api, project, { permission: 'comment' })],
    ['another name', () => app.api.put(`/projects/${project._id}`).set(auth).send({ name: 'Renamed' })],
  ]
  let before = JSON.stringify(await open(project))
  for (const [name, change] of changes) {
    await change()
    const [seen, again] = [await open(project), await open(project)]
    expect(JSON.stringify(seen), name).not.toBe(before)
    const { visit: _visit, position: _position, ...fresh } = await open(project, givenGuest())
    for (const { visit, position: _at, ...known } of [seen, again]) {
      expect(visit, name).toBeNull()
      expect(known, name).toEqual(fresh)
    }
    before = JSON.stringify(again)
  }
})

test('strangers do not get the rights of others', async () => {
  const project = await givenProject(app.api)
  const ana = givenGuest()
  await givenComment(app.api, project._id, {}, ana)
  const rights = async (headers: Record<string, string>) => {
    const [comment] = (await open(project, headers)).comments
    return [comment.mine, comment.can.edit, comment.can.delete]
  }
  expect(await rights({})).toEqual([false, false, false])
  expect(await rights(ana)).toEqual([true, true, true])
  expect(await rights(project.owner.auth)).toEqual([false, false, true])
  expect(await rights({})).toEqual([false, false, false])
})

test('each page of comments is separate, compressed or not', async () => {
  const project = await givenProject(app.api)
  for (let count = 0; count < 5; count += 1) await givenComment(app.api, project._id)
  const numbers = async (query: string, headers: Record<string, string> = {}) =>
    (await open(project, headers, `?image=none${query}`)).comments.map(
      ({ number }: { number: number }) => number,
    )
  for (const encoding of ['gzip', 'identity']) {
    const headers = { 'Accept-Encoding': encoding }
    expect(await numbers('', headers)).toEqual([1, 2, 3, 4, 5])
    expect(await numbers('&comments=2', headers)).toEqual([1, 2])
    expect(await numbers('&comments=2&after=2', headers)).toEqual([3, 4])
    expect(await numbers('&comments=2&after=4', headers)).toEqual([5])
  }
  const packed = await app.api.get(`/projects/${project._id}?image=none`).set('Accept-Encoding', 'gzip')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('Accept-Encoding'),
  })
  expect(packed.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('a stranger finds an acknowledged comment at once, also while others are reading', async () => {
  const project = await givenProject(app.api)
  const isOver = { now: false }
  const crowd = Array.from({ length: 4 }, async () => {
    let opened = 0
    for (; !isOver.now; opened += 1) await open(project)
    return opened
  })
  for (let count = 1; count <= 25; count += 1) {
    const { _id } = await givenComment(app.api, project._id)
    const { comments, stats } = await open(project)
    expect(comments.map((comment: { _id: string }) => comment._id)).toContain(_id)
    expect([comments.length, stats.total]).toEqual([count, count])
  }
  isOver.now = true
  for (const opened of await Promise.all(crowd)) expect(opened).toBeGreaterThan(0)
})
