import { AppError } from '@pinmark/shared/errors'
import mongoose from 'mongoose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPlaces } from './logins.record'
import { LoginThrottle } from './login-throttle'
import { ratePoints } from '../http/limits/rate-table'

const start = new Date('2026-03-02T01:00:00Z')
const second = 1_000
const hour = 3_600 * second
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

function givenThrottle(
  { free = 1_000, daily = 1_000 }: { free?: number; daily?: number },
  code?: ConstructorParameters<typeof LoginThrottle>[1],
) {
  const secrets = { jwt: 'j'.repeat(48), jwtPrevious: null, pepper: 'p'.repeat(48) }
  const rates = { ...ratePoints(1), passwordFailure: free, passwordTry: daily }
  return new LoginThrottle({ secrets, rates }, code)
}

let accounts = 0
const newEmail = () => `mara-${(accounts += 1)}@studio.test`
const from = (network: string, guestHash: string | null = null) => ({ network, guestHash })
const tooMany = { code: 'too_many_logins' }
const refusedFor = (wait: string, retryAfterSeconds: number, code = 'too_many_logins') =>
  expect.objectContaining({ code, retryAfterSeconds, message: expect.stringContaining(` in ${wait}.`) })

/** Ends the delays of an account that rest no longer than `ms`, by the clock of the database. */
async function passDelay(throttle: LoginThrottle, email: string, ms: number): Promise<void> {
  const ofAccount = { _id: { $regex: `^${throttle.loginKey(email)}[.]` } }
  await mongoose.connection
    .collection<{ _id: string }>('loginDelays')
    .updateMany(ofAccount, [{ $set: { nextAt: { $subtract: ['$nextAt', ms] } } }])
}

/** The seconds that a refused attempt has to wait. */
async function waitOf(attempt: Promise<unknown>): Promise<number> {
  const refused: unknown = await attempt.catch((error: unknown) => error)
  if (!(refused instanceof AppError)) throw new Error('it was not refused')
  return refused.retryAfterSeconds ?? 0
}

test('the first attempts are free; then each one doubles the wait, up to 15 minutes', async () => {
  const [throttle, email] = [givenThrottle({ free: 2 }), newEmail()]
  const visitor = from('a')
  await throttle.admit(email, visitor)
  await throttle.admit(email, visitor)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    const wait = await waitOf(throttle.admit(email, visitor))
    expect(wait).toBeLessThanOrEqual(Math.max(1, seconds))
    expect(wait).toBeGreaterThanOrEqual(Math.max(1, seconds / 2))
    await passDelay(throttle, email, seconds * second)
    await throttle.admit(email, visitor)
  }
})

test('a refusal says how long the wait is, which is never shorter than a second', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  await passDelay(throttle, email, 600)
  await expect(throttle.admit(email, from('a'))).rejects.toEqual(refusedFor('1 second', 1))
})

test('a clock that is set back makes no delay longer', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  await expect(throttle.admit(email, from('a'))).rejects.toMatchObject(tooMany)

  await passDelay(throttle, email, -10 * 60 * second)

  await throttle.admit(email, from('a'))
  expect(await waitOf(throttle.admit(email, from('a')))).toBeLessThanOrEqual(2)
})

test('many attempts at once are admitted no more often than one after the other', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  // From here on a wait is longer than the attempts take.
  for (const seconds of [1, 2, 4, 8, 16, 32, 64]) {
    await passDelay(throttle, email, seconds * second)
    await throttle.admit(email, from('a'))
  }
  await passDelay(throttle, email, 128 * second)

  const tries = Array.from({ length: 20 }, () =>
    throttle.admit(email, from('a')).then(
      () => true,
      () => false,
    ),
  )

  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
})

test('an attempt that began before the stored one is refused too', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  // As if the stored attempt had begun so much later.
  await passDelay(throttle, email, -5 * second)
  await expect(throttle.admit(email, from('a'))).rejects.toMatchObject(tooMany)
})

test('attempts count per account and network, until one succeeds', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  await expect(throttle.admit(email, from('a'))).rejects.toMatchObject(tooMany)
  await throttle.admit(email, from('b'))
  await throttle.admit(newEmail(), from('a'))
  await throttle.succeeded(email, from('a'))
  await throttle.admit(email, from('a'))
})

test('a browser that has logged in before waits for its own attempts only, in every network', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.succeeded(email, from('home', 'browser of Mara'))
  await throttle.admit(email, from('café', 'another browser'))
  await expect(throttle.admit(email, from('café', 'another browser'))).rejects.toMatchObject(tooMany)

  await throttle.admit(email, from('café', 'browser of Mara'))
  await expect(throttle.admit(email, from('office', 'browser of Mara'))).rejects.toMatchObject(tooMany)
  await throttle.succeeded(email, from('office', 'browser of Mara'))
  await throttle.admit(email, from('café', 'browser of Mara'))
})

test('a browser that has not logged in before waits with its network', async () => {
  const [throttle, email] = [givenThrottle({ free: 1 }), newEmail()]
  await throttle.succeeded(email, from('home', 'browser of Mara'))
  await throttle.admit(email, from('café', 'one'))
  await expect(throttle.admit(email, from('café', 'two'))).rejects.toMatchObject(tooMany)
  await expect(throttle.admit(email, from('café'))).rejects.toMatchObject(tooMany)
})

test('attempts from places that the account has logged in from do not count for the day, until these are forgotten', async () => {
  const [throttle, email] = [givenThrottle({ daily: 1 }), newEmail()]
  await throttle.succeeded(email, from('home', 'browser of Mara'))
  expect(await throttle.admit(email, from('a'))).toBe(false)
  await expect(throttle.admit(email, from('b'))).rejects.toMatchObject(tooMany)
  expect(await throttle.admit(email, from('home'))).toBe(true)
  expect(await throttle.admit(email, from('c', 'browser of Mara'))).toBe(true)

  await forgetPlaces(throttle.loginKey(email))
  await expect(throttle.admit(email, from('home', 'browser of Mara'))).rejects.toMatchObject(tooMany)
})

test('an attempt from a known place causes the same writes as one for an account that does not exist', async () => {
  const [throttle, email, visitor] = [givenThrottle({}), newEmail(), from('office')]
  const windows = mongoose.connection.collection('rateWindows')
  const keys = () => windows.distinct('key', { key: new RegExp(throttle.loginKey(email)) })
  await throttle.admit(email, visitor)
  const [counted] = await keys()
  await throttle.succeeded(email, visitor)

  await throttle.admit(email, visitor)
  expect(await keys()).toEqual([counted, `${counted} known`])
})

test('a login without a guest secret makes no browser known', async () => {
  const [throttle, email] = [givenThrottle({ daily: 1 }), newEmail()]
  await throttle.succeeded(email, from('home'))
  expect(await throttle.admit(email, from('a'))).toBe(false)
  await expect(throttle.admit(email, from('b'))).rejects.toMatchObject(tooMany)
})

test('after the attempts of a day, places that are not known wait until the day of the first one is over', async () => {
  const [throttle, email] = [givenThrottle({ daily: 2 }), newEmail()]
  await throttle.admit(email, from('a'))
  later(hour)
  await throttle.admit(email, from('b'))
  await expect(throttle.admit(email, from('c'))).rejects.toEqual(refusedFor('23 hours', 23 * 3_600))
  later(23 * hour)
  await throttle.admit(email, from('c'))
})

test('a factor of 0 switches delays and the limit of the day off', async () => {
  const secrets = { jwt: 'j'.repeat(48), jwtPrevious: null, pepper: 'p'.repeat(48) }
  const [throttle, email] = [new LoginThrottle({ secrets, rates: ratePoints(0) }), newEmail()]
  for (let attempt = 0; attempt < 110; attempt += 1) {
    expect(await throttle.admit(email, from('a'))).toBe(false)
  }
})

test('an attempt that is given back is free for another network', async () => {
  const [throttle, email] = [givenThrottle({ daily: 1 }), newEmail()]
  await throttle.admit(email, from('a'))
  await throttle.giveBack(email)
  await throttle.admit(email, from('b'))
  await expect(throttle.admit(email, from('c'))).rejects.toMatchObject(tooMany)
})

test('attempts to unlock a link are refused with the code for links', async () => {
  const throttle = givenThrottle({ free: 1 }, 'too_many_unlocks')
  const link = newEmail()
  await throttle.admit(link, from('a'))
  await expect(throttle.admit(link, from('a'))).rejects.toEqual(refusedFor('1 second', 1, 'too_many_unlocks'))
})

test('the key of an account does not reveal the account', () => {
  const throttle = givenThrottle({})
  const key = throttle.loginKey('mara@studio.test')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(givenThrottle({}).loginKey('mara@studio.test')).toBe(key)
  expect(throttle.loginKey('ben@studio.test')).not.toBe(key)
})
