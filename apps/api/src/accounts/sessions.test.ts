import mongoose from 'mongoose'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { readEvents } from '../../test/event-reader'
import { givenProject, givenSettings } from '../../test/given-project'
import { givenLogin, givenUser } from '../../test/given-user'
import { watchStoredChanges } from '../core/stored-changes'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'
import { UserModel } from './user.record'
import type { StoredChange } from '../mongo/change-stream'

const app = sharedTestApp()

const refused = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  body: { error: errorCatalogue[code].text, code },
})

describe('a session', () => {
  test('shows its account and its usage', async () => {
    const user = await givenUser(app.api)
    const me = await app.api.get('/users/me').set(user.auth)
    expect(me).toMatchObject({ status: 200, body: { ...user.user, usage: { projects: 0, imageBytes: 0 } } })
  })

  test('is required, and an unreadable one counts as ended', async () => {
    const without = await app.api.get('/users/me')
    const broken = await app.api.get('/users/me').set('Authorization', 'Bearer nonsense')
    expect(without).toMatchObject(refused('sign_in_required'))
    expect(without.headers['x-session-ended']).toBeUndefined()
    expect(broken).toMatchObject(refused('session_ended'))
    expect(broken.headers).toMatchObject({ 'x-session-ended': '1', 'www-authenticate': 'Bearer' })
  })

  test('is known by a header of its own, while a proxy uses Authorization for its own login', async () => {
    const { token, user } = await givenUser(app.api)
    const headers = { Authorization: 'Basic YTpi', 'X-Session-Token': token }
    const me = await app.api.get('/users/me').set(headers)
    expect(me.body).toMatchObject(user)
    expect(me.headers).not.toHaveProperty('x-session-ended')
    await app.api.post('/users/logout').set(headers).expect(204)
    expect((await app.api.get('/users/me').set(headers)).status).toBe(401)
  })

  test('ends by a logout, and other sessions of the account stay', async () => {
    const user = await givenUser(app.api)
    const other = await givenLogin(app.api, user)

    const out = await app.api.post('/users/logout').set(user.auth)

    expect(out.status).toBe(204)
    expect(await app.api.get('/users/me').set(user.auth)).toMatchObject(refused('session_ended'))
    const stillIn = await app.api.get('/users/me').set('Authorization', `Bearer ${other.token}`)
    expect(stillIn.status).toBe(200)
  })

  test('ends with all others by a logout everywhere, and so do live pages', async () => {
    const user = await givenUser(app.api)
    const project = await givenProject(app.api, { owner: user })
    const other = await givenLogin(app.api, user)
    const stranger = await givenUser(app.api)
    const page = await readEvents(app, project._id, user.auth)

    expect((await app.api.post('/users/logout-everywhere').set(user.auth)).status).toBe(204)

    await page.ended
    for (const token of [user.token, other.token]) {
      const answer = await app.api.get('/users/me').set('Authorization', `Bearer ${token}`)
      expect(answer).toMatchObject(refused('session_ended'))
    }
    expect((await app.api.get('/users/me').set(stranger.auth)).status).toBe(200)
    const again = await givenLogin(app.api, user)
    expect((await app.api.get('/users/me').set('Authorization', `Bearer ${again.token}`)).status).toBe(200)
  })

  test('ends with all others by a change of password, which starts a new one', async () => {
    const user = await givenUser(app.api)
    const newPassword = 'an even quieter table'

    const changed = await app.api
      .put('/users/password')
      .set(user.auth)
      .send({ currentPassword: user.password, newPassword })

    expect(changed).toMatchObject({ status: 200, body: { user: user.user } })
    expect(await app.api.get('/users/me').set(user.auth)).toMatchObject(refused('session_ended'))
    const fresh = await app.api.get('/users/me').set('Authorization', `Bearer ${changed.body.token}`)
    expect(fresh.status).toBe(200)
    expect(await app.api.post('/users/login').send(user)).toMatchObject(refused('wrong_login'))
    await givenLogin(app.api, { email: user.email, password: newPassword })
  })

  test.each(['a logout everywhere', 'a change of password'])(
    'that %s has ended does not come back after an older state was restored and the same was done again',
    async (what) => {
      const user = await givenUser(app.api)
      const endAll = async (token: string) => {
        const auth = { Authorization: `Bearer ${token}` }
        if (what === 'a logout everywhere') {
          await app.api.post('/users/logout-everywhere').set(auth).expect(204)
          return (await givenLogin(app.api, user)).token
        }
        const { password } = user
        const body = { currentPassword: password, newPassword: `${password}s` }
        return (await app.api.put('/users/password').set(auth).send(body).expect(200)).body.token
      }
      const before = await UserModel.findOne({ email: user.email }).lean().orFail()
      const ended = await endAll(user.token)
      await UserModel.replaceOne({ _id: before._id }, before)

      const valid = await endAll(user.token)

      const answer = await app.api.get('/users/me').set('Authorization', `Bearer ${ended}`)
      expect(answer).toMatchObject(refused('session_ended'))
      expect((await app.api.get('/users/me').set('Authorization', `Bearer ${valid}`)).status).toBe(200)
    },
  )

  test.each<[object, ErrorCode]>([
    [
      { currentPassword: 'not the right one', newPassword: 'an even quieter table' },
      'wrong_current_password',
    ],
    [{ currentPassword: 'a quiet light table', newPassword: 'baseball' }, 'password_too_common'],
    [{ currentPassword: 'a quiet light table', newPassword: 'Pinmark table' }, 'password_has_own_words'],
    [{ currentPassword: 'a quiet light table', newPassword: 'short' }, 'password_too_short'],
    [{ newPassword: 'an even quieter table' }, 'password_required'],
  ])('a change of password with %j is refused as %s, and nothing changes', async (body, code) => {
    const user = await givenUser(app.api)
    const answer = await app.api.put('/users/password').set(user.auth).send(body)
    expect(answer).toMatchObject(refused(code))
    expect((await app.api.get('/users/me').set(user.auth)).status).toBe(200)
  })

  test('can rename its account', async () => {
    const user = await givenUser(app.api)
    const renamed = await app.api.patch('/users/me').set(user.auth).send({ name: ' Mara  Lindqvist ' })
    expect(renamed).toMatchObject({ status: 200, body: { ...user.user, name: 'Mara Lindqvist' } })
    expect((await app.api.get('/users/me').set(user.auth)).body).toMatchObject({ name: 'Mara Lindqvist' })
  })

  test('can rename its account only a limited number of times an hour', async () => {
    const strict = await givenTestApp({ rates: { rename: 2 } })
    const [user, other] = [await givenUser(strict.api), await givenUser(strict.api)]
    const rename = ({ auth }: typeof user, name: string) =>
      strict.api.patch('/users/me').set(auth).send({ name })
    await rename(user, 'Mara Holm').expect(200)
    await rename(user, 'Mara Falk').expect(200)
    expect(await rename(user, 'Mara Lind')).toMatchObject({
      status: 429,
      body: { code: 'too_many_renames' },
    })
    expect((await strict.api.get('/users/me').set(user.auth)).body).toMatchObject({ name: 'Mara Falk' })
    await rename(other, 'Mara Lind').expect(200)
  })

  test('is renamed in each of its projects with one event', async () => {
    const project = await givenProject(app.api)
    const seen: [string, boolean][] = []
    const changes = watchStoredChanges(pino({ level: 'silent' }))
    const projects = ({ document, isInsert }: StoredChange<ProjectRecord>) => {
      const { publicId, ownerName, link } = document
      if (!isInsert && publicId === project._id) seen.push([ownerName, link.permission === 'view'])
    }
    changes.listen({ on: { projects }, onGap: () => {} })
    await changes.open()

    await app.api.patch('/users/me').set(project.owner.auth).send({ name: 'Mara Lindqvist' }).expect(200)
    await vi.waitFor(() => expect(seen).toContainEqual(['Mara Lindqvist', false]), 10_000)
    await givenSettings(app.api, project, { permission: 'view' })
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Mara Lindqvist', true]), 10_000)

    expect(seen).toHaveLength(2)
  })

  test('is renamed in a project in the trash when that is restored', async () => {
    const { _id, owner } = await givenProject(app.api)
    await app.api.delete(`/projects/${_id}`).set(owner.auth).expect(200)
    await app.api.patch('/users/me').set(owner.auth).send({ name: 'Mara Lindqvist' }).expect(200)
    await app.api.get('/projects?state=deleted').set(owner.auth).expect(200)
    expect(await ProjectModel.findOne({ publicId: _id }).lean()).toMatchObject({ ownerName: owner.name })

    await app.api.post(`/projects/${_id}/restore`).set(owner.auth).expect(200)

    expect((await app.api.get(`/projects/${_id}?image=none`)).body.owner).toEqual({ name: 'Mara Lindqvist' })
    const words = { commenter: 'mara lindqvist', text: 'Trust me.', x: 1, y: 1 }
    expect((await app.api.post(`/comment/add/${_id}`).send(words)).body.code).toBe('commenter_is_owner')
  })

  test('reserves its old and its new name if a rename fails half-way', async () => {
    const project = await givenProject(app.api)
    const { auth, name } = project.owner
    const { db } = mongoose.connection
    const hold = (validator: object) => db?.command({ collMod: 'projects', validator })
    const codeFor = async (commenter: string) => {
      const body = { commenter, text: 'Trust me.', x: 1, y: 1 }
      return (await app.api.post(`/comment/add/${project._id}`).send(body)).body.code
    }
    await hold({ ownerName: { $ne: 'Mara Lindqvist' } })
    try {
      const answer = await app.api.patch('/users/me').set(auth).send({ name: 'Mara Lindqvist' })
      expect(answer.status).toBe(500)
      expect((await app.api.get('/users/me').set(auth)).body).toMatchObject({ name: 'Mara Lindqvist' })
      expect([await codeFor('mara lindqvist'), await codeFor(name)]).toEqual([
        'commenter_is_owner',
        'commenter_is_owner',
      ])
    } finally {
      await hold({})
    }
    await app.api.patch('/users/me').set(auth).send({ name: 'Mara Lindqvist' }).expect(200)
    expect([await codeFor('mara lindqvist'), await codeFor(name)]).toEqual(['commenter_is_owner', undefined])
  })

  test('survives a change of the secret while the old one is still accepted', async () => {
    const user = await givenUser(app.api)
    const [jwt, old] = ['k'.repeat(48), app.config.secrets.jwt]
    const rotated = await givenTestApp({ secrets: { ...app.config.secrets, jwt, jwtPrevious: old } })
    const forgotten = await givenTestApp({ secrets: { ...app.config.secrets, jwt } })
    expect((await rotated.api.get('/users/me').set(user.auth)).status).toBe(200)
    expect(await forgotten.api.get('/users/me').set(user.auth)).toMatchObject(refused('session_ended'))
  })
})
