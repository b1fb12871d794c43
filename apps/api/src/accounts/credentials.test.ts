import { readFile } from 'node:fs/promises'
import {
  credentials,
  credentialsAsMarkdown,
  credentialsTable,
  endings,
  type Credential,
  type Ending,
} from '@pinmark/testbed/credentials-table'
import mongoose from 'mongoose'
import { expect, inject, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenProject, givenSettings, givenUnlocked } from '../../test/given-project'
import { givenSubscriber } from '../../test/given-subscriber'
import { givenLogin } from '../../test/given-user'
import { givenWebhook } from '../../test/given-webhook'
import { startProgram } from '../../test/own-process'
import { adoptPepper } from '../ops/instance.record'
import { ProjectModel } from '../projects/project.record'
import { findSubscriberByKey, forgetSubscribersShutOut } from '../mail/subscriber.record'
import { linkSignOn } from './account-access.record'
import { UserModel } from './user.record'
import { findWebhooks } from '../webhooks/webhook.record'
import { resetToken, stopToken } from '../base/seal'

// The program that resets a password refuses weak secrets.
const pepper = 'T7-vX8kQ2zR7mN4tB9wL5cJ1hF6dS3gA'
const secrets = { jwt: 'j'.repeat(48), jwtPrevious: null, pepper }
const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'Pinmark <pins@studio.test>' }
const app = sharedTestApp({ secrets, mail, publicUrl: 'https://pins.studio.test' })
const linkPassword = 'a password for the link'

/** An account with a project behind a password, and one of each credential. */
async function givenWorld() {
  const project = await givenProject(app.api)
  const { owner } = project
  await givenSettings(app.api, project, { password: linkPassword })
  const linkToken = await givenUnlocked(app.api, project._id, linkPassword)
  const auth = { Authorization: `Bearer ${(await givenLogin(app.api, owner)).token}` }
  const { password } = owner
  const made = await app.api
    .post('/users/me/tokens')
    .set(auth)
    .send({ name: 'Build', scope: 'manage', password })
    .expect(201)
  await givenWebhook(app.api, owner)
  const guest = { 'X-Guest-Secret': 'g'.repeat(22), ...linkToken }
  const { stopToken: subscriberStop } = await givenSubscriber(app, project._id, { guest })
  const stored = await UserModel.findOne({ email: owner.email }).orFail()
  const keyFor = async (headers: Record<string, string>) =>
    String((await app.api.get(`/projects/${project._id}`).set(headers)).body.designs[0].versions[0].image._id)
  return {
    project,
    owner,
    auth,
    linkToken,
    apiToken: { Authorization: `Bearer ${made.body.token}` },
    account: stored._id,
    subscriber: subscriberStop.split('.')[0] ?? '',
    ownerImage: await keyFor(auth),
    linkImage: await keyFor(linkToken),
    resetLink: resetToken(pepper, stored, new Date(Date.now() + 60_000)),
    stopLink: stopToken(pepper, { user: stored.publicId, project: project._id }),
  }
}
type World = Awaited<ReturnType<typeof givenWorld>>

const newPassword = 'a brighter light table'
const end: Record<Ending, (world: World) => PromiseLike<unknown>> = {
  logOut: ({ auth }) => app.api.post('/users/logout').set(auth).expect(204),
  logOutEverywhere: ({ owner }) => app.api.post('/users/logout-everywhere').set(owner.auth).expect(204),
  logOutEverywhereKeeping: ({ owner }) =>
    app.api
      .post('/users/logout-everywhere')
      .set(owner.auth)
      .send({ keepTokensAndWebhooks: true })
      .expect(204),
  changePassword: ({ owner }) =>
    app.api
      .put('/users/password')
      .set(owner.auth)
      .send({ currentPassword: owner.password, newPassword })
      .expect(200),
  changePasswordKeeping: ({ owner }) =>
    app.api
      .put('/users/password')
      .set(owner.auth)
      .send({ currentPassword: owner.password, newPassword, keepTokensAndWebhooks: true })
      .expect(200),
  resetByMail: ({ resetLink: token }) =>
    app.api.put('/users/forgotten-password').send({ token, newPassword }).expect(204),
  resetByCommand: async ({ owner }) => {
    await adoptPepper(pepper)
    const uri = inject('mongodbUri').replace('/pinmark?', `/${mongoose.connection.name}?`)
    const environment = { MONGODB_URI: uri, PASSWORD_PEPPER: pepper }
    const program = startProgram('reset-password', environment, [owner.email])
    expect(await program.ended(), program.output).toBe(0)
  },
  linkSignOn: ({ owner }) =>
    linkSignOn(owner.email, { issuer: 'https://login.test', subject: owner.user._id }),
  newLink: ({ project, owner }) => app.api.post(`/projects/${project._id}/link`).set(owner.auth).expect(200),
  newLinkPassword: ({ project }) =>
    givenSettings(app.api, project, { password: 'another password for the link' }),
  deleteAccount: ({ owner }) =>
    app.api.post('/users/deletion').set(owner.auth).send({ password: owner.password }).expect(204),
}

const readMe = async (headers: Record<string, string>) =>
  (await app.api.get('/users/me').set(headers)).status === 200
const showsImage = async (key: string) => (await app.api.get(`/images/${key}/view`)).status === 200
/** In this order. The last one uses its link up. */
const works: Record<Credential, (world: World) => Promise<boolean>> = {
  login: ({ auth }) => readMe(auth),
  apiToken: ({ apiToken }) => readMe(apiToken),
  webhook: async ({ account }) =>
    (await UserModel.exists({ _id: account, deletedAt: null })) !== null &&
    (await findWebhooks(account)).length > 0,
  subscription: async ({ subscriber, project }) => {
    await forgetSubscribersShutOut()
    const isInTrash = (await ProjectModel.exists({ publicId: project._id, deletedAt: null })) === null
    return !isInTrash && (await findSubscriberByKey(subscriber)) !== null
  },
  ownerImage: ({ ownerImage }) => showsImage(ownerImage),
  linkImage: ({ linkImage }) => showsImage(linkImage),
  linkToken: async ({ project, linkToken }) => {
    const { linkId } = await ProjectModel.findOne({ publicId: project._id }, { linkId: 1 }).orFail().lean()
    return (await app.api.get(`/projects/${linkId}`).set(linkToken)).status === 200
  },
  stopLink: async ({ stopLink }) => (await app.api.get(`/stop/${stopLink}/state`)).status === 200,
  resetLink: async ({ resetLink: token }) =>
    (await app.api.put('/users/forgotten-password').send({ token, newPassword: 'a third light table' }))
      .status === 204,
}

const names = <Key extends string>(of: Record<Key, unknown>) =>
  // The keys of a literal are what its type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys(of) as Key[]

test.each(names(endings))('%s ends the credentials that the table names, and no other', async (ending) => {
  const world = await givenWorld()
  await end[ending](world)
  const found: Partial<Record<Credential, 'ends' | 'stays'>> = {}
  for (const name of names(works)) found[name] = (await works[name](world)) ? 'stays' : 'ends'
  expect(found).toEqual(
    Object.fromEntries(names(credentials).map((name) => [name, credentialsTable[name][ending]])),
  )
})

test('before any of this, every credential works', async () => {
  const world = await givenWorld()
  for (const name of names(works)) expect(await works[name](world), name).toBe(true)
})

test('the documentation shows the table', async () => {
  const page = await readFile(new URL('../../../../docs/credentials.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  expect(rows).toEqual(credentialsAsMarkdown())
})
