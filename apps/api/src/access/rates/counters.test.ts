import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { buildIndexes, connectDatabase, disconnectDatabase } from '../../platform/database'
import { ExactCounter } from './exact-counter'
import { formatWait } from './format-wait'
import { LocalCounter } from './local-counter'
import { SharedCounter } from './shared-counter'

beforeAll(() => buildIndexes())

const overs = (counts: { isOver: boolean }[]) => counts.filter(({ isOver }) => isOver).length
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

describe('a local counter', () => {
  test('allows up to the limit, counts keys apart and starts over when the window ends', async () => {
    const counter = new LocalCounter({ name: 'local', points: 2, seconds: 0.05 })
    expect([counter.count('a'), counter.count('a'), counter.count('a')].map(({ isOver }) => isOver)).toEqual([
      false,
      false,
      true,
    ])
    expect(counter.count('b').isOver).toBe(false)
    await pause(60)
    expect(counter.count('a').isOver).toBe(false)
  })
})

describe('an exact counter', () => {
  test('lets exactly so many through, whichever process counts', async () => {
    const window = { name: 'exact', points: 5, seconds: 60 }
    const [one, other] = [new ExactCounter(window), new ExactCounter(window)]
    const counts = await Promise.all([...times(6, () => one.count('k')), ...times(6, () => other.count('k'))])
    expect(overs(counts)).toBe(7)
  })
})

describe('a shared counter', () => {
  test('lets exactly so many through within one process, however many come at once', async () => {
    const counter = new SharedCounter({ name: 'shared', points: 10, seconds: 60 })
    expect(overs(await Promise.all(times(40, () => counter.count('k'))))).toBe(30)
    expect(counter.peek('k').isOver).toBe(true)
    expect(counter.peek('other').isOver).toBe(false)
  })

  test.each([1, 7, 120, 2_000])(
    'lets exactly %i through over two processes that are flooded at once',
    async (points) => {
      const window = { name: `flooded-${points}`, points, seconds: 60 }
      const processes = [new SharedCounter(window), new SharedCounter(window)]
      const each = Math.ceil(points * 0.8) + 10
      const counts = await Promise.all(processes.flatMap((one) => times(each, () => one.count('k'))))
      expect(counts.length - overs(counts)).toBe(points)
    },
  )

  test('goes on where another process stopped counting', async () => {
    const window = { name: 'handed-over', points: 10, seconds: 60 }
    const before = new SharedCounter(window)
    await Promise.all(times(7, () => before.count('k')))
    const exact = new ExactCounter(window)
    expect((await exact.add('k', 0)).total).toBe(7)

    const after = new SharedCounter(window)

    expect(overs(await Promise.all(times(10, () => after.count('k'))))).toBe(7)
  })

  test('learns what others have counted when it asks for more', async () => {
    const window = { name: 'learns', points: 10, seconds: 60 }
    const [one, other] = [new SharedCounter(window), new SharedCounter(window)]
    await one.count('k')
    await Promise.all(times(10, () => other.count('k')))
    for (let tries = 0; tries < 100 && !one.peek('k').isOver; tries += 1) {
      await pause(50)
      if (tries % 10 === 5) await one.count('k')
    }
    expect(one.peek('k').isOver).toBe(true)
  })
})

test('while the database is away counting goes on within this process', async () => {
  const databaseName = mongoose.connection.name
  const counter = new SharedCounter({ name: 'away', points: 3, seconds: 60 })
  await disconnectDatabase()
  const counts = await Promise.all(times(5, () => counter.count('k')))
  await connectDatabase(inject('mongodbUri'), databaseName)
  expect(overs(counts)).toBe(2)
})

test.each([
  [1, '1 second'],
  [1_001, '2 seconds'],
  [119_000, '119 seconds'],
  [121_000, '3 minutes'],
  [900_000, '15 minutes'],
  [86_400_000, '24 hours'],
])('%i ms are written as %s', (waitMs, words) => {
  expect(formatWait(waitMs)).toBe(words)
})
