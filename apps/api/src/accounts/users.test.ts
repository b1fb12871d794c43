import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { givenTestApp, sharedTestApp, type TestApp } from '../../test/app-under-test'
import { givenGuest } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { makeInvitation } from './invitation.record'
import { UserModel } from './user.record'
import { resetToken } from '../base/seal'

const app = sharedTestApp()

const newEmail = () => `someone-${randomBytes(6).toString('hex')}@studio.test`
const account = (changes: object = {}) => ({
  name: 'Mara Hald',
  email: newEmail(),
  password: 'a quiet light table',
  ...changes,
})
const countOf = (status: number, answers: { status: number }[]) =>
  answers.filter((answer) => answer.status === status).length
const refused = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  body: { error: errorCatalogue[code].text, code },
})

describe('registering', () => {
  test('a registration returns the account without a password, and it can log in', async () => {
    const someone = account({
      name: '  Mara   Hald ',
      email: ` Mara.${randomBytes(4).toString('hex')}@Studio.Test `,
    })

    const registered = await app.api.post('/users/register').send(someone)

    expect(registered.status).toBe(201)
    expect(registered.body).toEqual({
      user: {
        _id: expect.stringMatching(/^[\w-]{22}$/),
        name: 'Mara Hald',
        email: someone.email.trim().toLowerCase(),
      },
    })
    const login = await app.api
      .post('/users/login')
      .send({ email: someone.email, password: someone.password })
    expect(login).toMatchObject({
      status: 200,
      body: { user: registered.body.user, token: expect.any(String) },
    })
  })

  test('a taken address is refused in any spelling', async () => {
    const first = account()
    await app.api.post('/users/register').send(first)
    const again = await app.api.post('/users/register').send({ ...first, email: first.email.toUpperCase() })
    expect(again).toMatchObject(refused('email_taken'))
  })

  test('of concurrent registrations with one address, one succeeds', async () => {
    const someone = account()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.api.post('/users/register').send(someone)),
    )
    expect(countOf(201, answers)).toBe(1)
    expect(countOf(409, answers)).toBe(7)
  })

  test.each<[ErrorCode, object]>([
    ['user_name_required', { name: '  ' }],
    ['user_name_required', { name: undefined }],
    ['forbidden_key', { name: { $gt: '' } }],
    ['user_name_too_long', { name: 'x'.repeat(61) }],
    ['name_has_hidden_characters', { name: 'Ma\u202Era' }],
    ['email_required', { email: '' }],
    ['email_required', { email: 5 }],
    ['email_not_valid', { email: 'mara' }],
    ['email_not_valid', { email: `${'m'.repeat(250)}@studio.test` }],
    ['password_too_short', { password: 'short' }],
    ['password_required', { password: null }],
    ['password_too_long', { password: 'p'.repeat(257) }],
    ['password_too_common', { password: 'baseball' }],
    ['password_too_common', { password: 'Sunshine2024!' }],
    ['password_too_common', { password: 'abababababab' }],
    ['password_has_own_words', { name: 'Mara Hald of Oslo', password: 'mara hald of OSLO' }],
    ['password_has_own_words', { email: 'm.hald.1@studio.test', password: 'M.Hald.1@studio.test' }],
    ['password_has_own_words', { password: 'my Pin Mark login' }],
  ])('an account is refused as %s', async (code, changes) => {
    const answer = await app.api.post('/users/register').send(account(changes))
    expect(answer).toMatchObject(refused(code))
  })
})

describe('closed registration', () => {
  test('allows exactly one first account, and none after it', async () => {
    await mongoose.connection.collection('users').deleteMany({})
    const closed = await givenTestApp({ registration: 'closed' })

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => closed.api.post('/users/register').send(account())),
    )

    expect(countOf(201, answers)).toBe(1)
    expect(countOf(403, answers)).toBe(5)
    expect(await closed.api.post('/users/register').send(account())).toMatchObject(
      refused('registration_closed'),
    )
  })
})

describe('registration by invitation', () => {
  test('takes one account for the invited address, once, and leaves the invitation after a refused password', async () => {
    const invited = await givenTestApp({ registration: 'invited' })
    await givenUser(app.api)
    const email = newEmail()
    const invitation = await makeInvitation(email)
    const register = (changes: object) =>
      invited.api.post('/users/register').send({ ...account(), email, invitation, ...changes })

    expect(await register({ invitation: undefined })).toMatchObject(refused('invitation_needed'))
    expect(await register({ invitation: `${invitation}x` })).toMatchObject(refused('invitation_over'))
    expect(await register({ email: newEmail() })).toMatchObject(refused('invitation_over'))
    expect(await register({ password: 'my Pin Mark login' })).toMatchObject(refused('password_has_own_words'))

    const answers = await Promise.all([register({}), register({}), register({})])
    expect(countOf(201, answers)).toBe(1)
    await mongoose.connection.collection('users').deleteOne({ email })
    expect(await register({})).toMatchObject(refused('invitation_over'))
  })

  test('ends with its date, with a newer invitation, and where registration is closed', async () => {
    const invited = await givenTestApp({ registration: 'invited' })
    await givenUser(app.api)
    const email = newEmail()
    const first = await makeInvitation(email)
    const second = await makeInvitation(email)
    const body = { ...account(), email }
    const register = (api: typeof app.api, invitation: string) =>
      api.post('/users/register').send({ ...body, invitation })

    expect(await register(invited.api, first)).toMatchObject(refused('invitation_over'))
    const closed = await givenTestApp({ registration: 'closed' })
    expect(await register(closed.api, second)).toMatchObject(refused('registration_closed'))
    const invitations = mongoose.connection.collection<{ _id: string; expiresAt: Date }>('invitations')
    await invitations.updateOne({ _id: email }, { $set: { expiresAt: new Date() } })
    expect(await register(invited.api, second)).toMatchObject(refused('invitation_over'))
  })

  test('says who may register: everyone until there is a first account', async () => {
    await mongoose.connection.collection('users').deleteMany({})
    const invited = await givenTestApp({ registration: 'invited' })
    const registration = async () => (await invited.api.get('/instance')).body.registration
    expect(await registration()).toBe('open')
    expect((await invited.api.post('/users/register').send(account())).status).toBe(201)
    expect(await registration()).toBe('invited')
  })
})

describe('logging in', () => {
  test('a wrong password, an unknown address and odd values get the same answer', async () => {
    const user = await givenUser(app.api)
    const tries = [
      { email: user.email, password: 'not the right one' },
      { email: newEmail(), password: user.password },
      { email: user.email, password: '' },
      { email: '', password: user.password },
      { email: [user.email], password: user.password },
      { email: user.email },
    ]
    const answers = await Promise.all(tries.map((body) => app.api.post('/users/login').send(body)))
    for (const answer of answers) {
      expect(answer).toMatchObject(refused('wrong_login'))
      expect(answer.text).toBe(answers[0]?.text)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('passwords count in full: every character of a long one, in composed form', async () => {
    const long = `${'correct horse battery staple '.repeat(4)}e\u0301nd`
    const user = await givenUser(app.api, { password: long })
    const cut = await app.api.post('/users/login').send({ email: user.email, password: long.slice(0, -1) })
    const composed = await app.api
      .post('/users/login')
      .send({ email: user.email, password: long.normalize('NFC') })
    expect([cut.status, composed.status]).toEqual([401, 200])
  })

  test('after five failures in a row the account waits in that network, even with the right password', async () => {
    const strict = await givenTestApp({ rates: { passwordFailure: 5 } })
    const user = await givenUser(strict.api)
    const wrong = { email: user.email, password: 'not the right one' }
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await strict.api.post('/users/login').send(wrong)).status).toBe(401)
    }

    const answer = await strict.api.post('/users/login').send({ email: user.email, password: user.password })

    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'too_many_logins', error: 'Too many attempts to log in. Try again in 1 second.' },
    })
  })

  test('after a reset by mail, the new password works at once in every network, and the daily cap stays', async () => {
    const strict = await givenTestApp({
      trustProxyHops: 1,
      rates: { passwordFailure: 1, passwordTry: 5 },
    })
    const { email } = await givenUser(app.api)
    const logIn = (network: number, password: string) =>
      strict.api.post('/users/login').set('X-Forwarded-For', `10.4.${network}.7`).send({ email, password })
    for (const network of [1, 2]) {
      expect((await logIn(network, 'not the right one')).status).toBe(401)
      expect((await logIn(network, 'not the right one')).status).toBe(429)
    }
    const user = await UserModel.findOne({ email }).orFail()
    const token = resetToken(strict.config.secrets.pepper, user, new Date(Date.now() + 60_000))
    const newPassword = 'a brighter light table'

    await strict.api.put('/users/forgotten-password').send({ token, newPassword }).expect(204)

    for (const network of [1, 2]) expect((await logIn(network, newPassword)).status).toBe(200)
    expect((await logIn(3, 'not the right one')).status).toBe(429)
  })

  test('concurrent right passwords all succeed', async () => {
    const user = await givenUser(app.api)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.api.post('/users/login').send(user)),
    )
    expect(countOf(200, answers)).toBe(20)
  })

  test('concurrent attempts get no further than consecutive ones', async () => {
    const strict = await givenTestApp({ rates: { passwordFailure: 5 } })
    const email = newEmail()
    const startMs = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => strict.api.post('/users/login').send({ email, password: 'guess' })),
    )
    const seconds = (performance.now() - startMs) / 1_000
    const admitted = countOf(401, answers)
    expect(admitted).toBeGreaterThanOrEqual(5)
    // The delay is 1 s after the fifth attempt and doubles with each further one, and a busy machine may take longer.
    expect(admitted).toBeLessThanOrEqual(5 + Math.floor(Math.log2(1 + seconds)))
  })

  describe('the daily cap of an account', () => {
    const logInAt = (
      at: TestApp,
      network: number,
      { email, password }: { email: string; password: string },
      headers: object = {},
    ) =>
      at.api
        .post('/users/login')
        .set({ 'X-Forwarded-For': `10.1.${network}.7`, ...headers })
        .send({ email, password })

    test('applies to all networks and browsers that have not logged in before', async () => {
      const strict = await givenTestApp({ trustProxyHops: 1, rates: { passwordTry: 4 } })
      const user = await givenUser(app.api)
      const [known, other] = [givenGuest(), givenGuest()]
      expect((await logInAt(strict, 0, user, known)).status).toBe(200)

      const guesses = []
      for (const network of [1, 2, 3, 4, 5])
        guesses.push(await logInAt(strict, network, { ...user, password: 'not the right one' }))

      expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429, 429, 429])
      expect((await logInAt(strict, 0, user)).status).toBe(200)
      expect((await logInAt(strict, 6, user, other)).status).toBe(429)
      expect((await logInAt(strict, 7, user, known)).status).toBe(200)
    })
  })

  test('logins of a network are limited per minute', async () => {
    const strict = await givenTestApp({ trustProxyHops: 1, rates: { login: 2 } })
    const logIn = (address: string) =>
      strict.api
        .post('/users/login')
        .set('X-Forwarded-For', address)
        .send({ email: newEmail(), password: 'guess' })
    const answers = [
      await logIn('10.2.0.1'),
      await logIn('10.2.0.200'),
      await logIn('10.2.0.9'),
      await logIn('10.2.1.9'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429, 401])
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('registrations of a network are limited per hour, without forms that are refused', async () => {
    const strict = await givenTestApp({ trustProxyHops: 1, rates: { registration: 1 } })
    const register = (change = {}) =>
      strict.api
        .post('/users/register')
        .set('X-Forwarded-For', '10.3.0.1')
        .send({ ...account(), ...change })
    expect(await register({ password: 'short' })).toMatchObject(refused('password_too_short'))
    expect((await register()).status).toBe(201)
    expect(await register()).toMatchObject(refused('too_many_registrations'))
  })
})
