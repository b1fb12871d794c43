import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { tryForgedSignOns } from '@pinmark/testbed/forged-sign-on'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { startIssuer, type IssuerPerson, type TestIssuer } from '@pinmark/testbed/issuer'
import { Random } from '@pinmark/testbed/random'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { givenTestApp, type TestApp } from '../../../test/app-under-test'
import { givenUser } from '../../../test/given-user'
import type { SignOnSettings } from '../../config'
import { makeInvitation } from '../invitation.record'
import { unlinkSignOn } from '../account-access.record'

const publicUrl = 'https://pins.studio.test'
let issuer: TestIssuer
beforeAll(async () => void (issuer = await startIssuer({ publicUrl })))
afterAll(() => issuer.stop())

const refused = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  body: { error: errorCatalogue[code].text, code },
})

function givenApp(change: Partial<SignOnSettings> = {}, others: Parameters<typeof givenTestApp>[0] = {}) {
  const signOn = { ...issuer.settings, name: 'Studio', isOnly: false, redirectUri: `${publicUrl}/sign-on` }
  return givenTestApp({ publicUrl, signOn: { ...signOn, ...change }, ...others })
}

/** A person whom the issuer knows. */
function givenPerson(claims: IssuerPerson = {}) {
  const subject = randomBytes(6).toString('hex')
  const email = `ines-${subject}@studio.test`
  issuer.people.set(subject, { email, email_verified: true, name: 'Ines Falk', ...claims })
  return { subject, email }
}

async function begin({ api }: TestApp, { subject }: { subject: string }, at = issuer) {
  const { body } = await api.post('/users/sign-on')
  const answer = await at.signIn(body.address, subject)
  return { attempt: String(body.attempt), answer }
}

async function signIn(app: TestApp, person: { subject: string }, more: object = {}) {
  return app.api.post('/users/sign-on/answer').send({ ...(await begin(app, person)), ...more })
}

const bearer = ({ body }: { body: { token: string } }) => ({ Authorization: `Bearer ${body.token}` })

describe('a login by single sign-on', () => {
  test('creates an account at the first time, and finds it at the next ones, also with another address', async () => {
    const app = await givenApp()
    const person = givenPerson()

    const first = await signIn(app, person)

    expect(first).toMatchObject({
      status: 200,
      body: { user: { name: 'Ines Falk', email: person.email, isPasswordless: true } },
    })
    const other = await givenUser(app.api)
    issuer.people.set(person.subject, { email: other.email, email_verified: true, name: 'Ines Holm' })
    const next = await signIn(app, person)
    expect(next).toMatchObject({ status: 200, body: { user: first.body.user } })
    expect((await app.api.get('/users/me').set(other.auth)).status).toBe(200)

    await app.api.post('/users/logout').set(bearer(next)).expect(204)
    expect((await app.api.get('/users/me').set(bearer(next))).status).toBe(401)
    expect((await app.api.get('/users/me').set(bearer(first))).status).toBe(200)
    expect((await signIn(app, person)).body.user).toEqual(first.body.user)
  })

  test('creates one account for concurrent first logins', async () => {
    const app = await givenApp()
    const person = givenPerson()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(app, person)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user._id)).size).toBe(1)
  })

  test('asks the issuer for an address that the token does not name', async () => {
    const lean = await startIssuer({ publicUrl, hasEmailInToken: false })
    onTestFinished(lean.stop)
    const app = await givenApp(lean.settings)
    lean.people.set('ben', { email: 'ben@studio.test', email_verified: true })
    const answer = await app.api
      .post('/users/sign-on/answer')
      .send(await begin(app, { subject: 'ben' }, lean))
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'ben', email: 'ben@studio.test' } } })
  })

  test('needs an address, and a name that others can read', async () => {
    const app = await givenApp()
    expect(await signIn(app, givenPerson({ email: 'nowhere' }))).toMatchObject(
      refused('sign_on_without_email'),
    )
    const long = await signIn(app, givenPerson({ name: `  ${'x'.repeat(80)}` }))
    expect(long.body.user.name).toBe('x'.repeat(60))
    const person = givenPerson({ name: 'Ma\u202Era' })
    expect((await signIn(app, person)).body.user.name).toBe(person.email.split('@')[0])
  })

  test('leaves no code, token or secret in the log', async () => {
    const app = await givenApp()
    const sent = await begin(app, givenPerson())
    const { body } = await app.api.post('/users/sign-on/answer').send(sent)
    await app.api.post('/users/sign-on/answer').send(sent)
    await app.api.get(`/sign-on${sent.answer}`)
    const code = new URLSearchParams(sent.answer).get('code') ?? ''
    const log = app.log.join('\n')
    expect(log).toContain('/users/sign-on/answer')
    for (const secret of [code, body.token, sent.attempt, issuer.settings.clientSecret]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('an account with a password', () => {
  test('is linked by a verified address, which ends everything that an earlier holder of it may have', async () => {
    const app = await givenApp()
    const user = await givenUser(app.api)
    const tokenBody = { name: 'Report', scope: 'manage', password: user.password }
    const { body: apiToken } = await app.api.post('/users/me/tokens').set(user.auth).send(tokenBody)

    const linked = await signIn(app, givenPerson({ email: user.email.toUpperCase() }))

    expect(linked).toMatchObject({ status: 200, body: { user: { _id: user.user._id, name: user.name } } })
    for (const Authorization of [user.auth.Authorization, `Bearer ${apiToken.token}`]) {
      expect((await app.api.get('/users/me').set({ Authorization })).status).toBe(401)
    }
    expect(await app.api.post('/users/login').send(user)).toMatchObject(refused('wrong_login'))
    expect(await app.api.post('/users/login').send({ ...user, password: '' })).toMatchObject(
      refused('wrong_login'),
    )
  })

  test('is linked by an address whose domain is verified, as Entra says it', async () => {
    const app = await givenApp()
    const { email, user } = await givenUser(app.api)
    const linked = await signIn(app, givenPerson({ email, email_verified: undefined, xms_edov: '1' }))
    expect(linked.body.user._id).toBe(user._id)
  })

  test.each<[string, IssuerPerson]>([
    ['unverified', { email_verified: false }],
    ['unverified in a verified domain', { email_verified: false, xms_edov: true }],
    ['of unknown state', { email_verified: undefined }],
    ['of another domain', { email_verified: undefined, xms_edov: '0' }],
  ])('is not taken over by an address that is %s', async (_what, claims) => {
    const app = await givenApp()
    const user = await givenUser(app.api)
    expect(await signIn(app, givenPerson({ email: user.email, ...claims }))).toMatchObject(
      refused('sign_on_email_taken'),
    )
    expect((await app.api.get('/users/me').set(user.auth)).status).toBe(200)
  })

  test('is not taken over by another person of the issuer, unless the operator unlinks it', async () => {
    const app = await givenApp()
    const person = givenPerson()
    const first = await signIn(app, person)
    const successor = givenPerson({ email: person.email })

    expect(await signIn(app, successor)).toMatchObject(refused('sign_on_email_taken'))

    expect(await unlinkSignOn(person.email)).toBe(true)
    expect((await signIn(app, successor)).body.user._id).toBe(first.body.user._id)
    expect(await signIn(app, person)).toMatchObject(refused('sign_on_email_taken'))
    expect(await unlinkSignOn('nobody@studio.test')).toBe(false)
  })
})

describe('an account without a password', () => {
  test('is deleted soon after a login, and can then begin again', async () => {
    const app = await givenApp()
    const person = givenPerson()
    const login = await signIn(app, person)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const deletion = (auth: { Authorization: string }) => app.api.post('/users/deletion').set(auth).send({})

    expect(await deletion(bearer(login))).toMatchObject(refused('recent_login_needed'))
    const token = { name: 'Report', scope: 'comment' }
    expect(await app.api.post('/users/me/tokens').set(bearer(login)).send(token)).toMatchObject(
      refused('recent_login_needed'),
    )
    vi.useRealTimers()
    const made = await app.api.post('/users/me/tokens').set(bearer(login)).send(token)
    expect(made.status).toBe(201)
    expect((await deletion(bearer(login))).status).toBe(204)
    expect((await app.api.get('/users/me').set(bearer(login))).status).toBe(401)
    expect((await signIn(app, person)).body.user._id).not.toBe(login.body.user._id)
  })
})

describe('a new account', () => {
  test('needs an invitation where registration is by invitation, and is refused where it is closed', async () => {
    const invited = await givenApp({}, { registration: 'invited' })
    await givenUser((await givenTestApp()).api)
    const person = givenPerson()
    expect(await signIn(invited, person)).toMatchObject(refused('invitation_needed'))
    const invitation = await makeInvitation(person.email)
    expect(await signIn(invited, givenPerson(), { invitation })).toMatchObject(refused('invitation_over'))
    expect((await signIn(invited, person, { invitation })).status).toBe(200)
    expect((await signIn(invited, person)).status).toBe(200)

    const closed = await givenApp({}, { registration: 'closed' })
    expect(await signIn(closed, givenPerson())).toMatchObject(refused('registration_closed'))
    expect((await signIn(closed, person)).status).toBe(200)
  })
})

test('with OIDC_ONLY, no call takes a password', async () => {
  const { email, password, auth } = await givenUser((await givenTestApp()).api)
  const app = await givenApp({ isOnly: true })
  const account = { name: 'Ines', email: `else-${email}`, password }
  const answers = [
    await app.api.post('/users/register').send(account),
    await app.api.post('/users/login').send({ email, password }),
    await app.api.post('/users/forgotten-password').send({ email }),
    await app.api.put('/users/forgotten-password').send({ token: 'any', newPassword: password }),
    await app.api
      .put('/users/password')
      .set(auth)
      .send({ currentPassword: password, newPassword: `${password}s` }),
  ]
  for (const answer of answers) expect(answer).toMatchObject(refused('sign_on_only'))
  expect((await signIn(app, givenPerson({ email }))).status).toBe(200)
})

test('a server without an issuer says so', async () => {
  const { api } = await givenTestApp()
  expect(await api.post('/users/sign-on')).toMatchObject(refused('sign_on_not_set_up'))
  const body = { attempt: 'x', answer: '?code=x' }
  expect(await api.post('/users/sign-on/answer').send(body)).toMatchObject(refused('sign_on_not_set_up'))
})

describe('an issuer', () => {
  test('that is down is reported, and asked again once it is back', async () => {
    const own = await startIssuer({ publicUrl })
    const app = await givenApp(own.settings)
    await own.stop()
    const answer = await app.api.post('/users/sign-on')
    expect(answer).toMatchObject(refused('sign_on_unavailable'))
    expect(answer.headers['retry-after']).toBe('30')
    expect(app.log.join('\n')).toMatch(/sign_on_unavailable.*ECONNREFUSED/)
    expect((await app.api.get('/healthz')).status).toBe(200)
  })

  test('that goes down meanwhile is reported, and one that refuses too', async () => {
    const own = await startIssuer({ publicUrl })
    const app = await givenApp(own.settings)
    own.people.set('ana', { email: 'ana@studio.test' })
    const sent = await begin(app, { subject: 'ana' }, own)
    await own.stop()
    expect(await app.api.post('/users/sign-on/answer').send(sent)).toMatchObject(
      refused('sign_on_unavailable'),
    )
    const state = new URLSearchParams(sent.answer).get('state')
    const answer = `?error=access_denied&state=${state}&iss=${encodeURIComponent(own.settings.issuer)}`
    expect(await app.api.post('/users/sign-on/answer').send({ ...sent, answer })).toMatchObject(
      refused('sign_on_failed'),
    )
  })

  test('that is another one than its address says is not asked for a login', async () => {
    const server = createServer((_req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(
        JSON.stringify({ issuer: 'https://login.test', authorization_endpoint: 'https://login.test/auth' }),
      )
    })
    onTestFinished(() => void server.close())
    const app = await givenApp({ issuer: `http://127.0.0.1:${await listenOnFreePort(server)}` })
    expect(await app.api.post('/users/sign-on')).toMatchObject(refused('sign_on_unavailable'))
  })

  test('is described once for many logins', async () => {
    const own = await startIssuer({ publicUrl })
    onTestFinished(own.stop)
    const app = await givenApp(own.settings)
    await Promise.all(Array.from({ length: 5 }, () => app.api.post('/users/sign-on')))
    expect(own.asked).toEqual(new Map([['/.well-known/openid-configuration', 1]]))
  })
})

test('no forged answer logs in', async () => {
  const { url } = await givenApp()
  const tried = await tryForgedSignOns({ url, issuer, random: new Random(7), count: 90 })
  expect(tried).toEqual({
    accepted: [],
    odd: [],
    kinds: expect.any(Number),
    unsent: 0,
    isHonestAccepted: true,
  })
})

test('an attempt ends after a quarter of an hour', async () => {
  const app = await givenApp()
  const sent = await begin(app, givenPerson())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await app.api.post('/users/sign-on/answer').send(sent)).toMatchObject(refused('sign_on_failed'))
})
