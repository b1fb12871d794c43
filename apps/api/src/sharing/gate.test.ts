import { expect, test } from 'vitest'
import { linkTokenHeader } from '@pinmark/shared/paths'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenSettings,
  givenUnlocked,
  type GivenProject,
} from '../../test/given-project'
import { givenUser } from '../../test/given-user'

const password = 'six letters'

const app = sharedTestApp()

async function givenLocked(): Promise<GivenProject> {
  const project = await givenProject(app.api)
  await givenSettings(app.api, project, { password })
  return project
}

const open = (id: string, headers: Record<string, string> = {}) =>
  app.api.get(`/projects/${id}?image=none`).set(headers)
const unlock = (id: string, tried: unknown, at = app) =>
  at.api.post(`/projects/${id}/unlock`).send({ password: tried })

test('guests get nothing of the project before the password, and the owner is never asked', async () => {
  const project = await givenLocked()
  const stranger = await givenUser(app.api)

  for (const headers of [{}, givenGuest(), stranger.auth]) {
    const answer = await open(project._id, headers)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ error: 'This project has a password.', code: 'link_locked' })
  }
  const { body } = await open(project._id, project.owner.auth)
  expect(body).toMatchObject({ isOwner: true, link: { password: { setAt: expect.any(String) } } })
})

test('the password returns a token that opens the project and its pictures, and guests do not see that there is a password', async () => {
  const project = await givenLocked()
  await givenComment(app.api, project._id, {}, project.owner.auth)
  expect((await unlock(project._id, 'not this one')).body).toMatchObject({ code: 'wrong_link_password' })

  const headers = await givenUnlocked(app.api, project._id, password)

  const { body } = await open(project._id, headers)
  expect(body).toMatchObject({ name: project.name, isOwner: false, comments: [{ number: 1 }] })
  expect(Object.keys(body.link)).toEqual(['id', 'permission', 'closedAt'])
  const picture = `/images/${body.designs[0].versions[0].image._id}/view`
  expect((await app.api.get(picture)).status).toBe(200)
  await givenComment(app.api, project._id, { text: 'Behind the gate' }, headers)
})

test('a project without a password opens for guests as before', async () => {
  const project = await givenProject(app.api)
  const before = (await open(project._id)).body
  await givenSettings(app.api, project, { password })
  await givenSettings(app.api, project, { password: null })
  const after = (await open(project._id)).body
  expect({ ...after, position: null }).toEqual({ ...before, position: null })
  expect((await unlock(project._id, 'anything')).body).toEqual({ token: null })
})

test.each<[string, (project: GivenProject) => Promise<string>]>([
  ['a new password', async (project) => (await givenSettings(app.api, project, { password }), project._id)],
  [
    'a closing, even when the link opens again',
    async (project) => {
      await givenSettings(app.api, project, { closed: true })
      await givenSettings(app.api, project, { closed: false })
      return project._id
    },
  ],
  [
    'a new link',
    async ({ _id, owner }) => (await app.api.post(`/projects/${_id}/link`).set(owner.auth)).body.id,
  ],
])('%s ends the token, and the address of the picture with it', async (_what, change) => {
  const project = await givenLocked()
  const headers = await givenUnlocked(app.api, project._id, password)
  const key = (await open(project._id, headers)).body.designs[0].versions[0].image._id

  const id = await change(project)

  expect((await open(id, headers)).body).toMatchObject({ code: 'link_locked' })
  await expect.poll(async () => (await app.api.get(`/images/${key}/view`)).status).toBe(404)
  expect((await open(id, await givenUnlocked(app.api, id, password))).status).toBe(200)
})

test('tokens of another link, changed tokens and the lock itself open nothing', async () => {
  const project = await givenLocked()
  const other = await givenLocked()
  const { [linkTokenHeader]: token = '' } = await givenUnlocked(app.api, project._id, password)
  const { [linkTokenHeader]: others = '' } = await givenUnlocked(app.api, other._id, password)
  const flipped = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
  const forged = [others, flipped(0), flipped(30), token.slice(0, 22), `${token}A`, 'null', ' ']
  for (const tried of forged) expect((await open(project._id, { [linkTokenHeader]: tried })).status).toBe(403)
  expect((await open(project._id, { [linkTokenHeader]: token })).status).toBe(200)
})

test('comments sent at the same moment are each checked with their own rights', async () => {
  const project = await givenLocked()
  const headers = await givenUnlocked(app.api, project._id, password)
  const send = (sent: Record<string, string>, text: string) =>
    app.api.post(`/comment/add/${project._id}`).set(sent).send({ commenter: 'Ana', text, x: 1, y: 1 })

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? send(headers, `In ${at}`) : send({}, `Out ${at}`))),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 === 0 ? 201 : 403)))
  const { body } = await open(project._id, project.owner.auth)
  expect(body.comments).toHaveLength(20)
  expect(JSON.stringify(body.comments)).not.toContain('Out')
})

test('failed attempts are throttled like logins, with their own sentences', async () => {
  const strict = await givenTestApp({ rates: { passwordFailure: 3 } })
  const project = await givenLocked()
  const statuses = []
  for (let at = 0; at < 5; at += 1) statuses.push((await unlock(project._id, `guess ${at}`, strict)).status)
  expect(statuses).toEqual([403, 403, 403, 429, 429])
  const refused = await unlock(project._id, password, strict)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_unlocks' } })
  expect(refused.body.error).toMatch(/^Too many tries\. Try again in \d seconds?\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('right passwords from many networks do not use up the attempts of the day', async () => {
  const strict = await givenTestApp({ trustProxyHops: 1, rates: { passwordTry: 2 } })
  const project = await givenLocked()
  const from = (network: number, tried: string) =>
    unlock(project._id, tried, strict).set('X-Forwarded-For', `10.9.${network}.1`)
  for (let network = 0; network < 8; network += 1) expect((await from(network, password)).status).toBe(200)
  const guesses = []
  for (let network = 10; network < 14; network += 1) guesses.push((await from(network, 'guess')).status)
  expect(guesses).toEqual([403, 403, 429, 429])
})

test('an ended link says when, and nothing else', async () => {
  const project = await givenProject(app.api)
  const at = new Date(Date.now() + 4_000).toISOString()
  await givenSettings(app.api, project, { end: { at, to: 'closed' } })
  expect((await open(project._id, project.owner.auth)).body.link).toMatchObject({
    end: { at, to: 'closed' },
  })

  await expect.poll(async () => (await open(project._id)).status).toBe(404)
  const ended = { error: 'This link has ended.', code: 'link_ended', endedAt: at }
  expect((await open(project._id)).body).toEqual(ended)
  expect((await unlock(project._id, password)).body).toEqual(ended)

  await givenSettings(app.api, project, { end: null })
  expect((await open(project._id)).status).toBe(200)
})

test.each([
  [{ password: '12345' }, 'link_password_too_short'],
  [{ password: 'x'.repeat(257) }, 'password_too_long'],
  [{ password: 123_456 }, 'setting_not_valid'],
  [{ end: { at: new Date(0).toISOString(), to: 'view' } }, 'link_end_past'],
  [{ end: { at: 'tomorrow', to: 'view' } }, 'link_end_not_valid'],
  [{ end: { at: '2099-01-01T00:00:00.000Z', to: 'later' } }, 'link_end_not_valid'],
  [{ end: '2099-01-01T00:00:00.000Z' }, 'link_end_not_valid'],
])('the setting %j is refused as %s', async (body, code) => {
  const { _id, owner } = await givenProject(app.api)
  const answer = await app.api.patch(`/projects/${_id}/settings`).set(owner.auth).send(body)
  expect(answer).toMatchObject({ status: 400, body: { code } })
})
