import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './limit-concurrency'

/** Runs tasks, and records which of them have started. */
function givenTasks(limit: ConcurrencyLimit) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (key: string, name: string, isReady = () => true) => {
    const start = (end: () => void) => {
      started.push(name)
      ends.set(name, end)
    }
    return limit.run(key, start, isReady)
  }
  return { started, run, end: (name: string) => ends.get(name)?.() }
}

test('the limit applies per key: further tasks of a key wait in order, and other keys do not', async () => {
  const { started, run, end } = givenTasks(new ConcurrencyLimit(2, 10))
  for (const name of ['a1', 'a2', 'a3', 'a4']) expect(run('a', name)).toBe(true)
  run('b', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])

  end('a2')
  await nextTick()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  end('a1')
  await nextTick()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a slot is released once, even if its release is called again', async () => {
  const { started, run, end } = givenTasks(new ConcurrencyLimit(1, 10))
  for (const name of ['a1', 'a2', 'a3']) run('a', name)
  end('a1')
  end('a1')
  await nextTick()
  expect(started).toEqual(['a1', 'a2'])
})

test('a full queue refuses tasks until there is room again', async () => {
  const { started, run, end } = givenTasks(new ConcurrencyLimit(1, 1))
  expect([run('a', 'a1'), run('a', 'a2'), run('a', 'a3')]).toEqual([true, true, false])
  end('a1')
  await nextTick()
  end('a2')
  await nextTick()
  expect(started).toEqual(['a1', 'a2'])
  expect(run('a', 'a4')).toBe(true)
  expect(started).toEqual(['a1', 'a2', 'a4'])
})

test('every other task that begins is ready, so that many that are not delay the others little', async () => {
  const { started, run, end } = givenTasks(new ConcurrencyLimit(1, 10))
  const isHere = { c: false }
  for (const name of ['a', 'b']) run('key', name, () => false)
  run('key', 'c', () => isHere.c)
  for (const name of ['d', 'e']) run('key', name)
  isHere.c = true

  for (let at = 0; at < 4; at += 1) {
    end(started.at(-1) ?? '')
    await nextTick()
  }

  expect(started).toEqual(['a', 'c', 'b', 'd', 'e'])
})

test('tasks that are not ready leave half of the running tasks to the others', async () => {
  const { started, run, end } = givenTasks(new ConcurrencyLimit(4, 10))
  const never = () => false
  for (const name of ['a', 'b', 'c', 'd']) run('key', name, never)
  for (const name of ['e', 'f', 'g']) run('key', name)
  expect(started).toEqual(['a', 'b', 'e', 'f'])

  end('e')
  await nextTick()
  expect(started).toEqual(['a', 'b', 'e', 'f', 'g'])
  for (const name of ['f', 'g']) end(name)
  await nextTick()
  expect(started).toEqual(['a', 'b', 'e', 'f', 'g'])
  for (const name of ['a', 'b']) end(name)
  await nextTick()
  expect(started).toEqual(['a', 'b', 'e', 'f', 'g', 'c', 'd'])
})

test('tasks that are not ready leave half of the queue to the others', () => {
  const { run } = givenTasks(new ConcurrencyLimit(1, 4))
  const never = () => false
  const isAccepted = ['a', 'b', 'c', 'd'].map((name) => run('key', name, never))

  expect(isAccepted).toEqual([true, true, true, false])
  expect(['e', 'f', 'g'].map((name) => run('key', name))).toEqual([true, true, false])
})

test('tasks that are ready leave the other half of the queue to those that are not', () => {
  const { run } = givenTasks(new ConcurrencyLimit(1, 4))
  for (const name of ['a', 'b', 'c']) run('key', name)

  expect(['d', 'e', 'f'].map((name) => run('key', name, () => false))).toEqual([true, true, false])
})
