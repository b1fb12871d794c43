import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildIndexes, connectDatabase, disconnectDatabase } from '../../platform/database'
import { ExactCounter } from './exact-counter'
import { formatWait } from './format-wait'
import { LocalCounter } from './local-counter'
import { makeRoom } from './rate-window'
import { SharedCounter } from './shared-counter'

beforeAll(() => buildIndexes())

const overs = (counts: { isOver: boolean }[]) => counts.filter(({ isOver }) => isOver).length
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

describe('a clock that is set back by an hour', () => {
  const setBack = () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    return () => vi.setSystemTime(Date.now() - 3_600_000)
  }

  test('extends no window of a process', async () => {
    const window = { name: 'set-back', points: 1, seconds: 60 }
    const [local, shared] = [new LocalCounter(window), new SharedCounter(window)]
    const stepBack = setBack()
    const countBoth = async () => [local.count('k'), await shared.count('k')]
    await countBoth()
    expect(overs(await countBoth())).toBe(2)

    stepBack()
    vi.advanceTimersByTime(60_000)

    expect(local.count('k').isOver).toBe(false)
    expect(shared.peek('k').isOver).toBe(false)
  })

  test('changes no window in the database, whose clock alone counts', async () => {
    const counter = new ExactCounter({ name: 'database-clock', points: 1, seconds: 60 })
    const stepBack = setBack()
    await counter.count('k')
    stepBack()
    expect((await counter.count('k')).isOver).toBe(true)

    const ends = { expire: new Date(Date.now() + 2 * 3_600_000) }
    await mongoose.connection.collection('rateWindows').updateOne({ key: 'database-clock:k' }, { $set: ends })
    expect((await counter.count('k')).isOver).toBe(false)
  })
})

describe('a local counter', () => {
  test('allows up to the limit, counts keys separately and starts again when the window ends', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const counter = new LocalCounter({ name: 'local', points: 2, seconds: 60 })
    const counted = (isOver: boolean, waitMs: number) => ({ isOver, waitMs })

    expect(counter.count('a')).toEqual(counted(false, 60_000))
    vi.advanceTimersByTime(59_999)
    expect(counter.count('a')).toEqual(counted(false, 1))
    expect(counter.count('a')).toEqual(counted(true, 1))
    expect(counter.count('b')).toEqual(counted(false, 60_000))
    vi.advanceTimersByTime(1)
    expect(counter.count('a')).toEqual(counted(false, 60_000))
  })

  test('drops ended windows, and the oldest ones only when there are very many networks', () => {
    const windows = (count: number, endsAt: (at: number) => number) =>
      new Map(Array.from({ length: count }, (_, at) => [`${at}`, { endsAt: endsAt(at) }]))
    const few = windows(19_999, () => 0)
    const ended = windows(20_000, (at) => (at < 3_000 ? 100 : 101))
    const open = windows(20_000, () => 101)
    for (const map of [few, ended, open]) makeRoom(map, 100)

    expect(few.size).toBe(19_999)
    expect([ended.size, ended.has('2999'), ended.has('3000')]).toEqual([17_000, false, true])
    expect([open.size, open.has('2000'), open.has('2001')]).toEqual([17_999, false, true])
  })
})

describe('an exact counter', () => {
  test('allows exactly the limit over all processes', async () => {
    const window = { name: 'exact', points: 5, seconds: 60 }
    const [one, other] = [new ExactCounter(window), new ExactCounter(window)]
    const counts = await Promise.all([...times(6, () => one.count('k')), ...times(6, () => other.count('k'))])
    expect(overs(counts)).toBe(7)
  })

  test('returns the remaining time of its window, and counts other windows separately', async () => {
    const counter = new ExactCounter({ name: 'one', points: 1, seconds: 60 })
    await counter.count('k')
    const { isOver, waitMs } = await counter.count('k')
    expect([isOver, waitMs > 0, waitMs <= 60_000]).toEqual([true, true, true])
    expect(await new ExactCounter({ name: 'another', points: 1, seconds: 1 }).add('k', 0)).toMatchObject({
      total: 0,
    })
  })
})

describe('a shared counter', () => {
  test('allows exactly the limit within one process, even with concurrent requests', async () => {
    const counter = new SharedCounter({ name: 'shared', points: 10, seconds: 60 })
    expect(overs(await Promise.all(times(40, () => counter.count('k'))))).toBe(30)
    expect(counter.peek('k').isOver).toBe(true)
    expect(counter.peek('k').waitMs).toBeGreaterThan(0)
    expect(counter.peek('k').waitMs).toBeLessThanOrEqual(60_000)
    expect(counter.peek('other')).toEqual({ isOver: false, waitMs: 0 })
  })

  test('reserves many at a time: a twentieth of its limit, and less near the end', async () => {
    const window = { name: 'shares', points: 80, seconds: 60 }
    const [counter, exact] = [new SharedCounter(window), new ExactCounter(window)]
    const reserved = async () => (await exact.add('k', 0)).total
    await Promise.all(times(4, () => counter.count('k')))
    expect(await reserved()).toBe(4)

    await exact.add('k', 58)
    await counter.count('k')
    expect(await reserved(), 'as much as before').toBe(66)
    await Promise.all(times(4, () => counter.count('k')))
    expect(await reserved(), 'an eighth of the rest').toBe(67)
  })

  test('starts again when its window ends', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const counter = new SharedCounter({ name: 'short', points: 1, seconds: 60 })
    expect(overs([await counter.count('k'), await counter.count('k')])).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(counter.peek('k')).toEqual({ isOver: false, waitMs: 0 })
    await mongoose.connection.collection('rateWindows').deleteOne({ key: 'short:k' })
    expect((await counter.count('k')).isOver).toBe(false)
  })

  test.each([1, 7, 120, 2_000])(
    'allows exactly %i over two processes that are flooded at once',
    async (points) => {
      const window = { name: `flooded-${points}`, points, seconds: 60 }
      const processes = [new SharedCounter(window), new SharedCounter(window)]
      // More than the window holds: a process that serves all its visitors keeps the rest of its last share.
      const each = points + 10
      const counts = await Promise.all(processes.flatMap((one) => times(each, () => one.count('k'))))
      expect(counts.length - overs(counts)).toBe(points)
    },
  )

  test('continues where another process stopped counting', async () => {
    const window = { name: 'handed-over', points: 10, seconds: 60 }
    const before = new SharedCounter(window)
    await Promise.all(times(7, () => before.count('k')))
    const exact = new ExactCounter(window)
    expect((await exact.add('k', 0)).total).toBe(7)

    const after = new SharedCounter(window)

    expect(overs(await Promise.all(times(10, () => after.count('k'))))).toBe(7)
  })

  test('sees the counts of other processes when it reserves more', async () => {
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

test('counts within the process while the database is down', async () => {
  const databaseName = mongoose.connection.name
  const counter = new SharedCounter({ name: 'away', points: 3, seconds: 60 })
  await disconnectDatabase()
  const counts = await Promise.all(times(5, () => counter.count('k')))
  await connectDatabase(inject('mongodbUri'), databaseName)
  expect(overs(counts)).toBe(2)
})

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [1_001, '2 seconds'],
  [119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [121_000, '3 minutes'],
  [900_000, '15 minutes'],
  [7_140_000, '119 minutes'],
  [7_200_000, '2 hours'],
  [86_400_000, '24 hours'],
])('%i ms are written as %s', (waitMs, words) => {
  expect(formatWait(waitMs)).toBe(words)
})
