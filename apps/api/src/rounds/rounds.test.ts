import { expect, test } from 'vitest'
import type { LiveEvent } from '@pinmark/shared/events'
import { errorCatalogue } from '@pinmark/shared/messages'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { readEvents } from '../../test/event-reader'
import { givenVersion, openProject } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, newKey, type GivenProject } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { limits } from '@pinmark/shared/limits'
import { VerdictModel } from './verdict.record'
import { ProjectModel } from '../projects/project.record'

const app = sharedTestApp()

const say = (project: GivenProject, headers: Record<string, string>, body: object) =>
  app.api
    .put(`/projects/${project._id}/round/verdict`)
    .set(headers)
    .send({ verdict: 'good', name: 'Tom Keller', ...body })
const change = (project: GivenProject, body: object) =>
  app.api.patch(`/projects/${project._id}/round`).set(project.owner.auth).send(body)
const asGuest = async (project: GivenProject, headers: Record<string, string>) =>
  (await app.api.get(`/projects/${project._id}?image=none`).set(headers)).body

const isRound = ({ type }: LiveEvent) => type === 'round.changed'

test('a reviewer gives, changes and withdraws a verdict; the owner sees all, and others see their own', async () => {
  const project = await givenProject(app.api)
  const [tom, priya] = [givenGuest(), givenGuest()]

  await say(project, tom, { note: 'Nearly there' }).expect(200)
  await say(project, priya, { verdict: 'changes', name: 'Priya' }).expect(200)
  const answer = await say(project, tom, { verdict: 'changes', note: 'The head is too loud' })

  const mine = { name: 'Tom Keller', verdict: 'changes', note: 'The head is too loud' }
  expect(answer.body).toMatchObject({ number: 1, closedAt: null, mine, verdicts: null })
  expect((await asGuest(project, tom)).round).toEqual(answer.body)
  expect((await asGuest(project, givenGuest())).round).toMatchObject({ mine: null, verdicts: null })
  expect((await asGuest(project, {})).round).toMatchObject({ mine: null, verdicts: null })
  const { round } = await openProject(app.api, project)
  expect(round.verdicts).toMatchObject([mine, { name: 'Priya', verdict: 'changes' }])
  const { body: list } = await app.api.get('/projects?image=none').set(project.owner.auth)
  expect(list[0].round).toMatchObject({
    number: 1,
    good: 0,
    changes: 2,
    verdicts: [{ name: 'Tom Keller' }, {}],
  })

  const withdraw = () => app.api.delete(`/projects/${project._id}/round/verdict`).set(tom)
  expect((await withdraw()).body.mine).toBeNull()
  expect((await withdraw()).status).toBe(200)
  expect((await openProject(app.api, project)).round.verdicts).toMatchObject([{ name: 'Priya' }])
})

test('an account has one verdict in all browsers', async () => {
  const project = await givenProject(app.api)
  const { auth } = await givenUser(app.api, { name: 'Ines Falk' })
  await say(project, auth, { name: 'Ines Falk' }).expect(200)
  await say(project, { ...auth, ...givenGuest() }, { verdict: 'changes', name: 'Ines Falk' }).expect(200)
  expect((await openProject(app.api, project)).round.verdicts).toMatchObject([{ verdict: 'changes' }])
})

test.each([
  [{ verdict: 'bad' }, 'verdict_not_valid'],
  [{ name: ' ' }, 'commenter_required'],
  [{ name: 'Mara Hald' }, 'commenter_is_owner'],
  [{ note: 'x'.repeat(501) }, 'note_too_long'],
  [{ round: 2 }, 'round_is_over'],
])('a verdict with %j is refused as %s', async (body, code) => {
  const project = await givenProject(app.api)
  expect((await say(project, givenGuest(), body)).body.code).toBe(code)
})

test('a verdict requires a guest secret or an account, and a link with comments', async () => {
  const project = await givenProject(app.api, { linkPermission: 'view' })
  expect((await say(project, {}, {})).body.code).toBe('guest_secret_required')
  expect((await say(project, givenGuest(), {})).body.code).toBe('view_only')
})

test('reviewers can read a closed round with its message, and the owner can still write', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const comment = await givenComment(app.api, project._id, {}, guest)

  const closed = await change(project, { closed: true, message: 'Thank you, version 2 follows.' })

  expect(closed.body).toMatchObject({
    closedAt: expect.any(String),
    message: 'Thank you, version 2 follows.',
  })
  const path = `/projects/${project._id}/comments/${comment._id}`
  const words = { commenter: 'Ana', text: 'One more', x: 1, y: 1 }
  const refused = await Promise.all([
    app.api.post(`/comment/add/${project._id}`).set(guest).send(words),
    app.api.post(`${path}/replies`).set(guest).send(words),
    say(project, guest, {}),
    app.api.delete(`/projects/${project._id}/round/verdict`).set(guest),
  ])
  const error = errorCatalogue.round_closed.text.replace('{round}', '1').replace('{next}', '2')
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'round_closed', error } })
  }
  const seen = await asGuest(project, guest)
  expect(seen).toMatchObject({ can: { comment: false }, round: { message: closed.body.message } })
  const reply = app.api.post(`${path}/replies`).set(project.owner.auth).set('Idempotency-Key', newKey())
  await reply.send({ commenter: 'Mara', text: 'Done' }).expect(201)
  await app.api.patch(path).set(project.owner.auth).send({ resolved: true }).expect(200)

  await change(project, { closed: false }).expect(200)
  await givenComment(app.api, project._id, {}, guest)
})

test('a new version starts the next round without verdicts, unless it joins the present one', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  await say(project, guest, {}).expect(200)
  await change(project, { closed: true, message: 'Wait for version 2' }).expect(200)

  await givenVersion(app.api, project, { round: '1' })
  expect(await asGuest(project, guest)).toMatchObject({ round: { number: 1, closedAt: expect.any(String) } })
  await givenVersion(app.api, project, { round: '2' })

  const { round } = await asGuest(project, guest)
  expect(round).toMatchObject({ number: 2, closedAt: null, message: '', mine: null })
  await givenComment(app.api, project._id, {}, guest)
  expect((await change(project, { closed: true, round: 1 })).body.code).toBe('round_is_over')
  expect(await openProject(app.api, project)).toMatchObject({ round: { closedAt: null, verdicts: [] } })
})

test('a verdict reaches the pages of the owner and the reviewer, each with their own rights', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const owners = await readEvents(app, project._id, project.owner.auth)
  const guests = await readEvents(app, project._id, guest)

  await say(project, guest, { note: 'Calm' }).expect(200)

  const told = { name: 'Tom Keller', verdict: 'good', note: 'Calm' }
  expect(await owners.next(isRound)).toMatchObject({ round: { verdicts: [told] } })
  expect(await guests.next(isRound)).toMatchObject({ round: { mine: told, verdicts: null } })
  owners.close()
  guests.close()
})

test('of concurrent verdicts for the last room of a round, one is stored and the others leave nothing', async () => {
  const project = await givenProject(app.api)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const others = Array.from({ length: limits.verdictsPerRound }, (_, at) => ({
    ...{ project: _id, round: 1, visitor: `guest:${at}`, name: 'Somebody' },
    ...{ verdict: 'good' as const, note: '', at: new Date() },
  }))
  const before = others.slice(1)
  await VerdictModel.insertMany(before)
  const answers = await Promise.all(Array.from({ length: 8 }, () => say(project, givenGuest(), {})))
  const given = answers.filter(({ status }) => status === 200)
  expect(given).toHaveLength(1)
  expect(await VerdictModel.countDocuments({ project: _id })).toBe(limits.verdictsPerRound)

  expect((await say(project, givenGuest(), {})).body.code).toBe('verdict_limit_reached')
})

test('browsers of one network leave room in a round for others, and for accounts', async () => {
  const { api } = await givenTestApp({ trustProxyHops: 1 })
  const project = await givenProject(api)
  const sayFrom = (network: string, headers: Record<string, string>) =>
    api
      .put(`/projects/${project._id}/round/verdict`)
      .set({ ...headers, 'X-Forwarded-For': network })
      .send({ verdict: 'good', name: 'Tom Keller' })
  const [office, elsewhere] = ['203.0.113.9', '198.51.100.9']
  const first = givenGuest()
  await sayFrom(office, first).expect(200)
  for (let given = 1; given < limits.verdictsPerRound / 4; given += 4) {
    await Promise.all(Array.from({ length: 4 }, () => sayFrom(office, givenGuest()).expect(200)))
  }

  expect(await sayFrom(office, givenGuest())).toMatchObject({
    status: 429,
    body: { code: 'too_many_browsers' },
  })

  await sayFrom(office, first).expect(200)
  await sayFrom(elsewhere, givenGuest()).expect(200)
  await sayFrom(office, (await givenUser(api)).auth).expect(200)
  await givenVersion(api, project)
  await sayFrom(office, givenGuest()).expect(200)
})

test('a guest who renames the project gets no verdicts of others in the answer', async () => {
  const project = await givenProject(app.api, { linkPermission: 'manage' })
  await say(project, givenGuest(), {}).expect(200)
  const rename = (headers: Record<string, string>) =>
    app.api.put(`/projects/${project._id}`).set(headers).send({ name: 'Renamed' }).expect(200)

  expect((await rename(givenGuest())).body.round).toMatchObject({ good: 0, verdicts: [] })
  expect((await rename(project.owner.auth)).body.round).toMatchObject({ good: 1 })
})
