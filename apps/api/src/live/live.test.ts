/** Uses two instances of the app on one database: events of one reach the pages of the other. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { LiveEvent, ProjectState } from '@pinmark/shared/events'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { readEvents, type EventReader } from '../../test/event-reader'
import { givenDesigns } from '../../test/given-design'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  givenUnlocked,
  newKey,
  type GivenProject,
} from '../../test/given-project'
import { givenLogin } from '../../test/given-user'
import { openStreamCount } from '../http/drain'
import { ThreadModel } from '../comments/comment.record'
import { ProjectModel } from '../projects/project.record'
import { VisitModel } from '../visits/visit.record'
import { settleMs } from './pending-changes'

const [here, there] = [sharedTestApp(), sharedTestApp()]
const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

type Headers = Record<string, string>

async function listen(projectId: string, headers: Headers = {}, app = there): Promise<EventReader> {
  const reader = await readEvents(app, projectId, headers)
  open.push(reader)
  return reader
}
/** Opens the project and follows it from exactly that position, as the page does. */
async function follow(projectId: string, headers: Headers = {}, app = there): Promise<EventReader> {
  await listen(projectId, headers, app).then((first) => first.close())
  const { body } = await app.api.get(`/projects/${projectId}?image=none`).set(headers)
  return listen(projectId, { ...headers, 'Last-Event-ID': body.position }, app)
}
const added = (text: string) => (event: LiveEvent) =>
  event.type === 'comment.added' && event.comment.text === text
const changed = (id: string, matches: (comment: Comment) => boolean) => (event: LiveEvent) =>
  event.type === 'comment.changed' && event.comment._id === id && matches(event.comment)
const projectWith = (matches: (project: ProjectState) => boolean) => (event: LiveEvent) =>
  event.type === 'project.changed' && matches(event.project)
const removed = (id: string) => (event: LiveEvent) =>
  event.type === 'comment.removed' && event.commentId === id
const soon = () => new Date(Date.now() + 6_000).toISOString()
const isOf = (type: LiveEvent['type']) => (event: LiveEvent) => event.type === type
const change = ({ _id }: GivenProject, comment: { _id: string }, body: object, headers: Headers = {}) =>
  here.api.patch(`/projects/${_id}/comments/${comment._id}`).set(headers).send(body)
const remove = ({ _id }: GivenProject, comment: { _id: string }, headers: Headers) =>
  here.api.delete(`/projects/${_id}/comments/${comment._id}`).set(headers)

test('a stream that is asked for once ends after the missed events, and nobody sees its visitor', async () => {
  const project = await givenProject(here.api)
  const reader = await follow(project._id)
  const { body } = await there.api.get(`/projects/${project._id}?image=none`)
  await givenComment(here.api, project._id, { text: 'Missed' })
  await reader.next(added('Missed'))

  const ask = async (position: string, once = 'true') => {
    const headers = { 'Last-Event-ID': position }
    const answer = await fetch(`${there.url}/projects/${project._id}/events?once=${once}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  const missed = await ask(body.position)
  const [, position = ''] = /^id: (\w+)$/m.exec(missed.text) ?? []
  const later = await ask(position)

  expect(missed.text).toContain('Missed')
  expect(later.status).toBe(200)
  expect(later.text).not.toContain('reload')
  expect(reader.events.filter((event) => event.type === 'presence' && event.count > 0)).toEqual([])
  expect(await ask(position, '1')).toMatchObject({ status: 400 })
})

test('an event stream has the headers that proxies and browsers need, and is refused like the project itself', async () => {
  const project = await givenProject(here.api)
  const reader = await listen(project._id)
  expect(reader.status).toBe(200)
  expect(reader.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(reader.headers['content-encoding']).toBeUndefined()

  await givenSettings(here.api, project, { closed: true })
  expect(await there.api.get(`/projects/${project._id}/events`)).toMatchObject({
    status: 404,
    body: { code: 'project_not_found' },
  })
  const head = await there.api.head(`/projects/${project._id}/events`).set(project.owner.auth)
  expect(head.status).toBe(200)
})

test('a visitor who leaves before the project is found leaves no open stream', async () => {
  const project = await givenProject(here.api)
  const before = openStreamCount()

  for (let waitMs = 0; waitMs < 10; waitMs += 0.2) {
    const socket = connect(here.port, '127.0.0.1')
    socket.write(`GET /projects/${project._id}/events HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'connect')
    await pause(waitMs)
    socket.resetAndDestroy()
  }

  await expect.poll(openStreamCount).toBeLessThanOrEqual(before)
})

test('every change of a comment reaches other processes, each page with its own rights', async () => {
  const project = await givenProject(here.api)
  const ana = givenGuest()
  const [asAna, asOwner, asGuest] = await Promise.all([
    follow(project._id, ana),
    follow(project._id, project.owner.auth),
    follow(project._id),
  ])

  const thread = await givenComment(here.api, project._id, { text: 'New' }, ana)
  expect(await asAna.next(added('New'))).toEqual({ type: 'comment.added', comment: thread })
  expect(await asGuest.next(added('New'))).toMatchObject({
    comment: { mine: false, can: { edit: false, delete: false, resolve: false } },
  })
  expect(await asOwner.next(added('New'))).toMatchObject({
    comment: { mine: false, can: { edit: false, delete: true, resolve: true } },
  })

  const reply = await givenReply(here.api, project._id, thread._id, {}, project.owner.auth)
  const hasReply = changed(thread._id, ({ replies }) => replies.some(({ _id }) => _id === reply._id))
  expect(await asOwner.next(hasReply)).toMatchObject({
    comment: { replies: [{ byOwner: true, mine: true }] },
  })
  expect(await asAna.next(hasReply)).toMatchObject({ comment: { mine: true, replies: [{ mine: false }] } })

  await change(project, thread, { resolved: true }, project.owner.auth)
  await asGuest.next(changed(thread._id, ({ resolved }) => resolved?.by === 'Mara Hald'))
  await change(project, thread, { x: 7, y: 9, text: 'Edited' }, ana)
  await asGuest.next(
    changed(thread._id, ({ x, y, text, editedAt }) => x === 7 && y === 9 && text === 'Edited' && !!editedAt),
  )
  await remove(project, thread, ana)
  await asGuest.next(changed(thread._id, ({ deletedAt, text }) => deletedAt !== null && text === ''))
  await remove(project, reply, project.owner.auth)
  await asGuest.next(removed(thread._id))
  await change(project, thread, { deleted: false }, ana)
  await asGuest.next(
    changed(thread._id, ({ deletedAt, replies }) => deletedAt === null && replies.length === 0),
  )
})

test('events show the same as a reload', async () => {
  const project = await givenProject(here.api)
  const ana = givenGuest()
  const reader = await follow(project._id, ana)
  const threads = await Promise.all(
    Array.from({ length: 8 }, () => givenComment(here.api, project._id, {}, ana)),
  )
  await Promise.all([
    // A reply to a thread that is deleted at the same moment may come too late.
    ...threads
      .slice(4)
      .map(({ _id }) =>
        here.api
          .post(`/projects/${project._id}/comments/${_id}/replies`)
          .send({ commenter: 'Ben', text: _id }),
      ),
    ...threads.map((thread, index) => change(project, thread, { text: `Edited ${index}` }, ana)),
    ...threads.slice(0, 6).map((thread) => remove(project, thread, ana)),
  ])
  const last = await givenComment(here.api, project._id, { text: 'The last' }, ana)
  await reader.next(added(last.text))

  const page = new Map<string, Comment>()
  for (const event of reader.events) {
    if (event.type === 'comment.added' || event.type === 'comment.changed')
      page.set(event.comment._id, event.comment)
    if (event.type === 'comment.removed') page.delete(event.commentId)
  }
  const { body } = await there.api.get(`/projects/${project._id}?image=none`).set(ana)
  expect([...page.values()].toSorted((one, other) => one.number - other.number)).toEqual(body.comments)
  expect(reader.events.some(isOf('reload'))).toBe(false)
})

test('a comment written between opening the project and following it is not missed', async () => {
  const project = await givenProject(here.api)
  await listen(project._id)
  const { body } = await there.api.get(`/projects/${project._id}?image=none`)
  const thread = await givenComment(here.api, project._id, { text: 'In between' })

  const reader = await listen(project._id, { 'Last-Event-ID': body.position })
  const heard = await reader.next((event) => 'comment' in event && event.comment._id === thread._id)
  expect(heard).toMatchObject({ comment: { text: 'In between', number: 1 } })
})

test('a reconnected page gets the missed events once, or is told to reload after too long', async () => {
  const project = await givenProject(here.api)
  const reader = await follow(project._id)
  const before = await givenComment(here.api, project._id, { text: 'Before' })
  await givenComment(here.api, project._id, { text: 'Last' })
  await reader.next(added('Last'))
  reader.close()
  const missed = await givenComment(here.api, project._id, { text: 'Missed' })

  const again = await listen(project._id, { 'Last-Event-ID': reader.lastId() ?? '' })
  await again.next((event) => 'comment' in event && event.comment._id === missed._id)
  expect(JSON.stringify(again.events)).not.toContain(before._id)

  for (const position of ['0000000000000001', '999', 'nonsense', '']) {
    const stranger = await listen(project._id, { 'Last-Event-ID': position })
    await stranger.next(isOf('reload'))
  }
})

test('a stream that ends between comments that were stored together loses none of them', async () => {
  const project = await givenProject(here.api)
  const reader = await follow(project._id)
  const texts = Array.from({ length: 8 }, (_one, at) => `Together ${at}`)
  const posted = texts.map((text) => givenComment(here.api, project._id, { text }))
  await reader.next((event) => event.type === 'comment.added')
  reader.close()
  await Promise.all(posted)
  const received = new Set(reader.events.flatMap((event) => ('comment' in event ? [event.comment.text] : [])))

  const again = await listen(project._id, { 'Last-Event-ID': reader.lastId() ?? '' })

  for (const text of texts.filter((one) => !received.has(one)))
    expect(await again.next((event) => 'comment' in event && event.comment.text === text)).toBeDefined()
  expect(again.events.some(isOf('reload'))).toBe(false)
})

test.each([
  [
    'a deleted design',
    async (project: GivenProject, design: string) => {
      await here.api.delete(`/projects/${project._id}/designs/${design}`).set(project.owner.auth).expect(200)
      return projectWith(({ designs }) => designs.length === 1)
    },
  ],
  [
    'another permission of the link',
    async (project: GivenProject) => {
      await givenSettings(here.api, project, { permission: 'view' })
      return projectWith(({ can }) => !can.comment)
    },
  ],
])('a page that missed %s reloads when it reconnects, and so does the next one', async (_what, change) => {
  const project = await givenProject(here.api)
  const [design] = await givenDesigns(here.api, project, ['Poster'])
  const [staying, leaving] = await Promise.all([follow(project._id), follow(project._id)])
  await givenComment(here.api, project._id, { text: 'Before' })
  await leaving.next(added('Before'))
  leaving.close()
  await staying.next(await change(project, design?._id ?? ''))
  await staying.next(isOf('reload'))

  for (let times = 0; times < 2; times += 1) {
    const again = await listen(project._id, { 'Last-Event-ID': leaving.lastId() ?? '' })
    expect(await again.next(isOf('reload'))).toEqual({ type: 'reload' })
  }
})

test('many visits of others displace no missed event, and a page gets its own visit again', async () => {
  const [project, busy] = [await givenProject(here.api), await givenProject(here.api)]
  const { auth } = project.owner
  await givenComment(here.api, project._id)
  const { _id } = await ProjectModel.findOne({ publicId: busy._id }).orFail()
  const visits = Array.from({ length: 20_001 }, (_one, at) => {
    return { project: _id, visitor: `guest:${at}`, lastSeenNumber: 0, at: new Date() }
  })
  const [reader, witness] = [await follow(project._id, auth), await follow(project._id)]
  await givenComment(here.api, project._id, { text: 'Before' })
  await reader.next(added('Before'))
  reader.close()

  await givenComment(here.api, project._id, { text: 'Missed' })
  await here.api.post(`/projects/${project._id}/visit`).set(auth).send({ number: 1 }).expect(200)
  await VisitModel.collection.insertMany(visits)
  await givenComment(here.api, project._id, { text: 'After' })
  await witness.next(added('After'))

  const again = await listen(project._id, { ...auth, 'Last-Event-ID': reader.lastId() ?? '' })
  await again.next((event) => event.type === 'reload' || event.type === 'visit.changed')
  await again.next(
    (event) => event.type === 'reload' || ('comment' in event && event.comment.text === 'Missed'),
  )
  expect(again.events.some(isOf('reload'))).toBe(false)
})

test('the other pages of an owner receive what they have read, also after a reconnect, and other people do not', async () => {
  const project = await givenProject(here.api)
  const { auth } = project.owner
  for (let count = 0; count < 2; count += 1) await givenComment(here.api, project._id)
  const [asGuest, asOwner] = await Promise.all([follow(project._id, givenGuest()), follow(project._id, auth)])
  const read = (number: number) =>
    here.api.post(`/projects/${project._id}/visit`).set(auth).send({ number, alone: true })
  const hasRead = (number: number) => (event: LiveEvent) =>
    event.type === 'visit.changed' && event.visit.read?.[number] !== undefined

  await read(1)
  await asOwner.next(hasRead(1))
  await givenComment(here.api, project._id, { text: 'Later' })
  await Promise.all([asOwner.next(added('Later')), asGuest.next(added('Later'))])
  asOwner.close()
  await read(2)

  const again = await listen(project._id, { ...auth, 'Last-Event-ID': asOwner.lastId() ?? '' })
  await again.next(hasRead(2))
  expect(asGuest.events.some(isOf('visit.changed'))).toBe(false)
})

test('pages receive a rename and changed settings and rights, but no project event for comments', async () => {
  const project = await givenProject(here.api)
  const [asGuest, asOwner] = await Promise.all([follow(project._id), follow(project._id, project.owner.auth)])

  await givenComment(here.api, project._id, { text: 'Only a comment' })
  await asGuest.next(added('Only a comment'))
  expect(asGuest.events.some(isOf('project.changed'))).toBe(false)

  await here.api
    .put(`/projects/${project._id}`)
    .set(project.owner.auth)
    .send({ name: 'Home', description: 'The brief' })
  const renamed = projectWith(({ name }) => name === 'Home')
  expect(await asGuest.next(renamed)).toMatchObject({
    project: { isOwner: false, can: { rename: false }, stats: { open: 1 } },
  })
  expect(await asOwner.next(renamed)).toMatchObject({ project: { isOwner: true, can: { rename: true } } })

  await givenSettings(here.api, project, { permission: 'view' })
  await asGuest.next(projectWith(({ can, link }) => !can.comment && link.permission === 'view'))
  // What the guest may do with each comment has changed too.
  await asGuest.next(isOf('reload'))
  await givenSettings(here.api, project, { permission: 'comment' })
  await asGuest.next(projectWith(({ can }) => can.comment))
  await vi.waitFor(() => expect(asGuest.events.filter(isOf('reload'))).toHaveLength(2), 10_000)
  expect(asOwner.events.some(isOf('reload'))).toBe(false)
})

test.each([
  ['is closed', (project: GivenProject) => givenSettings(here.api, project, { closed: true })],
  [
    'gets another link',
    ({ _id, owner }: GivenProject) => here.api.post(`/projects/${_id}/link`).set(owner.auth),
  ],
  [
    'gets a password',
    (project: GivenProject) => givenSettings(here.api, project, { password: 'six letters' }),
  ],
  [
    'comes to its end',
    (project: GivenProject) => givenSettings(here.api, project, { end: { at: soon(), to: 'closed' } }),
  ],
])(
  'when the project %s, guests are notified and their streams end, and the owner’s stays',
  async (_what, close) => {
    const project = await givenProject(here.api)
    const [asGuest, asOwner] = await Promise.all([
      follow(project._id),
      follow(project._id, project.owner.auth),
    ])

    await close(project)

    await asGuest.next(isOf('project.closed'))
    await asGuest.ended
    await asOwner.next(isOf('project.changed'))
    await givenComment(here.api, project._id, { text: 'For the owner alone' }, project.owner.auth)
    await asOwner.next(added('For the owner alone'))
    expect(JSON.stringify(asGuest.events)).not.toContain('For the owner alone')
  },
)

test('a guest with the password receives events until the password changes', async () => {
  const project = await givenProject(here.api)
  await givenSettings(here.api, project, { password: 'six letters' })
  const headers = await givenUnlocked(here.api, project._id, 'six letters')
  expect((await there.api.get(`/projects/${project._id}/events`)).body).toMatchObject({ code: 'link_locked' })
  const reader = await follow(project._id, headers)
  await givenComment(here.api, project._id, { text: 'Behind the gate' }, headers)
  await reader.next(added('Behind the gate'))

  await givenSettings(here.api, project, { password: 'other letters' })

  await reader.next(isOf('project.closed'))
  await reader.ended
})

test('a link that becomes view-only at a certain time is announced then, and to a page that reconnects later', async () => {
  const project = await givenProject(here.api)
  const [reader, leaving] = await Promise.all([follow(project._id), follow(project._id)])
  await givenSettings(here.api, project, { end: { at: soon(), to: 'view' } })
  await Promise.all([reader, leaving].map((one) => one.next(projectWith(({ can }) => can.comment))))
  leaving.close()

  await givenComment(here.api, project._id)

  const ended = await reader.next(projectWith(({ can }) => !can.comment))
  expect(ended).toMatchObject({ project: { link: { permission: 'view' }, stats: { open: 1, total: 1 } } })
  expect(JSON.stringify(ended)).not.toContain('"end"')
  await reader.next(isOf('reload'))
  const again = await listen(project._id, { 'Last-Event-ID': leaving.lastId() ?? '' })
  await again.next(isOf('reload'))
  const late = await there.api
    .post(`/comment/add/${project._id}`)
    .send({ commenter: 'Ana', text: 'Late', x: 1, y: 1 })
  expect(late).toMatchObject({ status: 403, body: { code: 'view_only' } })
})

test('when the project is deleted, every stream ends', async () => {
  const project = await givenProject(here.api)
  const readers = await Promise.all([follow(project._id), follow(project._id, project.owner.auth)])
  await here.api.delete(`/projects/${project._id}`).set(project.owner.auth)
  for (const reader of readers) {
    await reader.ended
    expect(reader.events.at(-1)).toEqual({ type: 'project.closed' })
  }
})

test('events of one project do not reach another', async () => {
  const [project, other] = await Promise.all([givenProject(here.api), givenProject(here.api)])
  const reader = await follow(other._id)
  await givenComment(here.api, project._id, { text: 'Elsewhere' })
  await givenComment(here.api, other._id, { text: 'Here' })
  await reader.next(added('Here'))
  expect(JSON.stringify(reader.events)).not.toContain('Elsewhere')
})

test('a logout ends the pages of that login in every process, and of no other login', async () => {
  const project = await givenProject(here.api)
  const { owner } = project
  const { token } = await givenLogin(here.api, owner)
  const other = { Authorization: `Bearer ${token}` }
  const [near, far, stays] = await Promise.all([
    listen(project._id, owner.auth, here),
    listen(project._id, owner.auth, there),
    listen(project._id, other, there),
  ])

  await here.api.post('/users/logout').set(owner.auth)
  await Promise.all([near.ended, far.ended])
  const { body: link } = await here.api.post(`/projects/${project._id}/link`).set(other)

  await stays.next(projectWith((state) => state.link.id === link.id))
  for (const reader of [near, far]) expect(JSON.stringify(reader.events)).not.toContain(link.id)
})

test('a repeated request causes one event', async () => {
  const project = await givenProject(here.api)
  const reader = await follow(project._id)
  const headers = { 'Idempotency-Key': newKey() }
  const body = { commenter: 'Ana', text: 'Once', x: 1, y: 1 }
  await Promise.all(
    Array.from({ length: 5 }, () => here.api.post(`/comment/add/${project._id}`).set(headers).send(body)),
  )
  await givenComment(here.api, project._id, { text: 'After' })
  await reader.next(added('After'))
  expect(reader.events.filter(added('Once'))).toHaveLength(1)
})

test('a network has a maximum number of pages, until one closes', async () => {
  const small = await givenTestApp({ limits: { maxLivePagesPerNetwork: 2 } })
  const project = await givenProject(small.api)
  const [first] = await Promise.all([listen(project._id, {}, small), listen(project._id, {}, small)])

  const refused = await small.api.get(`/projects/${project._id}/events`)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  first.close()
  await expect.poll(async () => (await listen(project._id, {}, small)).status).toBe(200)
})

test('pages that are opened together do not exceed the maximum of their network', async () => {
  const small = await givenTestApp({ limits: { maxLivePagesPerNetwork: 2 } })
  const project = await givenProject(small.api)

  const pages = await Promise.all(Array.from({ length: 6 }, () => listen(project._id, {}, small)))

  expect(pages.filter(({ status }) => status === 200)).toHaveLength(2)
})

test('when all networks together have too many pages, the one with the most loses one', async () => {
  const small = await givenTestApp({ trustProxyHops: 1, limits: { maxLivePages: 4 } })
  const project = await givenProject(small.api)
  const from = (network: string) => ({ 'X-Forwarded-For': network })
  const [crowd, other] = [from('198.51.100.1'), from('203.0.113.1')]
  const first = await listen(project._id, crowd, small)
  for (let more = 0; more < 3; more += 1) await listen(project._id, crowd, small)

  expect((await listen(project._id, other, small)).status).toBe(200)
  await first.ended
  const refused = await small.api.get(`/projects/${project._id}/events`).set(crowd)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  expect((await listen(project._id, other, small)).status).toBe(200)
  // Both have two. One more would be taken back by the next page of the others.
  const more = await small.api.get(`/projects/${project._id}/events`).set(other)
  expect(more.status).toBe(429)
})

test('many changes of one comment become a few events with its newest state, and a page that missed several reloads', async () => {
  const project = await givenProject(here.api)
  const ana = givenGuest()
  const [busy, calm] = [
    await givenComment(here.api, project._id, { text: 'Busy' }, ana),
    await givenComment(here.api, project._id, { text: 'Calm' }, ana),
  ]
  const [steady, leaving] = await Promise.all([follow(project._id), follow(project._id)])
  const edits = 30
  const start = performance.now()

  for (let at = 1; at <= edits; at += 1) {
    await change(project, busy, { x: at, y: at }, ana)
    if (at !== edits / 2) continue
    await change(project, calm, { text: 'Calm, and edited' }, ana)
    leaving.close()
  }
  const resumed = await listen(project._id, { 'Last-Event-ID': leaving.lastId() ?? '' })

  await steady.next(changed(busy._id, ({ x }) => x === edits))
  const toldAtMost = 2 + (performance.now() - start) / settleMs
  await steady.next(changed(calm._id, ({ text }) => text === 'Calm, and edited'))
  expect(steady.events.some(isOf('reload'))).toBe(false)
  expect(steady.events.filter(changed(busy._id, () => true)).length).toBeLessThanOrEqual(toldAtMost)
  await resumed.next(isOf('reload'))
})

test('a page that missed a change of a comment with megabytes of replies reloads', async () => {
  const project = await givenProject(here.api)
  const ana = givenGuest()
  const thread = await givenComment(here.api, project._id, {}, ana)
  const leaving = await follow(project._id)
  await change(project, thread, { text: 'Before it left' }, ana)
  await leaving.next(changed(thread._id, ({ text }) => text === 'Before it left'))
  leaving.close()
  const staying = await follow(project._id)
  await ThreadModel.updateOne({ publicId: thread._id }, { 'replyRoom.bytes': 2_000_000 })
  await change(project, thread, { text: 'Meanwhile' }, ana)
  await staying.next(changed(thread._id, ({ text }) => text === 'Meanwhile'))

  const resumed = await listen(project._id, { 'Last-Event-ID': leaving.lastId() ?? '' })

  expect(await resumed.next(isOf('reload'))).toMatchObject({ type: 'reload' })
})

test('a page that missed too many events reloads', async () => {
  const project = await givenProject(here.api)
  const ana = givenGuest()
  const first = await givenComment(here.api, project._id, {}, ana)
  const second = await givenComment(here.api, project._id, {}, ana)
  const leaving = await follow(project._id)
  await change(project, first, { text: 'Before it left' }, ana)
  await leaving.next(changed(first._id, ({ text }) => text === 'Before it left'))
  leaving.close()
  const staying = await follow(project._id)
  for (const { _id } of [first, second]) {
    await ThreadModel.updateOne({ publicId: _id }, { 'replyRoom.bytes': 200_000 })
    await change(project, { _id }, { text: 'Meanwhile' }, ana)
    await staying.next(changed(_id, ({ text }) => text === 'Meanwhile'))
  }

  const resumed = await listen(project._id, { 'Last-Event-ID': leaving.lastId() ?? '' })

  expect(await resumed.next(isOf('reload'))).toMatchObject({ type: 'reload' })
})
