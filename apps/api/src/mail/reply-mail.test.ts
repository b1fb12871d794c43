import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../test/app-under-test'
import { digestAfter, untilRead } from '../../test/digests'
import { givenVersion } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, givenReply, givenSettings } from '../../test/given-project'
import { givenSubscriber, type GivenSubscriber } from '../../test/given-subscriber'
import { givenUser } from '../../test/given-user'
import { sharedMailingApp } from '../../test/mailing-app'
import { scanDatabase } from '../../test/scan-database'
import type { Config } from '../config'
import { sweep, sweepAccounts } from '../ops/background-work'

const app = sharedMailingApp()

const origin = 'https://pins.studio.test'
const stateOf = async (projectId: string, headers: Record<string, string>) =>
  (await app.api.get(`/projects/${projectId}/reply-mail`).set(headers)).body.state
const ask = (projectId: string, headers: Record<string, string>, email: string) =>
  app.api.put(`/projects/${projectId}/reply-mail`).set(headers).send({ email })
const confirm = (token: string) => app.api.post('/reply-mail/confirmation').send({ token })
const mailsTo = ({ email }: Pick<GivenSubscriber, 'email'>) =>
  app.post.mails.filter(({ to }) => JSON.stringify(to).includes(email))
/** Beside the one that asks whether the address is theirs. */
const newsTo = (who: Pick<GivenSubscriber, 'email'>) =>
  mailsTo(who).filter(({ subject }) => !subject?.startsWith('Confirm'))
/** Another process of the same instance, with limits of its own. */
const startStrictApp = (rates: Partial<Config['rates']>) => {
  const { mail, publicUrl } = app.config
  return startTestApp({ mail, publicUrl, rates, trustProxyHops: 1 })
}
const isStored = async (email: string) => (await scanDatabase([email]))[email]?.length !== 0

test('a visitor who has commented can leave an address, confirm it, and get mail about replies and new versions', async () => {
  const project = await givenProject(app.api, { name: 'Norra Nights site' })
  const [ana, email] = [givenGuest(), 'ana.ruiz@hears.test']
  const comment = await givenComment(app.api, project._id, { text: 'Calmer?' }, ana)
  expect((await app.api.get(`/projects/${project._id}?image=none`).set(ana)).body.replyMail).toBe(true)

  expect((await ask(project._id, ana, ` ${email.toUpperCase()} `)).body).toEqual({ state: 'waiting' })
  const asked = await app.post.next(email)
  expect(asked.subject).toBe('Confirm your address for Pinmark')
  for (const part of [asked.text, asked.html]) expect(part).not.toMatch(/Norra|Calmer|Mara/)
  expect(asked.attachments).toEqual([])
  const token = /\/confirm#([\w.-]+)/.exec(asked.text ?? '')?.[1] ?? ''
  expect(asked.html).toContain(`${origin}/confirm#${token}`)
  expect(await stateOf(project._id, ana)).toBe('waiting')

  const confirmed = await confirm(token)
  expect(confirmed.body).toEqual({ project: 'Norra Nights site', link: project._id })
  expect((await confirm(token)).body).toEqual(confirmed.body)
  expect(await stateOf(project._id, ana)).toBe('on')
  await givenReply(app.api, project._id, comment._id, { text: 'Much <calmer>.' }, project.owner.auth)
  await givenVersion(app.api, project, { design: comment.design, note: 'The moon is smaller' })
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, email)

  expect(mail?.subject).toBe('1 new reply and version 2 on Norra Nights site')
  expect(mail?.text).toContain(`${origin}/project/${project._id}?comment=${comment._id}`)
  expect(mail?.text).toContain('The moon is smaller')
  expect(mail?.html).toContain('Much &#60;calmer&#62;.')
  expect(mail?.attachments).toHaveLength(1)
  expect(JSON.stringify(mail?.headers.get('list'))).toContain(`${origin}/stop/`)
  expect(mail?.text).toContain('Stop these mails and forget my address')
})

test('visitors get no mail about their own comments, or about threads they did not write in', async () => {
  const project = await givenProject(app.api)
  const [ana, ben] = [await givenSubscriber(app, project._id), await givenSubscriber(app, project._id)]
  const third = await givenComment(app.api, project._id, {}, givenGuest())
  await givenReply(app.api, project._id, ana.comment._id, { text: 'My own words' }, ana.guest)
  await givenReply(app.api, project._id, third._id, { text: 'Not my thread' }, ben.guest)
  await givenReply(app.api, project._id, third._id, { text: 'Now it is' }, project.owner.auth)
  await untilRead(app)
  const [toBen] = await digestAfter(app, 3, ben.email)

  expect(toBen?.subject).toBe(`1 new reply on ${project.name}`)
  expect(toBen?.text).toContain('Now it is')
  expect(toBen?.text).not.toContain('Not my thread')
  expect(newsTo(ana)).toEqual([])
})

test('an address of two browsers gets one mail about everything, except what either of them did', async () => {
  const project = await givenProject(app.api)
  const email = 'two.browsers@hears.test'
  const first = await givenSubscriber(app, project._id, { email })
  const second = await givenSubscriber(app, project._id, { email })
  await givenReply(app.api, project._id, first.comment._id, { text: 'From my phone' }, second.guest)
  for (const { comment } of [first, second]) {
    await givenReply(app.api, project._id, comment._id, { text: 'From the owner' }, project.owner.auth)
  }
  await givenVersion(app.api, project, { design: first.comment.design })
  await untilRead(app)
  await digestAfter(app, 3, email, 2)
  await untilRead(app)

  const words = newsTo({ email })
    .map(({ text = '' }) => text)
    .join('\n')
  expect(words).not.toContain('From my phone')
  expect(words.match(/From the owner/g)).toHaveLength(2)
  expect(words.match(/\nVersion 2,/g)).toHaveLength(1)
})

test('one click in a mail program removes the address without a login, and a repeated click changes nothing', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id)
  const click = () => app.api.post(`/stop/${ana.stopToken}`).type('form').send('List-Unsubscribe=One-Click')

  const state = async () => (await app.api.get(`/stop/${ana.stopToken}/state`)).body
  expect(await state()).toEqual({ project: project.name, isStopped: false })

  expect((await click()).body).toEqual({ project: project.name, isStopped: true, isForgotten: true })

  expect((await click()).body).toEqual({ project: '', isStopped: true, isForgotten: true })
  expect(await state()).toEqual({ project: '', isStopped: true, isForgotten: true })
  expect(await isStored(ana.email)).toBe(false)
  expect(await stateOf(project._id, ana.guest)).toBe('none')
  expect((await app.api.delete(`/stop/${ana.stopToken}`)).body.code).toBe('stop_link_not_valid')
  expect((await confirm(ana.confirmToken)).body.code).toBe('confirm_link_over')
  await givenReply(app.api, project._id, ana.comment._id, {}, project.owner.auth)
  await untilRead(app)
  expect(newsTo(ana)).toEqual([])
})

test('a link of one kind is invalid as another, and cannot be forged', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id, { isConfirmed: false })
  const changed = ana.confirmToken.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const token of [ana.stopToken, changed, 'x', '', `${ana.confirmToken}.`]) {
    expect((await confirm(token)).body.code).toBe('confirm_link_over')
  }
  expect((await app.api.post(`/stop/${ana.confirmToken}`)).body.code).toBe('stop_link_not_valid')
  expect(await stateOf(project._id, ana.guest)).toBe('waiting')
})

test('mails can be stopped on the page, and a new address replaces the old one', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id)
  expect((await ask(project._id, ana.guest, 'another@hears.test')).body).toEqual({ state: 'waiting' })
  expect(await isStored(ana.email)).toBe(false)
  expect((await confirm(ana.confirmToken)).body.code).toBe('confirm_link_over')
  const stopped = await app.api.delete(`/projects/${project._id}/reply-mail`).set(ana.guest)
  expect(stopped.body).toEqual({ state: 'none' })
  expect(await isStored('another@hears.test')).toBe(false)
})

test.each([
  ['is closed', { closed: true }],
  ['gets a password', { password: 'a long enough word' }],
  ['is replaced', null],
])('after the link %s, a due mail is not sent, and the address is removed', async (_what, settings) => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id)
  await givenReply(app.api, project._id, ana.comment._id, {}, project.owner.auth)
  await untilRead(app)
  if (settings) await givenSettings(app.api, project, settings)
  else await app.api.post(`/projects/${project._id}/link`).set(project.owner.auth).expect(200)
  await untilRead(app)
  expect(newsTo(ana)).toEqual([])

  await sweep()

  expect(await isStored(ana.email)).toBe(false)
})

test('an address is removed with its project, and stays while the project is in the trash', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id)
  await app.api.delete(`/projects/${project._id}`).set(project.owner.auth).expect(200)
  await sweep()
  expect(await isStored(ana.email)).toBe(true)
  await sweep(new Date(Date.now() + 31 * 24 * 60 * 60_000))
  expect(await isStored(ana.email)).toBe(false)
})

/** A project with a password, and a guest who has entered it. */
async function givenLockedProject() {
  const project = await givenProject(app.api, { name: 'Secret site' })
  const password = 'a long enough word'
  await givenSettings(app.api, project, { password })
  const { body } = await app.api.post(`/projects/${project._id}/unlock`).send({ password })
  const guest = { ...givenGuest(), 'X-Link-Token': body.token }
  return { project, guest }
}

test('a mail about a project with a password contains no texts, names or pictures', async () => {
  const { project, guest } = await givenLockedProject()
  const ana = await givenSubscriber(app, project._id, { guest })
  await givenReply(app.api, project._id, ana.comment._id, { text: 'Hidden words' }, project.owner.auth)
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, ana.email)

  expect(mail?.subject).toBe('1 new reply')
  expect(mail?.attachments).toEqual([])
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Secret site|Hidden words|Mara|<img/)
  expect(mail?.text).toContain(`${origin}/project/${project._id}`)
})

test.each([
  ['has a password', { password: 'a long enough word' }],
  ['is closed', { closed: true }],
  ['is in the trash', null],
])('the links in mails to a visitor do not name a project that %s', async (_what, settings) => {
  const project = await givenProject(app.api, { name: 'Secret site' })
  const ana = await givenSubscriber(app, project._id)
  if (settings) await givenSettings(app.api, project, settings)
  else await app.api.delete(`/projects/${project._id}`).set(project.owner.auth).expect(200)

  const state = await app.api.get(`/stop/${ana.stopToken}/state`)
  const stopped = await app.api.post(`/stop/${ana.stopToken}`)

  expect(state.body).toEqual({ project: '', isStopped: false })
  expect(stopped.body).toEqual({ project: '', isStopped: true, isForgotten: true })
  expect(await isStored(ana.email)).toBe(false)
})

test('the link that confirms an address does not name a project with a password', async () => {
  const { project, guest } = await givenLockedProject()
  const ana = await givenSubscriber(app, project._id, { guest, isConfirmed: false })

  expect((await confirm(ana.confirmToken)).body).toEqual({ project: '', link: project._id })
})

test('an unconfirmed address gets no other mail, and expires after a day', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id, { isConfirmed: false })
  await app.post.next(ana.email)
  await givenReply(app.api, project._id, ana.comment._id, {}, project.owner.auth)
  await untilRead(app)
  expect(mailsTo(ana).map(({ subject }) => subject)).toEqual(['Confirm your address for Pinmark'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 + 1_000 })
  expect((await confirm(ana.confirmToken)).body.code).toBe('confirm_link_over')
  expect(await stateOf(project._id, ana.guest)).toBe('none')
  vi.useRealTimers()
})

test('only visitors who have commented can leave an address', async () => {
  const project = await givenProject(app.api)
  const refused = async (headers: Record<string, string>, email = 'ana@hears.test') =>
    (await ask(project._id, headers, email)).body.code
  const ana = givenGuest()
  expect(await refused(ana)).toBe('no_words_yet')
  expect(await refused(project.owner.auth)).toBe('owner_gets_notices')
  expect(await refused({})).toBe('guest_secret_required')
  await givenComment(app.api, project._id, {}, ana)
  expect(await refused(ana, 'ana@')).toBe('email_not_valid')
  expect(await isStored('ana@hears.test')).toBe(false)
})

test('an account that comments in another project does the same, with its own address', async () => {
  const project = await givenProject(app.api)
  const ben = await givenUser(app.api, { name: 'Ben Falk' })
  const { email } = await givenSubscriber(app, project._id, { guest: ben.auth, email: 'ben@elsewhere.test' })
  expect(await stateOf(project._id, ben.auth)).toBe('on')
  await app.api.post('/users/deletion').set(ben.auth).send({ password: ben.password }).expect(204)
  await sweepAccounts(new Date(Date.now() + 6 * 60_000))
  expect(await isStored(email)).toBe(false)
})

test('an address gets only a few confirmation mails, from any browser, with the same answer each time', async () => {
  const strict = await startStrictApp({ confirmation: 2 })
  const [project, other] = [await givenProject(strict.api), await givenProject(strict.api)]
  const answers = []
  for (const { _id } of [project, project, other, other]) {
    const guest = givenGuest()
    await givenComment(strict.api, _id, {}, guest)
    const answer = await strict.api
      .put(`/projects/${_id}/reply-mail`)
      .set(guest)
      .send({ email: 'ana@flood.test' })
    answers.push([answer.status, answer.text])
  }
  expect(new Set(answers.map(String)).size).toBe(1)
  await untilRead(app)
  await vi.waitFor(() => expect(mailsTo({ email: 'ana@flood.test' })).toHaveLength(2), { timeout: 20_000 })
  await strict.stop()
})

const networks = ['203.0.113.9', '198.51.100.7', '192.0.2.5']

test.each([
  ['one network', { address: 2 }, networks.map(() => '203.0.113.9')],
  ['one project', { addressOfProject: 2 }, networks],
])('%s can leave only a limited number of addresses for a while', async (_what, rates, from) => {
  const strict = await startStrictApp(rates)
  const { _id } = await givenProject(strict.api)
  const guest = givenGuest()
  await givenComment(strict.api, _id, {}, guest)
  const codes: (string | undefined)[] = []
  for (const network of from) {
    const answer = await strict.api
      .put(`/projects/${_id}/reply-mail`)
      .set({ ...guest, 'X-Forwarded-For': network })
      .send({ email: `${codes.length}@flood.test` })
    codes.push(answer.body.code)
  }
  expect(codes).toEqual([undefined, undefined, 'too_many_addresses'])
  await strict.stop()
})

test('one network can leave half of the addresses of a project, so that others can leave theirs', async () => {
  const strict = await startStrictApp({ addressOfNetwork: 2, addressOfProject: 4 })
  const { _id } = await givenProject(strict.api)
  const guest = givenGuest()
  await givenComment(strict.api, _id, {}, guest)
  const codeFrom = async (network = '') => {
    const headers = { ...guest, 'X-Forwarded-For': network }
    const body = { email: 'ana@flood.test' }
    return (await strict.api.put(`/projects/${_id}/reply-mail`).set(headers).send(body)).body.code
  }
  const [flood, office] = networks

  const codes = [await codeFrom(flood), await codeFrom(flood), await codeFrom(flood), await codeFrom(flood)]

  expect(codes).toEqual([undefined, undefined, 'too_many_addresses', 'too_many_addresses'])
  expect([await codeFrom(office), await codeFrom(office)]).toEqual([undefined, undefined])
  await strict.stop()
})

test('requests that leave no address use nothing of the limit of a project', async () => {
  const strict = await startStrictApp({ addressOfProject: 1 })
  const { _id, owner } = await givenProject(strict.api)
  const ana = givenGuest()
  await givenComment(strict.api, _id, {}, ana)
  const codeFor = async (headers: Record<string, string>, body: object) =>
    (await strict.api.put(`/projects/${_id}/reply-mail`).set(headers).send(body)).body.code
  const body = { email: 'ana@honest.test' }

  expect([
    await codeFor(ana, {}),
    await codeFor({}, body),
    await codeFor(givenGuest(), body),
    await codeFor(owner.auth, body),
  ]).toEqual(['email_required', 'guest_secret_required', 'no_words_yet', 'owner_gets_notices'])

  expect(await codeFor(ana, body)).toBeUndefined()
  expect(await codeFor(ana, body)).toBe('too_many_addresses')
  await strict.stop()
})

test('the address is not visible to the owner, in an export or in the log', async () => {
  const project = await givenProject(app.api)
  const ana = await givenSubscriber(app, project._id)
  const { auth } = project.owner
  const get = (path: string, headers: Record<string, string>) => app.api.get(path).set(headers)
  const answers = [
    await get(`/projects/${project._id}?image=none`, auth),
    await get(`/projects/${project._id}?image=none`, ana.guest),
    await get('/projects?image=none', auth),
    await get('/users/me/notices', auth),
    await get(`/projects/${project._id}/reply-mail`, ana.guest),
    ...(await Promise.all(
      ['json', 'csv', 'markdown', 'annotations'].map((format) =>
        get(`/projects/${project._id}/export?format=${format}`, auth),
      ),
    )),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain(ana.email)
  }
  expect(app.log.join('\n')).not.toContain(ana.email)
})
