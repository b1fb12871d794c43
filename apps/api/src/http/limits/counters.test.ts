import mongoose from 'mongoose'
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildIndexes, connectDatabase, disconnectDatabase } from '../../mongo/database'
import { formatWait } from './rate-limits'
import { LocalCounter, maxKeys, RateCounter } from './rate-counter'
import { ratePoints, rateTable } from './rate-table'

beforeAll(() => buildIndexes())

const overs = (counts: { isOver: boolean }[]) => counts.filter(({ isOver }) => isOver).length
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const localCounter = (visit: number) => new LocalCounter('visit', { ...ratePoints(1), visit })

function givenFakeClock() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the table', () => {
  test('is multiplied by the factor, with one as the least limit', () => {
    expect(ratePoints(1).comment).toBe(rateTable.comment.points)
    expect(ratePoints(2.5)).toMatchObject({ comment: 300, confirmation: 8 })
    expect(ratePoints(0.001)).toMatchObject({ comment: 1, request: 12 })
  })

  test('has no limits with a factor of 0', async () => {
    expect(new Set(Object.values(ratePoints(0)))).toEqual(new Set([Infinity]))
    const counter = RateCounter.of('confirmation', ratePoints(0))
    expect(overs(await Promise.all(times(20, () => counter.count('k'))))).toBe(0)
  })
})

describe('a clock that is set back by an hour', () => {
  const setBack = () => vi.setSystemTime(Date.now() - 3_600_000)

  test('extends no window of a process', () => {
    givenFakeClock()
    const counter = localCounter(1)
    expect(overs(times(2, () => counter.count('k')))).toBe(1)

    setBack()
    vi.advanceTimersByTime(60_000)

    expect(counter.count('k').isOver).toBe(false)
  })

  test('extends no window in the database, in any process', async () => {
    givenFakeClock()
    const processes = times(2, () => new RateCounter('set-back', 1, 60))
    for (const one of processes) await one.count('k')

    setBack()

    const counts = await Promise.all(processes.map((one) => one.count('k')))
    expect(counts.every(({ waitMs }) => waitMs <= 60_000)).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect((await processes[0]?.count('k'))?.isOver).toBe(false)
  })

  test('extends no window while the database is away', async () => {
    givenFakeClock()
    const databaseName = mongoose.connection.name
    const counter = new RateCounter('set-back-away', 1, 60)
    await disconnectDatabase()
    await counter.count('k')

    setBack()

    const { waitMs } = await counter.count('k')
    await connectDatabase(inject('mongodbUri'), databaseName)
    expect(waitMs).toBeLessThanOrEqual(60_000)
  })
})

describe('a local counter', () => {
  test('allows up to the limit, counts keys separately and starts again when the window ends', () => {
    givenFakeClock()
    const counter = localCounter(2)
    const counted = (isOver: boolean, waitMs: number) => ({ isOver, waitMs })

    expect(counter.count('a')).toEqual(counted(false, 60_000))
    vi.advanceTimersByTime(59_999)
    expect(counter.count('a')).toEqual(counted(false, 1))
    expect(counter.count('a')).toEqual(counted(true, 1))
    expect(counter.count('b')).toEqual(counted(false, 60_000))
    vi.advanceTimersByTime(1)
    expect(counter.count('a')).toEqual(counted(false, 60_000))
  })

  test('forgets the networks that have been silent longest when there are very many', () => {
    const counter = localCounter(1)
    counter.count('a')
    for (let at = 0; at < maxKeys; at += 1) {
      counter.count(`${at}`)
      if (at === 1_000) counter.count('a')
    }
    expect([counter.count('a').isOver, counter.count('0').isOver]).toEqual([true, false])
  })
})

describe('a counter of all processes', () => {
  test('allows exactly the limit over two processes that are flooded at once', async () => {
    const processes = times(2, () => new RateCounter('flooded', 7, 60))
    const counts = await Promise.all(processes.flatMap((one) => times(20, () => one.count('k'))))
    expect(counts.length - overs(counts)).toBe(7)
    expect(counts.every(({ waitMs }) => waitMs > 0 && waitMs <= 60_000)).toBe(true)
    expect((await processes[0]?.count('other'))?.isOver).toBe(false)
  })

  test('starts again when its window ends, even before the database has removed it', async () => {
    givenFakeClock()
    const counter = new RateCounter('ended', 1, 60)
    expect(overs([await counter.count('k'), await counter.count('k')])).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(overs([await counter.count('k'), await counter.count('k')])).toBe(1)
  })

  test('counts within the process while the database is down', async () => {
    const databaseName = mongoose.connection.name
    const counter = new RateCounter('away', 3, 60)
    await disconnectDatabase()
    const counts = await Promise.all(times(5, () => counter.count('k')))
    await connectDatabase(inject('mongodbUri'), databaseName)
    expect(overs(counts)).toBe(2)
  })
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
