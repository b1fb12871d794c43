import { randomBytes } from 'node:crypto'
import { startMailServer } from '@pinmark/testbed/mail-server'
import mongoose from 'mongoose'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { givenComment, givenProject } from '../../../test/given-project'
import { linkSignOn } from '../../accounts/account-access.record'
import { UserModel } from '../../accounts/user.record'
import { givenUser, type GivenUser } from '../../../test/given-user'
import { startProgram } from '../../../test/own-process'

const app = sharedTestApp()
// The program refuses the secrets of the other tests, because they are weak.
const pepper = 'T7-vX8kQ2zR7mN4tB9wL5cJ1hF6dS3gA'
const newEmail = () => `someone-${randomBytes(6).toString('hex')}@studio.test`

async function runAccount(args: string[], settings: Record<string, string> = {}) {
  const uri = inject('mongodbUri').replace('/pinmark?', `/${mongoose.connection.name}?`)
  const env = { MONGODB_URI: uri, PASSWORD_PEPPER: pepper, REGISTRATION: 'invited', ...settings }
  const program = startProgram('account', env, args)
  return { code: await program.ended(), output: program.output }
}

async function registerWith(email: string, invitation: string | undefined) {
  const invited = await givenTestApp({ registration: 'invited' })
  const body = { name: 'Ines Falk', email, password: 'a quiet light table', invitation }
  return (await invited.api.post('/users/register').send(body)).status
}

test('the list names each account with its projects', async () => {
  const user = await givenUser(app.api)
  await givenProject(app.api, { owner: user })
  const { output, code } = await runAccount(['list'])
  expect(output).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d\t1\t\\d+\\.\\d\t${user.email}\t`, 'm'))
  expect(code).toBe(0)
})

test('an invitation is printed without mail, and sent with mail; with it the address can register', async () => {
  await givenUser(app.api)
  const [printed, mailed] = [newEmail(), newEmail()]
  const address = /http:\/\/localhost:3000\/register#(\S+)\n/
  const { output } = await runAccount(['invite', ` ${printed.toUpperCase()} `])
  expect(await registerWith(printed, address.exec(output)?.[1])).toBe(201)

  const mailServer = await startMailServer()
  try {
    const settings = {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Pinmark <pins@studio.test>',
      PUBLIC_URL: 'https://pins.studio.test',
    }
    const sent = await runAccount(['invite', mailed], settings)
    expect(sent.output).toContain(`The invitation was sent to ${mailed}.`)
    const { text = '' } = await mailServer.next(mailed)
    const invitation = /https:\/\/pins\.studio\.test\/register#(\S+)/.exec(text)?.[1]
    expect(await registerWith(mailed, invitation)).toBe(201)
  } finally {
    await mailServer.stop()
  }
  expect(await runAccount(['invite', mailed])).toMatchObject({
    code: 1,
    output: `${mailed} has an account already.\n`,
  })
})

test('a deletion says what goes with the account, and needs a confirmation', async () => {
  const user = await givenUser(app.api)
  const { _id } = await givenProject(app.api, { owner: user })

  const asked = await runAccount(['delete', user.email])
  expect(asked.code).toBe(1)
  expect(asked.output).toMatch(/goes with 1 project .*\n.*Nothing was deleted/)
  expect((await app.api.get(`/projects/${_id}`)).status).toBe(200)

  expect((await runAccount(['delete', user.email, '--yes'])).output).toContain('The account is deleted.')
  expect((await app.api.get(`/projects/${_id}`)).status).toBe(404)
  expect((await app.api.post('/users/login').send(user)).status).toBe(401)
  expect(await runAccount(['delete', user.email, '--yes'])).toMatchObject({ code: 1 })
})

test('a project is handed over with its storage; the former owner has only the link', async () => {
  const [before, after] = [await givenUser(app.api), await givenUser(app.api)]
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer()
  const body = { name: 'Checkout', image: `data:image/png;base64,${image.toString('base64')}` }
  const { _id } = (await app.api.post('/projects').set(before.auth).send(body)).body
  const link = { permission: 'comment' }
  expect((await app.api.patch(`/projects/${_id}/settings`).set(before.auth).send(link)).status).toBe(200)
  await givenComment(app.api, _id)
  const address = `http://localhost:3000/project/${_id}?v=1`
  const row = async ({ email }: GivenUser) =>
    new RegExp(`\\t(\\d+)\\t([\\d.]+)\\t${email}\\t`).exec((await runAccount(['list'])).output)?.slice(1)
  const [projects, megabytes] = (await row(before)) ?? []
  expect(projects).toBe('1')
  expect(Number(megabytes)).toBeGreaterThan(0.5)

  const { output, code } = await runAccount(['make-owner', address, after.email])

  expect(output).toContain(`${after.email} owns "Checkout" now.`)
  expect(code).toBe(0)
  expect(await row(before)).toEqual(['0', '0.0'])
  expect(await row(after)).toEqual(['1', megabytes])
  const rename = ({ auth }: GivenUser) => app.api.put(`/projects/${_id}`).set(auth).send({ name: 'Cart' })
  expect((await rename(before)).status).toBe(403)
  expect((await rename(after)).status).toBe(200)
  const listed = async ({ auth }: GivenUser) => (await app.api.get('/projects').set(auth)).body
  expect(await listed(before)).toEqual([])
  expect(await listed(after)).toMatchObject([{ _id, name: 'Cart', stats: { total: 1, new: 1 } }])
  expect((await runAccount(['make-owner', _id, after.email])).output).toContain('already owns')
})

test('a project is handed over to no account that is full or unknown, and no other project is', async () => {
  const [before, after] = [await givenUser(app.api), await givenUser(app.api)]
  const { _id } = await givenProject(app.api, { owner: before })
  await givenProject(app.api, { owner: after })
  const makeOwner = (address: string, email: string) =>
    runAccount(['make-owner', address, email], { MAX_PROJECTS_PER_USER: '1' })

  expect(await makeOwner(_id, after.email)).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 project'),
  })
  expect(await makeOwner(_id, newEmail())).toMatchObject({ code: 1 })
  expect(await makeOwner('nothing-here', after.email)).toMatchObject({ code: 1 })

  expect((await app.api.get('/projects').set(before.auth)).body).toMatchObject([{ _id }])
})

test('an account is unlinked from single sign-on, and then no more', async () => {
  const { email } = await givenUser(app.api)
  await linkSignOn(email, { issuer: 'https://login.test', subject: email })
  expect(await runAccount(['unlink', email])).toMatchObject({ code: 0 })
  expect((await UserModel.findOne({ email }).lean())?.signOn).toBeUndefined()
  expect(await runAccount(['unlink', email])).toMatchObject({
    code: 1,
    output: `${email} is not linked to single sign-on.\n`,
  })
})

test('where accounts log in by single sign-on alone, no password is reset', async () => {
  const user = await givenUser(app.api)
  const settings = {
    OIDC_ISSUER: 'https://login.test',
    OIDC_CLIENT_ID: 'pinmark',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ONLY: 'true',
    PUBLIC_URL: 'https://pins.studio.test',
  }
  expect(await runAccount(['reset-password', user.email], settings)).toMatchObject({
    code: 1,
    output: 'OIDC_ONLY is set: accounts have no passwords. Help this person at the issuer.\n',
  })
  expect((await app.api.post('/users/login').send(user)).status).toBe(200)
})

test.each([
  [[]],
  [['rename', 'a@b.test']],
  [['list', 'a@b.test']],
  [['invite']],
  [['invite', 'a', 'b']],
  [['make-owner', 'a@b.test']],
])('the arguments %j get the usage', async (args) => {
  const { code, output } = await runAccount(args)
  expect(output).toContain('Usage: npm run account -- list\n')
  expect(code).toBe(1)
})
