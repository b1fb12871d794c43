import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { TokenScope } from '@pinmark/shared/entities/api-token'
import { stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import { findApiTokens, hashApiToken, insertApiToken, newApiTokenText } from '../accounts/api-token.record'
import { revokeToken } from '../accounts/account-access.record'
import { UserModel } from '../accounts/user.record'
import { issueToken } from '../accounts/tokens'
import { findActorUser, isLoginAlive } from './actor'

const settings = { sessionDays: 30, secrets: { jwt: 'j'.repeat(48), jwtPrevious: null } }
const past = new Date(Date.now() - 60_000)
const future = new Date(Date.now() + 3_600_000)

async function givenAccount(changes: object = {}) {
  const publicId = newPublicId()
  const account = { _id: new Types.ObjectId(), publicId, name: 'Mara Hald', tokenVersion: 3 }
  const email = `${publicId}@studio.test`
  await UserModel.create({ ...account, email, passwordHash: 'x', createdAt: past, ...changes })
  return account
}

async function givenApiToken(
  account: Types.ObjectId,
  endsAt: Date | null = null,
  scope: TokenScope = 'comment',
) {
  const text = newApiTokenText()
  const _id = newPublicId()
  const stored = {
    account,
    name: 'Report',
    scope,
    lastFour: text.slice(-4),
    createdAt: past,
    endsAt,
    lastUsedAt: null,
  }
  await insertApiToken({ ...stored, _id, hash: hashApiToken(text) })
  return { _id, text }
}

const alive = (user: Awaited<ReturnType<typeof findActorUser>>) =>
  isLoginAlive({ ...stranger, token: 'valid', user })

test('a login is valid until it ends, or until all logins of the account end', async () => {
  const { _id: id, publicId, name, tokenVersion } = await givenAccount()
  const token = issueToken(settings, { publicId, tokenVersion })
  const user = await findActorUser(settings, token)
  expect(user).toEqual({
    id,
    publicId,
    name,
    tokenVersion,
    login: user?.login,
    since: user?.since,
    apiToken: null,
  })
  expect(user?.login).toMatch(/^[\w-]{22}$/)
  expect(await alive(user)).toBe(true)

  await revokeToken({ _id: user?.login ?? '', expiresAt: future, account: id })
  expect(await findActorUser(settings, token)).toBeNull()
  expect(await alive(user)).toBe(false)

  const second = await findActorUser(settings, issueToken(settings, { publicId, tokenVersion }))
  expect(await alive(second)).toBe(true)
  await UserModel.updateOne({ publicId }, { tokenVersion: 4 })
  expect(await alive(second)).toBe(false)
  expect(await findActorUser(settings, issueToken(settings, { publicId, tokenVersion }))).toBeNull()
})

test.each(['', 'not.a.token'])('the token %j has no user', async (token) => {
  expect(await findActorUser(settings, token)).toBeNull()
})

test('a login of a deleted account has no user', async () => {
  const token = issueToken(settings, { publicId: newPublicId(), tokenVersion: 0 })
  expect(await findActorUser(settings, token)).toBeNull()
})

test('an API token acts for its account within its scope, and its last use is stored', async () => {
  const { _id: id, publicId, name, tokenVersion } = await givenAccount()
  const { _id, text } = await givenApiToken(id, future, 'manage')
  const user = await findActorUser(settings, text)
  expect(user).toEqual({
    ...{ id, publicId, name, tokenVersion, login: _id, since: 0 },
    apiToken: { name: 'Report', scope: 'manage', endsAt: future, projects: null },
  })
  expect(await alive(user)).toBe(true)
  const [stored] = await findApiTokens(id)
  expect(stored?.lastUsedAt).toBeInstanceOf(Date)
})

test('an API token ends with its date, its revocation or its account, but not with logins', async () => {
  const { _id: id, publicId } = await givenAccount()
  const { text } = await givenApiToken(id)
  const user = await findActorUser(settings, text)
  await UserModel.updateOne({ publicId }, { tokenVersion: 4 })
  expect(await alive(user)).toBe(true)
  expect(await findActorUser(settings, (await givenApiToken(id, past)).text)).toBeNull()

  await UserModel.updateOne({ publicId }, { deletedAt: past })
  expect(await alive(user)).toBe(false)
  expect(await findActorUser(settings, text)).toBeNull()
  expect((await findApiTokens(id)).filter(({ lastUsedAt }) => lastUsedAt !== null)).toHaveLength(1)
})

test('an API token with a wrong checksum, or one that was never issued, is invalid', async () => {
  const { _id: id } = await givenAccount()
  const text = `${newApiTokenText().slice(0, -6)}000000`
  await insertApiToken({
    ...{ _id: newPublicId(), account: id, name: 'Report', scope: 'read', lastFour: '0000' },
    ...{ hash: hashApiToken(text), createdAt: past, endsAt: null, lastUsedAt: null },
  })
  expect(await findActorUser(settings, text)).toBeNull()
  expect(await findActorUser(settings, newApiTokenText())).toBeNull()
})

test('a request without a login is never reported as an ended session', async () => {
  expect(await isLoginAlive(stranger)).toBe(true)
})
