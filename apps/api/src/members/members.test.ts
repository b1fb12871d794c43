import mongoose from 'mongoose'
import { expect, test, vi } from 'vitest'
import { errorCatalogue } from '@pinmark/shared/messages'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { givenTestApp } from '../../test/app-under-test'
import { digestAfter, untilRead } from '../../test/digests'
import { readEvents } from '../../test/event-reader'
import { givenVersion } from '../../test/given-design'
import { givenMember, invitationPath } from '../../test/given-member'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { givenWebhook } from '../../test/given-webhook'
import { sharedMailingApp } from '../../test/mailing-app'
import { scanDatabase } from '../../test/scan-database'
import { sweepAccounts } from '../ops/background-work'
import { ProjectModel } from '../projects/project.record'

const app = sharedMailingApp()

const invite = ({ _id, owner }: GivenProject, body: object = {}) =>
  app.api.post(`/projects/${_id}/invitations`).set(owner.auth).send(body)
const join = (path: string, { auth }: GivenUser) => app.api.post(invitationPath(path)).set(auth)
const membersOf = async ({ _id }: GivenProject, { auth }: GivenUser) =>
  (await app.api.get(`/projects/${_id}/members`).set(auth).expect(200)).body
const open = async ({ _id }: { _id: string }, { auth }: GivenUser) =>
  (await app.api.get(`/projects/${_id}?image=none`).set(auth)).body
const list = async ({ auth }: GivenUser, query = ''): Promise<ProjectSummary[]> => {
  const { body } = await app.api.get(`/projects?image=none${query}`).set(auth).expect(200)
  return body
}
const removeFrom = ({ _id }: GivenProject, member: GivenUser, { auth }: GivenUser) =>
  app.api.delete(`/projects/${_id}/members/${member.user._id}`).set(auth)
const offer = ({ _id, owner }: GivenProject, member: GivenUser) =>
  app.api.put(`/projects/${_id}/offer`).set(owner.auth).send({ member: member.user._id })
const accept = ({ _id }: GivenProject, { auth }: GivenUser) =>
  app.api.post(`/projects/${_id}/offer/accept`).set(auth)

test('an invited account joins once, sees the project in its list, and may do what the owner may', async () => {
  const project = await givenProject(app.api, { name: 'Norra Nights', linkPermission: 'view' })
  const [jonas, other] = [await givenUser(app.api, { name: 'Jonas Weber' }), await givenUser(app.api)]
  const { body: made } = await invite(project).expect(201)
  const path = invitationPath(made.path)
  expect((await app.api.get(path)).body.code).toBe('sign_in_required')
  expect((await app.api.get(path).set(jonas.auth)).body).toMatchObject({
    ...{ project: 'Norra Nights', owner: project.owner.name, endsAt: made.endsAt, joined: null },
  })

  expect((await join(made.path, jonas)).body).toEqual({ _id: project._id })

  expect((await join(made.path, jonas)).body).toEqual({ _id: project._id })
  expect((await app.api.get(path).set(jonas.auth)).body).toMatchObject({ joined: project._id })
  expect((await join(made.path, other)).body.code).toBe('join_link_over')
  expect(await open(project, jonas)).toMatchObject({
    ...{ _id: project._id, isOwner: false, isMember: true, owner: { name: project.owner.name } },
    can: { comment: true, rename: true, delete: true, resolve: true, manage: true, own: false },
  })
  expect(await open(project, project.owner)).toMatchObject({ isMember: false, can: { own: true } })
  expect(await open(project, other)).toMatchObject({ isMember: false, can: { manage: false, own: false } })
  expect(await list(jonas)).toMatchObject([{ _id: project._id, isOwner: false, members: 1 }])
  expect(await list(project.owner)).toMatchObject([{ isOwner: true, owner: { name: project.owner.name } }])
  expect(await membersOf(project, jonas)).toEqual({
    owner: { name: project.owner.name },
    members: [{ _id: jonas.user._id, name: 'Jonas Weber', since: expect.any(String) }],
    ...{ offeredTo: null, invitations: [] },
  })
})

test('the list can be of own projects, or of those that are shared', async () => {
  const jonas = await givenUser(app.api)
  const own = await givenProject(app.api, { owner: jonas, name: 'Own' })
  const project = await givenProject(app.api, { name: 'Shared' })
  await givenMember(app.api, project, jonas)
  const names = async (query: string) => (await list(jonas, query)).map(({ name }) => name)

  expect(await names('')).toEqual(['Shared', 'Own'])
  expect(await names('&of=own')).toEqual(['Own'])
  expect(await names('&of=shared')).toEqual(['Shared'])
  await app.api.delete(`/projects/${own._id}`).set(jonas.auth).expect(200)
  await app.api.delete(`/projects/${project._id}`).set(jonas.auth).expect(200)
  expect(await names('&state=deleted')).toEqual(['Shared', 'Own'])
  await app.api.post(`/projects/${project._id}/restore`).set(jonas.auth).expect(200)
  expect(await open(project, jonas)).toMatchObject({ owner: { name: project.owner.name } })
  expect((await app.api.get('/projects?of=mine').set(jonas.auth)).body.code).toBe('list_unknown')
})

test('what is new is counted for each designer, and nothing of a designer is new to another', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  await givenComment(app.api, project._id)
  const thread = await givenComment(app.api, project._id, {}, jonas.auth)
  const newOf = async (user: GivenUser) => (await list(user))[0]?.stats.new
  expect([await newOf(project.owner), await newOf(jonas)]).toEqual([1, 1])

  const see = app.api.post(`/projects/${project._id}/visit`).set(jonas.auth)
  await see.send({ number: 2 }).expect(200)

  expect([await newOf(project.owner), await newOf(jonas)]).toEqual([1, 0])
  await givenReply(app.api, project._id, thread._id, {})
  expect([await newOf(project.owner), await newOf(jonas)]).toEqual([2, 1])
})

test('an invitation is over after a week, after its withdrawal and in the trash, and its address is not stored', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenUser(app.api)
  const [late, withdrawn, trashed] = [await invite(project), await invite(project), await invite(project)]
  const openOnes = async () =>
    (await membersOf(project, project.owner)).invitations.map(({ _id }: { _id: string }) => _id)
  expect(await openOnes()).toEqual([late, withdrawn, trashed].map(({ body }) => body._id))
  const token = String(late.body.path).split('/').at(-1) ?? ''
  expect(await scanDatabase([token])).toEqual({ [token]: [] })

  const address = `/projects/${project._id}/invitations/${withdrawn.body._id}`
  await app.api.delete(address).set(project.owner.auth).expect(204)
  expect((await app.api.delete(address).set(project.owner.auth)).body.code).toBe('invitation_not_found')
  expect((await join(withdrawn.body.path, jonas)).body.code).toBe('join_link_over')
  await app.api.delete(`/projects/${project._id}`).set(project.owner.auth)
  expect((await join(trashed.body.path, jonas)).body.code).toBe('join_link_over')
  await app.api.post(`/projects/${project._id}/restore`).set(project.owner.auth)
  const weekMs = limits.invitationDays * 86_400_000
  expect(Date.parse(late.body.endsAt) - Date.now()).toBeGreaterThan(weekMs - 60_000)
  const ended = { $set: { 'invitations.0.endsAt': new Date() } }
  await ProjectModel.collection.updateOne({ publicId: project._id }, ended)
  expect((await join(late.body.path, jonas)).body.code).toBe('join_link_over')
  expect(await openOnes()).toEqual([trashed.body._id])
  const other = token.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await join(`/join/${other}`, jonas)).body.code).toBe('join_link_over')
})

test('two accounts that use one invitation at the same time: one joins', async () => {
  const project = await givenProject(app.api)
  const people = await Promise.all(['Ina', 'Jonas', 'Kim'].map((name) => givenUser(app.api, { name })))
  const { body: made } = await invite(project)

  const answers = await Promise.all(people.map((person) => join(made.path, person)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'join_link_over')).toHaveLength(2)
  expect((await membersOf(project, project.owner)).members).toHaveLength(1)
})

test('the owner cannot join, and a project has room for a limited number of members and invitations', async () => {
  const project = await givenProject(app.api)
  const member = await givenMember(app.api, project)
  const stored = await ProjectModel.findOne({ publicId: project._id }).lean().orFail()
  const [one] = stored.members ?? []
  const others = Array.from({ length: limits.membersPerProject - 1 }, () => ({
    ...{ ...one, user: new mongoose.Types.ObjectId() },
  }))
  await ProjectModel.collection.updateOne({ _id: stored._id }, {
    $push: { members: { $each: others } },
  } as object)
  const { body: made } = await invite(project)

  expect((await join(made.path, project.owner)).body.code).toBe('own_invitation')
  expect((await join(made.path, member)).status).toBe(200)
  expect((await join(made.path, await givenUser(app.api))).body).toMatchObject({
    ...{ code: 'members_full', error: 'This project has reached its limit of 20 members.' },
  })
  for (let count = 1; count < limits.invitationsPerProject; count += 1) await invite(project).expect(201)
  expect((await invite(project)).body.code).toBe('invitations_full')
})

test('an invitation with an address is mailed', async () => {
  const project = await givenProject(app.api, { name: 'Norra & Nights' })
  const jonas = await givenUser(app.api)

  const { body: made } = await invite(project, { email: ` ${jonas.email.toUpperCase()} ` })

  expect(made.email).toBe(jonas.email)
  const mail = await app.post.next(jonas.email)
  expect(mail.subject).toBe(`${project.owner.name} invites you to work on Norra & Nights`)
  expect(mail.text).toContain(`https://pins.studio.test${made.path}`)
  expect(mail.html).toContain(`https://pins.studio.test${made.path}`)
  expect(await join(made.path, jonas)).toMatchObject({ status: 200 })
  expect((await invite(project, { email: 'nobody' })).body.code).toBe('email_not_valid')
})

test('an account can make a limited number of invitations, in all its projects together', async () => {
  const strict = await givenTestApp({ rates: { invitation: 2 } })
  const owner = await givenUser(app.api)
  const projects = [await givenProject(app.api, { owner }), await givenProject(app.api, { owner })]
  const codes: (string | undefined)[] = []
  for (const { _id } of [...projects, ...projects])
    codes.push((await strict.api.post(`/projects/${_id}/invitations`).set(owner.auth).send({})).body.code)

  expect(codes).toEqual([undefined, undefined, 'too_many_invitations', 'too_many_invitations'])
  expect((await invite(await givenProject(app.api))).status).toBe(201)
})

test('an address gets only a few invitations by mail, from any account, and each of them works', async () => {
  const { mail, publicUrl } = app.config
  const strict = await givenTestApp({ mail, publicUrl, rates: { invitationMail: 2 } })
  const jonas = await givenUser(app.api)
  const paths: string[] = []
  for (const { _id, owner } of [
    await givenProject(app.api),
    await givenProject(app.api),
    await givenProject(app.api),
  ]) {
    const body = { email: jonas.email }
    const made = await strict.api.post(`/projects/${_id}/invitations`).set(owner.auth).send(body)
    paths.push(made.body.path)
  }

  await untilRead(app)
  expect(app.post.mails.filter(({ text }) => paths.some((path) => text?.includes(path)))).toHaveLength(2)
  expect((await join(paths[2] ?? '', jonas)).status).toBe(200)
})

test('a member writes, resolves and gives verdicts as a designer with their own name', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  const thread = await givenComment(app.api, project._id, {}, givenGuest())

  const own = await givenComment(app.api, project._id, { commenter: 'Somebody' }, jonas.auth)
  const path = `/projects/${project._id}/comments/${thread._id}`
  const resolved = await app.api.patch(path).set(jonas.auth).send({ resolved: true }).expect(200)
  const round = `/projects/${project._id}/round/verdict`
  const verdict = await app.api.put(round).set(jonas.auth).send({ verdict: 'good', name: 'Somebody' })

  expect(own).toMatchObject({ commenter: 'Jonas Weber', byOwner: true, mine: true })
  expect(resolved.body).toMatchObject({ resolved: { by: 'Jonas Weber' }, can: { delete: true } })
  expect(verdict.body.verdicts).toMatchObject([{ name: 'Jonas Weber' }])
  const version = await givenVersion(app.api, { ...project, owner: jonas }, { design: own.design })
  expect(version.number).toBe(2)
  const original = `/projects/${project._id}/designs/${own.design}/versions/${version._id}/original`
  expect((await app.api.get(original).set(jonas.auth)).status).toBe(200)
})

test('guests cannot take the name of a member, also after the member has changed it', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  const comment = (commenter: string) =>
    app.api.post(`/comment/add/${project._id}`).send({ commenter, text: commenter, x: 1, y: 1 })
  expect((await comment('Jonas Weberly')).status).toBe(201)
  expect((await comment('JONAS  weber')).body.code).toBe('commenter_is_owner')

  await app.api.patch('/users/me').set(jonas.auth).send({ name: 'Jonas Falk' }).expect(200)

  expect((await comment('jonas falk')).body.code).toBe('commenter_is_owner')
  expect((await comment('Jonas Weber')).status).toBe(201)
  expect((await membersOf(project, project.owner)).members).toMatchObject([{ name: 'Jonas Falk' }])
})

test('a removed member loses the open page at once, the images soon, and the project from the list', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  await givenSettings(app.api, project, { closed: true })
  const picture = (await open(project, jonas)).designs[0].versions[0].image._id
  const look = () => app.api.get(`/images/${picture}/view`)
  await look().expect(200)
  const page = await readEvents(app, project._id, jonas.auth)
  await page.next(({ type }) => type === 'presence')

  await removeFrom(project, jonas, project.owner).expect(204)

  await page.next(({ type }) => type === 'project.closed')
  await page.ended
  expect((await app.api.get(`/projects/${project._id}`).set(jonas.auth)).status).toBe(404)
  await vi.waitFor(async () => expect((await look()).status).toBe(404), 5_000)
  expect(await list(jonas)).toEqual([])
  expect((await removeFrom(project, jonas, project.owner)).body.code).toBe('member_not_found')
})

test('where the link stays open, the page of a removed member loads again as that of a guest', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  const page = await readEvents(app, project._id, jonas.auth)
  await page.next(({ type }) => type === 'presence')

  await removeFrom(project, jonas, jonas).expect(204)

  await page.next(({ type }) => type === 'reload')
  const changed = await page.next(({ type }) => type === 'project.changed')
  expect(changed).toMatchObject({
    project: { isMember: false, can: { manage: false }, round: { verdicts: null } },
  })
  page.close()
})

test('members remove only themselves, and what the owner alone may do is refused with the reason', async () => {
  const project = await givenProject(app.api)
  const [jonas, ina] = [await givenMember(app.api, project), await givenUser(app.api, { name: 'Ina' })]
  await givenMember(app.api, project, ina)
  const refused = { status: 403, body: { code: 'not_allowed', error: errorCatalogue.not_allowed.text } }

  expect(await removeFrom(project, ina, jonas)).toMatchObject(refused)
  expect(await invite({ ...project, owner: jonas })).toMatchObject(refused)
  expect(await offer({ ...project, owner: jonas }, ina)).toMatchObject(refused)
  await removeFrom(project, jonas, jonas).expect(204)
  expect((await membersOf(project, ina)).members).toMatchObject([{ name: 'Ina' }])
})

test('a project that is offered and accepted has a new owner, whose storage it uses; the former one stays', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const jonas = await givenMember(app.api, project)
  await givenComment(app.api, project._id)
  const usage = async ({ auth }: GivenUser) => (await app.api.get('/users/me').set(auth)).body.usage
  const { imageBytes } = await usage(owner)
  expect((await accept(project, jonas)).body.code).toBe('not_offered')
  await offer(project, jonas).expect(204)
  expect(await membersOf(project, jonas)).toMatchObject({ offeredTo: jonas.user._id })
  expect(await list(jonas)).toMatchObject([{ isOffered: true }])
  expect((await list(owner))[0]).not.toHaveProperty('isOffered')

  const pressedTwice = await Promise.all([
    accept(project, jonas),
    accept(project, jonas),
    accept(project, jonas),
  ])

  expect(pressedTwice.map(({ status }) => status)).toEqual([204, 204, 204])
  await accept(project, jonas).expect(204)
  expect(await usage(jonas)).toEqual({ projects: 1, imageBytes })
  expect(await usage(owner)).toEqual({ projects: 0, imageBytes: 0 })
  expect(await list(jonas)).toMatchObject([{ isOwner: true, stats: { new: 1 }, owner: { name: jonas.name } }])
  expect(await list(owner)).toMatchObject([{ isOwner: false, stats: { new: 1 } }])
  expect(await membersOf(project, owner)).toMatchObject({
    ...{ owner: { name: jonas.name }, members: [{ _id: owner.user._id }], offeredTo: null },
  })
  const picture = (await open(project, owner)).designs[0].versions[0].image._id
  await vi.waitFor(async () => expect((await app.api.get(`/images/${picture}/view`)).status).toBe(200))
})

test('a webhook for a project alone ends when the project is handed over, and one for all projects stays', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const jonas = await givenMember(app.api, project)
  const ofAll = await givenWebhook(app.api, owner)
  const { auth, password } = owner
  const ofOne = { url: 'https://hooks.studio.test/one', format: 'generic', password, project: project._id }
  await app.api.post('/users/me/webhooks').set(auth).send(ofOne).expect(201)
  await offer(project, jonas).expect(204)

  await accept(project, jonas).expect(204)

  const { body } = await app.api.get('/users/me/webhooks').set(auth).expect(200)
  expect(body).toMatchObject([{ _id: ofAll._id }])
})

test('an offer ends when the owner takes it back, the member declines or leaves, or another one gets it', async () => {
  const project = await givenProject(app.api)
  const [jonas, ina] = [await givenMember(app.api, project), await givenUser(app.api, { name: 'Ina' })]
  await givenMember(app.api, project, ina)
  const end = ({ auth }: GivenUser) => app.api.delete(`/projects/${project._id}/offer`).set(auth).expect(204)
  const offeredTo = async () => (await membersOf(project, project.owner)).offeredTo
  await offer(project, jonas).expect(204)
  await end(ina)
  expect(await offeredTo()).toBe(jonas.user._id)

  await end(jonas)
  expect(await offeredTo()).toBeNull()
  await offer(project, jonas).expect(204)
  await offer(project, ina).expect(204)
  expect((await accept(project, jonas)).body.code).toBe('not_offered')
  expect((await list(jonas))[0]).not.toHaveProperty('isOffered')
  expect(await offeredTo()).toBe(ina.user._id)
  await end(project.owner)
  expect((await accept(project, ina)).body.code).toBe('not_offered')
  await offer(project, jonas).expect(204)
  await removeFrom(project, jonas, jonas).expect(204)
  await givenMember(app.api, project, jonas)
  expect((await accept(project, jonas)).body.code).toBe('not_offered')
  expect((await offer(project, await givenUser(app.api))).body.code).toBe('member_not_found')
})

test('a member without room for it cannot accept a project, and nothing changes', async () => {
  const strict = await givenTestApp({ limits: { maxProjects: 1 } })
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  await givenProject(app.api, { owner: jonas })
  await offer(project, jonas)

  const answer = await strict.api.post(`/projects/${project._id}/offer/accept`).set(jonas.auth)

  expect(answer.body.code).toBe('project_limit_reached')
  expect(await open(project, jonas)).toMatchObject({ isOwner: false, isMember: true })
  expect((await membersOf(project, jonas)).offeredTo).toBe(jonas.user._id)
})

test('each designer gets mail about the words of guests, by their own settings', async () => {
  const project = await givenProject(app.api, { name: 'Norra Nights' })
  const jonas = await givenMember(app.api, project)
  const off = { mode: 'off', project: project._id }
  await givenComment(app.api, project._id, { text: 'Calmer?' })
  await givenComment(app.api, project._id, { text: 'By a designer' }, jonas.auth)
  await untilRead(app)

  const [mail] = await digestAfter(app, 3, jonas.email)
  const [owners] = await digestAfter(app, 3, project.owner.email)

  expect(mail?.subject).toBe('1 new comment on Norra Nights')
  expect(mail?.text).toContain('because you work on Norra Nights.')
  expect(owners?.text).toContain('because Norra Nights is yours.')
  const stop = /\/stop\/(\S+)/.exec(mail?.text ?? '')?.[1]
  await app.api.post(`/stop/${stop}`).expect(200)
  const notices = await app.api.get('/users/me/notices').set(jonas.auth)
  expect(notices.body.projects).toEqual([{ _id: project._id, name: 'Norra Nights', mode: 'off' }])
  await app.api
    .patch('/users/me/notices')
    .set(jonas.auth)
    .send({ ...off, mode: 'now' })
    .expect(200)
  await removeFrom(project, jonas, project.owner)
  expect((await app.api.patch('/users/me/notices').set(jonas.auth).send(off)).body.code).toBe(
    'project_not_found',
  )
})

test('an API token of a member works in the project within its scope', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  const made = await app.api
    .post('/users/me/tokens')
    .set(jonas.auth)
    .send({ name: 'Script', scope: 'comment', password: jonas.password })
  const token = { Authorization: `Bearer ${made.body.token}` }

  const comment = await givenComment(app.api, project._id, {}, token)
  const renamed = await app.api.put(`/projects/${project._id}`).set(token).send({ name: 'Other' })
  const left = await removeFrom(project, jonas, { ...jonas, auth: token })

  expect(comment).toMatchObject({ commenter: 'Jonas Weber', byOwner: true })
  expect(renamed.body.code).toBe('token_scope_too_small')
  expect(left.body.code).toBe('login_needed')
})

test('a deleted account leaves the projects of others, and its own ones go for their members too', async () => {
  const project = await givenProject(app.api)
  const jonas = await givenMember(app.api, project)
  const own = await givenProject(app.api, { owner: jonas })
  await givenMember(app.api, own, project.owner)
  const comment = await givenComment(app.api, project._id, {}, jonas.auth)
  const { password } = jonas

  await app.api.post('/users/deletion').set(jonas.auth).send({ password }).expect(204)

  expect((await membersOf(project, project.owner)).members).toEqual([])
  expect((await list(project.owner)).map(({ _id }) => _id)).toEqual([project._id])
  expect((await app.api.post(`/projects/${own._id}/restore`).set(project.owner.auth)).status).toBe(404)
  await sweepAccounts(new Date(Date.now() + 86_400_000))
  const { comments } = await open(project, project.owner)
  expect(comments).toMatchObject([{ _id: comment._id, commenter: 'Former user', byOwner: true }])
})
