import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenApiToken } from '../../../test/given-api-token'
import { givenUser } from '../../../test/given-user'
import { givenWebhook } from '../../../test/given-webhook'
import { runMigration } from '../../../test/run-migration'
import { endMarkedAccess } from './steps'

const app = sharedTestApp()

test('an account that a stop left marked loses its tokens and webhooks, and others keep theirs', async () => {
  const [marked, other] = [await givenUser(app.api), await givenUser(app.api)]
  const tokens = [await givenApiToken(app.api, marked), await givenApiToken(app.api, other)]
  await givenWebhook(app.api, marked)
  await givenWebhook(app.api, other)
  const users = mongoose.connection.collection('users')
  await users.updateOne({ email: marked.email }, { $set: { isRevoking: true } })

  await runMigration(endMarkedAccess)

  const statuses = tokens.map(async ({ auth }) => (await app.api.get('/users/me').set(auth)).status)
  expect(await Promise.all(statuses)).toEqual([401, 200])
  const webhooks = [marked, other].map(
    async ({ auth }) => (await app.api.get('/users/me/webhooks').set(auth)).body.length,
  )
  expect(await Promise.all(webhooks)).toEqual([0, 1])
  expect(await users.countDocuments({ isRevoking: true })).toBe(0)
})
