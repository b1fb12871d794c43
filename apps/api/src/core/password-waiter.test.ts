import { AppError } from '@pinmark/shared/errors'
import { afterAll, expect, test } from 'vitest'
import { closePasswordPool, verifyPassword } from '../accounts/passwords/passwords'
import { passwordWaiter } from './actor'

const settings = { passwords: { bcryptCost: 10, threads: 1 }, secrets: { pepper: 'p'.repeat(48) } }

afterAll(closePasswordPool)

test('logins of a thousand unknown networks hardly delay a known place, and displace only each other', async () => {
  const ends: string[] = []
  const verify = (name: string, network: string, isKnown: boolean) =>
    verifyPassword(settings, passwordWaiter({ network }, isKnown), 'a guess', null).then(
      () => ends.push(name),
      (error: unknown) => ends.push(`${name} ${error instanceof AppError ? error.code : String(error)}`),
    )
  const flood = Array.from({ length: 1_000 }, (_, at) => verify('unknown', `network ${at}`, false))
  const known = [verify('known', 'home', true), verify('known', 'office', true)]
  await Promise.all(known)

  const served = ends.filter((end) => end !== 'unknown server_busy')
  // One runs when the known ones arrive, and the unknown networks take one turn in three.
  expect(served.filter((end) => end === 'unknown').length).toBeLessThanOrEqual(3)
  expect(served.filter((end) => end === 'known')).toHaveLength(2)
  await closePasswordPool()
  await Promise.all(flood)
  expect(ends.filter((end) => end === 'unknown server_busy').length).toBeGreaterThan(890)
})
