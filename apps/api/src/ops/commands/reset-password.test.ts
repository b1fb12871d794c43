import mongoose from 'mongoose'
import { expect, inject, test } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { givenLogin, givenUser } from '../../../test/given-user'
import { startProgram } from '../../../test/own-process'
import { adoptPepper } from '../instance.record'

const app = sharedTestApp()
// The program refuses the secrets of the other tests, because they are weak.
const pepper = 'T7-vX8kQ2zR7mN4tB9wL5cJ1hF6dS3gA'

/** Runs the program for an account. @returns the new password */
async function reset(email: string): Promise<string> {
  await adoptPepper(pepper)
  const uri = inject('mongodbUri').replace('/pinmark?', `/${mongoose.connection.name}?`)
  const program = startProgram('reset-password', { MONGODB_URI: uri, PASSWORD_PEPPER: pepper }, [email])
  expect(await program.ended(), program.output).toBe(0)
  return /is: (\S+)/.exec(program.output)?.[1] ?? ''
}

test('a new password from the command can be used at once, after any number of wrong attempts', async () => {
  const secrets = { ...app.config.secrets, pepper }
  const strict = await givenTestApp({ secrets, rates: { passwordFailure: 2 } })
  const { email } = await givenUser(strict.api)
  const wrong = { email, password: 'not the right one' }
  for (const status of [401, 401, 429]) {
    expect((await strict.api.post('/users/login').send(wrong)).status).toBe(status)
  }
  const longDelay = { tries: 30, nextAt: new Date(Date.now() + 10 * 60_000) }
  await mongoose.connection.collection('loginDelays').updateMany({}, { $set: longDelay })
  expect(
    (await strict.api.post('/users/login').send({ email, password: 'a quiet light table' })).status,
  ).toBe(429)

  const password = await reset(email)

  await givenLogin(strict.api, { email, password })
})
